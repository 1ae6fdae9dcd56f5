// Township: one panel per town, cards in four bands, storage bars, and the latest battle below.
"use strict";
(() => {
  const { el, rect, circle, line, text, group, bar, die, arrow, kept, nameOf, colourOf, wordsOf } = pentarch;
  const COLOURS = {
    grain: "#d9b64a", lumber: "#a0703c", ore: "#7d8590", stone: "#c9c6bd", tools: "#e08a2e",
    swords: "#aeb8c4", shields: "#4a86d6", ale: "#d9a520", finery: "#9a5bc8",
  };
  const CARD = { width: 88, height: 56, gap: 4 };
  const HEAD = 64, LABEL = 14, STOCK = 62, REPORT = 70;
  const kindOf = (building, chart) => chart.kinds[building.name.replace(/[0-9]+$/, "")];
  const bandsOf = (chart) => [...new Set(Object.values(chart.kinds).map((kind) => kind.band))];
  const inBand = (town, band, chart) => town.buildings.filter((b) => kindOf(b, chart).band === band);

  const layout = (seats) => {
    const columns = seats === 4 ? 2 : Math.min(3, seats);
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
    const height = HEAD + cards * (CARD.height + CARD.gap) + Object.keys(rows).length * LABEL + 8 + STOCK;
    return view.towns.map((_, seat) => Object.assign({}, all, {
      height, x: (seat % all.columns) * (all.width + 12), y: Math.floor(seat / all.columns) * (height + 12),
    }));
  };

  // The cards of a town by band, with their places in its panel.
  const cardsOf = (town, place, rows, chart) => {
    const found = {};
    let y = HEAD;
    for (const band in rows) {
      y += LABEL;
      found[band] = inBand(town, band, chart).map((building, i) => ({
        building, x: 13 + (i % place.perRow) * (CARD.width + CARD.gap),
        y: y + Math.floor(i / place.perRow) * (CARD.height + CARD.gap),
      }));
      y += rows[band] * (CARD.height + CARD.gap);
    }
    return { found, bottom: y };
  };

  const pawn = (x, y, colour) =>
    circle(x, y - 5, 3.4, { fill: colour }) + el("path", { d: `M${x - 5} ${y + 6} q5 -12 10 0 z`, fill: colour });
  const cross = (x, y) => line(x - 4, y - 5, x + 4, y + 5, { class: "cross" }) + line(x - 4, y + 5, x + 4, y - 5, { class: "cross" });
  const token = (x, y, fill) => circle(x, y, 3.8, { fill, stroke: "var(--muted)" });
  const DAMAGE = "#d33a2c";
  const frame = (width, height, band, more) => rect(0, 0, width, height, Object.assign({ rx: 6, class: `card band-${band}` }, more));
  const hatched = (width, height) => rect(1, 1, width - 2, height - 2, { rx: 5, fill: "url(#hatch)" });
  const worth = (x, y, value, counts) =>
    circle(x, y, 8, { class: counts ? "renown" : "renown off" }) +
    text(x, y + 4, value, { "text-anchor": "middle", "font-size": 11, "font-weight": 700, class: "on-renown" });
  const wreath = (x, y) =>
    el("path", { d: `M${x - 2} ${y + 5}q-6 -4 -2 -10M${x + 2} ${y + 5}q6 -4 2 -10`, fill: "none", stroke: "var(--good)", "stroke-width": 2.4, "stroke-dasharray": "2.4 1.2" });

  const card = (building, colour, chart, isNew, highlighted) => {
    const { band, renown } = kindOf(building, chart);
    const tokens = building.damage + building.depletion;
    const out = [frame(CARD.width, CARD.height, band, {
      "stroke-dasharray": isNew ? "4 3" : null, "stroke-width": highlighted ? 3 : isNew ? 2 : 1,
      stroke: highlighted ? "var(--accent)" : isNew ? "var(--muted)" : "var(--line)",
    })];
    if (building.damage) out.push(hatched(CARD.width, CARD.height));
    out.push(text(6, 15, building.name, { fit: CARD.width - 10, "font-size": 11, "font-weight": 600, class: "ink" }));
    if (renown) out.push(worth(CARD.width - 12, 27, renown, !building.damage));
    for (let i = 0; i < chart.full; i++)
      out.push(token(11 + i * 11, 27, i < building.damage ? DAMAGE : i < tokens ? "var(--ink)" : "none"));
    for (let i = 0; i < chart.places; i++) {
      const x = 12 + i * 15;
      if (i >= chart.places - building.depletion) out.push(cross(x, 44));
      else if (i < building.worked) out.push(pawn(x, 45, colour));
      else out.push(rect(x - 5, 38, 10, 12, { rx: 2, class: "place" }));
    }
    return el("g", { opacity: tokens >= chart.full ? 0.55 : 1 }, ...out);
  };

  // Where the mustered units of the active town are sent, once that is known.
  const marching = (view) => {
    const sent = view.assigned.map((units, seat) => (units ? `${units} to p${seat + 1}` : "")).filter(Boolean);
    return sent.length ? ` (${sent.join(", ")})` : "";
  };

  // The parts of a town: its head, each band of cards, its stock. A step changes one or two of them.
  const panel = (place, rows, chart, target, isNew, town, name, active, sent, words) => {
    const colour = colourOf(town.seat);
    const named = words.split(" ");
    const out = [
      rect(0, 0, place.width, place.height, {
        rx: 8, class: "panel", stroke: active ? colour : "var(--line)",
        "stroke-width": active ? 3 : 1,
      }),
      rect(0, 0, 8, place.height, { rx: 4, fill: colour }),
      text(18, 24, nameOf(town.seat, name, place.width - 110, 16), {
        "font-size": 16, "font-weight": 700, class: "ink",
      }),
      text(place.width - 12, 28, town.renown, {
        "text-anchor": "end", "font-size": 24, "font-weight": 800, fill: wordsOf(town.seat),
      }),
      text(place.width - 12, 42, `renown of ${target}`, {
        "text-anchor": "end", "font-size": 10, class: "muted",
      }),
      rect(18, 50, place.width - 30, 5, { rx: 2, class: "bar-back" }),
      rect(18, 50, Math.min(1, town.renown / target) * (place.width - 30), 5, {
        rx: 2, fill: colour,
      }),
      town.eliminated ? "" : wreath(23, 38),
      text(town.eliminated ? 18 : 34, 42,
        town.eliminated ? `eliminated, number ${town.eliminated} to fall`
          : `${town.laurels}    units ${town.units} / ${town.housing}` +
            (active ? `    idle ${town.idle}` : "") +
            (town.mustered ? `    mustered ${town.mustered}${sent}` : ""),
        { "font-size": 12, class: "ink" }),
    ];
    const parts = [out.join("")];
    const { found, bottom: y } = cardsOf(town, place, rows, chart);
    let top = HEAD;
    for (const band in found) {
      const label = text(14, top + 10.5, found[band].length ? band : `${band}: none yet`, { "font-size": 10, class: "muted" });
      top += LABEL + rows[band] * (CARD.height + CARD.gap);
      parts.push(label + found[band].map(({ building, x, y }) => {
        return group(x, y, [card(building, colour, chart, isNew.has(building.name), named.includes(building.name))]);
      }).join(""));
    }
    const half = (place.width - 36) / 3;
    const stock = [
      text(18, y + 12, `grain ${town.stock.grain}/${town.grain_room}`, {
        "font-size": 11, class: "muted" }),
      bar(18, y + 17, half - 8, 15, town.grain_room, [[town.stock.grain, COLOURS.grain, "grain"]]),
    ];
    const segments = chart.goods.filter((good) => good !== "grain").map((good) => [town.stock[good], COLOURS[good], good]);
    const held = segments.filter((s) => s[0]).map((s) => `${s[0]} ${s[2]}`).join(", ");
    const goods = segments.reduce((sum, s) => sum + s[0], 0);
    stock.push(
      text(18 + half, y + 12, `goods ${goods}/${town.goods_room}`, {
        "font-size": 11, class: "muted" }),
      bar(18 + half, y + 17, 2 * half, 15, town.goods_room, segments),
      text(18 + half, y + 45, held, { "font-size": 10.5, class: "muted" }));
    parts.push(stock.join(""));
    return parts.map((part) => group(place.x, place.y, [part], { opacity: town.eliminated ? 0.45 : 1 }));
  };

  // Who fights whom: the attack as it stands, or as it stood before its dice fell.
  const fightOf = (view, context) => {
    const attack = context.events.some((e) => e.name === "attack_dice") ? context.before.attack : view.attack;
    return attack && { attack, from: context.before.attack ? context.before.active : view.active };
  };

  const RESULTS = {
    killed: ([units, loser]) => `${units} ${units === 1 ? "unit" : "units"} of ${loser} fall`,
    laurels: ([gained, captured]) => `${gained} laurels gained${captured ? `, ${captured} captured` : ""}`,
    looted: (goods) => `loot: ${goods.join(", ")}`,
  };

  const report = (view, context, y) => {
    const { total } = layout(view.towns.length);
    const out = [rect(0, y, total, REPORT - 4, { rx: 8, class: "panel", stroke: "var(--line)" })];
    const put = (words, x, dy, more) =>
      out.push(text(x, y + dy, words, Object.assign({ "font-size": 13, class: "ink" }, more)));
    const fight = fightOf(view, context);
    const results = context.events.filter((e) => RESULTS[e.name]).map((e) => RESULTS[e.name](e.values));
    if (!fight) {
      const told = context.events.map((e) => e.sentence).join("  ");
      if (context.seat >= 0) put(`p${context.seat + 1}: ${context.phrase}`, 14, 24, { "font-weight": 700, fill: wordsOf(`p${context.seat + 1}`), class: null });
      put(pentarch.cut(told, total - 28, 12), 14, 48, { "font-size": 12 });
      return out.join("");
    }
    const { attack, from } = fight;
    const rolled = context.events.some((e) => e.name === "attack_dice");
    const shields = rolled ? Number(context.words.split(" ")[1]) : attack.shields;
    const totals = [[from, "attacks", attack.attackers, attack.swords, context.chart.attack, "attack_dice"],
      [attack.defender, "defends", attack.defenders, shields, context.chart.defence, "defence_dice"]].map(([name, does, units, arms, needs, event], row) => {
      const dy = 8 + row * 28;
      put(`${name} ${does}: ${units} units, ${arms} ${needs.good}`, 14, dy + 15, { fill: wordsOf(name), class: null, "font-weight": 700 });
      const dice = context.events.find((e) => e.name === event);
      if (!dice) return null;
      const hits = dice.values.map((value, i) => value >= (i < arms ? needs.armed : needs.bare));
      const wide = Math.min(24, (total - 560) / Math.max(1, dice.values.length));
      dice.values.forEach((value, i) => out.push(die(270 + i * wide, y + dy, value, hits[i], name)));
      const sum = hits.filter(Boolean).length;
      put(`= ${sum}`, 276 + dice.values.length * wide, dy + 16, { "font-size": 15, "font-weight": 800 });
      return sum;
    });
    if (totals[0] !== null) {
      const excess = totals[0] - totals[1];
      results.unshift(excess ? `excess ${Math.abs(excess)} for ${excess > 0 ? from : attack.defender}` : "a tie");
    } else if (attack.left_over) results.unshift(`${attack.left_over} points of spoils left`);
    results.slice(0, 3).forEach((words, i) => put(words, total - 14, 20 + i * 19, { "text-anchor": "end" }));
    return out.join("");
  };

  // A thick arrow from the attacker's panel to the defender's, along their lower edges or from one
  // row to the other, where nothing is written.
  const attackArrow = (view, context, places) => {
    const fight = fightOf(view, context);
    if (!fight) return "";
    const [a, b] = [fight.from, fight.attack.defender].map((name) => places[pentarch.seatOf(name)]);
    const middle = (place) => place.x + place.width / 2;
    const edge = (place, other) => (place.y > other.y ? place.y + 3 : place.y + place.height - 7);
    const way = [middle(a), edge(a, b), middle(b), edge(b, a)];
    return arrow(...way, colourOf(fight.from), { "stroke-width": 7 });
  };

  // Of each town in each frame, the buildings that were begun and never finished.
  const unfinishedOf = (frames) => {
    const known = new Map();
    frames.forEach((view, step) => view.towns.forEach((town, seat) => {
      if (known.has(town)) return;
      const before = step ? frames[step - 1].towns[seat] : null;
      const had = before ? new Set(before.buildings.map((b) => b.name)) : null;
      const open = before ? known.get(before) : new Set();
      known.set(town, new Set(town.buildings.filter((b) =>
        b.damage && (open.has(b.name) || (had && !had.has(b.name)))).map((b) => b.name)));
    }));
    return (town) => known.get(town);
  };

  pentarch.boards.township = {
    legend: [
      [pentarch.sample("…2"), "a name with a number: the buildings of a town, by kind and number"],
      [group(0, 0, [frame(28, 20, "raw", { stroke: "var(--line)" })]) + group(14, 0, [rect(0, 0, 14, 20, { class: "band-goods" })]), "raw green, goods brown, storage blue, civic gold"],
      [pawn(14, 11, colourOf("p1")), "a place that was worked in this turn"],
      [cross(14, 10), "a place that is depleted"],
      [token(8, 10, DAMAGE) + token(20, 10, "var(--ink)"), "tokens: red for damage, the others for depletion"],
      [frame(28, 20, "civic", { stroke: "var(--line)" }) + hatched(28, 20), "damaged: hatched"],
      [frame(27, 19, "civic", { stroke: "var(--muted)", "stroke-width": 2, "stroke-dasharray": "4 3" }), "begun and not finished yet: dashed"],
      [worth(8, 10, 3, true) + worth(22, 10, 3, false), "renown; pale while damage keeps it from counting"],
      [wreath(14, 10), "laurels"],
      [rect(2, 4, 24, 12, { fill: "url(#surplus)" }), "stock above the room for it"],
    ],
    // Buildings are named by town: an attacker damages the defender's, else they are one's own.
    keys(command, view, mine) {
      const [verb, ...words] = command.split(" ");
      const owner = verb === "damage" && view.attack ? view.attack.defender : mine;
      return words.map((word) => (/^[a-z]+[0-9]+$/.test(word) && !/^p[1-6]$/.test(word) ? `${owner}.${word}` : word));
    },
    targets(view, { rows, places, chart }) {
      return places.flatMap((place, seat) => {
        const town = view.towns[seat];
        const { found } = cardsOf(town, place, rows, chart);
        return [
          { key: town.seat, x: place.x, y: place.y, width: place.width, height: 60 },
          ...Object.values(found).flat().map(({ building, x, y }) => ({
            key: `${town.seat}.${building.name}`, x: place.x + x, y: place.y + y,
            width: CARD.width, height: CARD.height })),
        ];
      });
    },
    // The rows each band needs at most, so that the board does not jump while stepping.
    chapter: (view) => `Round ${view.round} · ${view.active}`,
    prepare(frames, steps, chart) {
      const { perRow } = layout(frames[0].towns.length);
      const rows = Object.fromEntries(bandsOf(chart).map((band) => [band, 1]));
      for (const view of frames)
        for (const town of view.towns)
          for (const band in rows)
            rows[band] = Math.max(rows[band], Math.ceil(inBand(town, band, chart).length / perRow));
      const places = placesOf(frames[0], rows), unfinished = unfinishedOf(frames), target = frames[0].options.renown_target;
      const panels = places.map((place) => kept((town, ...more) => panel(place, rows, chart, target, unfinished(town), town, ...more)));
      return { rows, places, panels, chart };
    },
    draw(view, context) {
      const { places, panels } = context.prepared;
      const out = view.towns.flatMap((town, seat) => {
        const active = view.active === town.seat && !view.ending;
        return panels[seat](town, context.name(seat), active, active ? marching(view) : "", context.seat === seat ? context.words : "");
      });
      const last = places[places.length - 1], bottom = last.y + last.height + 12;
      out.push(report(view, context, bottom), attackArrow(view, context, places));
      const state = view.ending ? `over: ${view.ending}` : `${view.active} is to play: ${view.decision}`;
      return { width: places[0].total, height: bottom + REPORT, parts: out, areas: places.map(({ x, y, width, height }) => [x, y, width, height]), headline: `Round ${view.round} of ${view.options.round_cap} · ${state}` };
    },
  };
})();
