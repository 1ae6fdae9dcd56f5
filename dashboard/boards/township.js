// Township: one panel per town, cards in four bands, storage bars, and the latest battle below.
"use strict";
(() => {
  const { el, rect, circle, line, text, group, bar, die, nameOf } = pentarch;
  const BANDS = {
    raw: ["farm", "woodlot", "mine", "quarry"],
    goods: ["smithy", "brewery", "goldsmith"],
    storage: ["house", "granary", "warehouse"],
    civic: ["school", "academy", "townhall", "monument"],
  };
  const RENOWN = { house: 1, school: 2, academy: 1, townhall: 3, monument: 5 };
  const GOODS = {
    lumber: "#a0703c", ore: "#7d8590", stone: "#c9c6bd", tools: "#e08a2e", swords: "#aeb8c4",
    shields: "#4a86d6", ale: "#d9a520", finery: "#9a5bc8",
  };
  const CARD = { width: 88, height: 56, gap: 4 };
  const kindOf = (name) => name.replace(/[0-9]+$/, "");

  const layout = (seats) => {
    const columns = seats <= 2 ? seats : seats <= 4 ? 2 : 3;
    // Two towns side by side are drawn larger than three.
    const total = columns === 3 ? 1180 : 960;
    const width = Math.floor((total - (columns - 1) * 12) / columns);
    const perRow = Math.floor((width - 21 + CARD.gap) / (CARD.width + CARD.gap));
    return { columns, total, width, perRow, rows: Math.ceil(seats / columns) };
  };

  // Where each town lies: rows of cards by band are the same for all, so that nothing jumps.
  const placesOf = (view, rows) => {
    const all = layout(view.towns.length);
    const cards = Object.values(rows).reduce((sum, n) => sum + n, 0);
    const height = 64 + cards * (CARD.height + CARD.gap) + 12 + 56;
    return view.towns.map((_, seat) => Object.assign({}, all, {
      height, x: (seat % all.columns) * (all.width + 12), y: Math.floor(seat / all.columns) * (height + 12),
    }));
  };

  // The cards of a town by band, with their places in its panel.
  const cardsOf = (town, place, rows) => {
    const found = {};
    let y = 64;
    for (const band in BANDS) {
      found[band] = town.buildings.filter((b) => BANDS[band].includes(kindOf(b.name))).map((building, i) => ({
        building, x: 13 + (i % place.perRow) * (CARD.width + CARD.gap),
        y: y + Math.floor(i / place.perRow) * (CARD.height + CARD.gap),
      }));
      y += rows[band] * (CARD.height + CARD.gap) + (rows[band] ? 3 : 0);
    }
    return { found, bottom: y };
  };

  const bandRows = (town, band, perRow) => {
    const count = town.buildings.filter((b) => BANDS[band].includes(kindOf(b.name))).length;
    return Math.ceil(count / perRow);
  };

  const card = (building, colour, band, highlighted) => {
    const kind = kindOf(building.name);
    const tokens = building.damage + building.depletion;
    const out = [
      rect(0, 0, CARD.width, CARD.height, {
        rx: 6, class: `card band-${band}`,
        "stroke-dasharray": building.damage ? "4 3" : null,
        "stroke-width": highlighted ? 3 : 1,
        stroke: highlighted ? "var(--accent)" : "var(--line)",
      }),
    ];
    if (building.damage)
      out.push(rect(1, 1, CARD.width - 2, CARD.height - 2, { rx: 5, fill: "url(#hatch)" }));
    out.push(text(6, 15, building.name, { "font-size": 11, "font-weight": 600, class: "ink" }));
    if (RENOWN[kind])
      out.push(
        circle(CARD.width - 12, 27, 8, { class: building.damage ? "renown off" : "renown" }),
        text(CARD.width - 12, 31, RENOWN[kind], {
          "text-anchor": "middle", "font-size": 11, "font-weight": 700, class: "on-renown",
        }));
    for (let i = 0; i < 5; i++) {
      const fill = i < building.damage ? "#d33a2c"
        : i < tokens ? "var(--ink)" : "none";
      out.push(circle(11 + i * 11, 27, 3.8, { fill, stroke: "var(--muted)" }));
    }
    for (let i = 0; i < 5; i++) {
      const x = 12 + i * 15;
      if (i >= 5 - building.depletion)
        out.push(line(x - 4, 39, x + 4, 49, { class: "cross" }),
          line(x - 4, 49, x + 4, 39, { class: "cross" }));
      else if (i < building.worked)
        out.push(circle(x, 40, 3.4, { fill: colour }),
          el("path", { d: `M${x - 5} 51 q5 -12 10 0 z`, fill: colour }));
      else out.push(rect(x - 5, 38, 10, 12, { rx: 2, class: "place" }));
    }
    return el("g", { opacity: tokens >= 5 ? 0.55 : 1 }, ...out);
  };

  // The parts of a town: its head, each band of cards, its stock. A step changes one or two of them.
  const panel = (view, town, seat, place, context, rows) => {
    const colour = pentarch.COLOURS[seat];
    const active = view.active === town.seat && !view.ending;
    const target = view.options.renown_target;
    const named = context.words.split(" ");
    const out = [
      rect(0, 0, place.width, place.height, {
        rx: 8, class: "panel", stroke: active ? colour : "var(--line)",
        "stroke-width": active ? 3 : 1,
      }),
      rect(0, 0, 8, place.height, { rx: 4, fill: colour }),
      text(18, 24, nameOf(town.seat, context.name(seat), place.width - 110, 16), {
        "font-size": 16, "font-weight": 700, class: "ink",
      }),
      text(place.width - 12, 28, town.renown, {
        "text-anchor": "end", "font-size": 24, "font-weight": 800, fill: colour,
      }),
      text(place.width - 12, 42, `renown of ${target}`, {
        "text-anchor": "end", "font-size": 10, class: "muted",
      }),
      rect(18, 50, place.width - 30, 5, { rx: 2, class: "bar-back" }),
      rect(18, 50, Math.min(1, town.renown / target) * (place.width - 30), 5, {
        rx: 2, fill: colour,
      }),
      text(18, 42,
        town.eliminated ? `eliminated (${town.eliminated})`
          : `units ${town.units} / ${town.housing}    laurels ${town.laurels}` +
            (active ? `    idle ${town.idle}` : "") +
            (town.mustered ? `    mustered ${town.mustered}` : ""),
        { "font-size": 12, class: "ink" }),
    ];
    const parts = [out.join("")];
    const { found, bottom: y } = cardsOf(town, place, rows);
    for (const band in found)
      parts.push(found[band].map(({ building, x, y }) => {
        const hit = context.seat === seat && named.includes(building.name);
        return group(x, y, [card(building, colour, band, hit)]);
      }).join(""));
    const half = (place.width - 36) / 3;
    const stock = [
      text(18, y + 12, `grain ${town.stock.grain}/${town.grain_room}`, {
        "font-size": 11, class: "muted" }),
      bar(18, y + 17, half - 8, 15, town.grain_room, [[town.stock.grain, "#d9b64a", "grain"]]),
    ];
    const segments = Object.keys(GOODS).map((good) => [town.stock[good], GOODS[good], good]);
    const held = segments.filter((s) => s[0]).map((s) => `${s[2]} ${s[0]}`).join("  ");
    const goods = segments.reduce((sum, s) => sum + s[0], 0);
    stock.push(
      text(18 + half, y + 12, `goods ${goods}/${town.goods_room}`, {
        "font-size": 11, class: "muted" }),
      bar(18 + half, y + 17, 2 * half, 15, town.goods_room, segments),
      text(18 + half, y + 45, held, { "font-size": 10.5, class: "muted" }));
    parts.push(stock.join(""));
    return parts.map((part) => group(place.x, place.y, [part], { opacity: town.eliminated ? 0.45 : 1 }));
  };

  const battle = (view, context, y) => {
    const { total } = layout(view.towns.length);
    const out = [rect(0, y, total, 62, { rx: 8, class: "panel", stroke: "var(--line)" })];
    const find = (name) => context.events.find((e) => e.name === name);
    const attack = find("attack_dice"), defence = find("defence_dice");
    const put = (words, x, dy, more) =>
      out.push(text(x, y + dy, words, Object.assign({ "font-size": 13, class: "ink" }, more)));
    if (attack) {
      const row = (event, dy, need) => {
        const colour = pentarch.COLOURS[event.seat];
        put(`p${event.seat + 1}`, 14, dy + 15, { fill: colour, "font-weight": 700 });
        event.values.forEach((value, i) =>
          out.push(die(44 + i * 24, y + dy, value, value >= need, colour)));
      };
      row(attack, 8, 4);
      row(defence, 34, 5);
      const results = context.events.filter((e) => ["killed", "laurels", "looted"].includes(e.name));
      put(results.map((e) => e.text).join("   ") || "a tie", total - 14, 38, {
        "text-anchor": "end" });
    } else if (view.attack) {
      const a = view.attack;
      put(`${view.active} attacks ${a.defender}: ${a.attackers} units, ${a.swords} swords` +
        ` against ${a.defenders} units, ${a.shields} shields`, 14, 38);
    } else {
      put(context.words ? context.words : "", 14, 38, { class: "muted" });
    }
    return out.join("");
  };

  pentarch.boards.township = {
    // Buildings are named by town: an attacker damages the defender's, else they are one's own.
    keys(command, view, mine) {
      const [verb, ...words] = command.split(" ");
      const owner = verb === "damage" && view.attack ? view.attack.defender : mine;
      return words.map((word) => (/^[a-z]+[0-9]+$/.test(word) && !/^p[1-6]$/.test(word) ? `${owner}.${word}` : word));
    },
    targets(view, rows) {
      return placesOf(view, rows).flatMap((place, seat) => {
        const town = view.towns[seat];
        const { found } = cardsOf(town, place, rows);
        return [
          { key: town.seat, x: place.x, y: place.y, width: place.width, height: 60 },
          ...Object.values(found).flat().map(({ building, x, y }) => ({
            key: `${town.seat}.${building.name}`, x: place.x + x, y: place.y + y,
            width: CARD.width, height: CARD.height })),
        ];
      });
    },
    // The rows each band needs at most, so that the board does not jump while stepping.
    prepare(frames) {
      const { perRow } = layout(frames[0].towns.length);
      const rows = { raw: 1, goods: 1, storage: 1, civic: 1 };
      for (const view of frames)
        for (const town of view.towns)
          for (const band in BANDS) rows[band] = Math.max(rows[band], bandRows(town, band, perRow));
      return rows;
    },
    draw(view, context) {
      const rows = context.prepared;
      const places = placesOf(view, rows);
      const out = view.towns.flatMap((town, seat) => panel(view, town, seat, places[seat], context, rows));
      const last = places[places.length - 1], bottom = last.y + last.height + 12;
      out.push(battle(view, context, bottom));
      return { width: places[0].total, height: bottom + 66, parts: out, headline: `Round ${view.round}` };
    },
  };
})();
