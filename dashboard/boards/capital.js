// Capital: one area per seat with its city, income, buildings, units and hand; the battle below.
"use strict";
(() => {
  const { el, rect, circle, line, text, group, cut, wrap, colourOf, inkOn, wordsOf, nameOf, DARK } = pentarch;
  const WIDTH = 1180, TOP = 44, LEFT = 322, CARD = 98, GAP = 5, HEAD = 45, UNIT = 17, REPORT = 150;
  const PER_ROW = Math.floor((WIDTH - LEFT - 10 + GAP) / (CARD + GAP));
  const BANNERS = { green: "#4f9d4f", yellow: "#d9a92e", blue: "#3f76c4", red: "#b5403a" };
  const ON_BANNER = { green: DARK, yellow: DARK, blue: "#fff", red: "#fff" };
  const TROOP = "#b5403a", MERC = "#3f76c4";
  const spaced = (slug) => slug.replace(/_/g, " ");
  const slots = (building) => Math.max(building.troop_slots, building.troops.length) +
    Math.max(building.merc_slots, building.mercs.length) + (building.settled ? 1 : 0);

  const sword = (x, y, colour) => el("path", { d: `M${x} ${y + 8}l8 -8M${x} ${y + 4}l4 4`, stroke: colour, "stroke-width": 1.8, fill: "none" });
  const hood = (x, y, colour) => el("path", { d: `M${x} ${y + 9}q0 -9 4.5 -9t4.5 9z`, fill: colour });
  const shield = (x, y, colour) => el("path", { d: `M${x} ${y}h8v4q0 4 -4 6q-4 -2 -4 -6z`, fill: colour });

  // A unit as a tag; without a card it lies face down and shows only its kind.
  const unit = (chart, x, y, wide, card, kind, more) => {
    const state = more || {};
    const colour = kind === "merc" ? MERC : TROOP;
    const values = card && chart.troops[card];
    const isLegend = card && chart.legendary.includes(card);
    return el("g", { opacity: state.spent && !state.on_battlefield ? 0.6 : 1 },
      rect(x, y, wide, UNIT - 2, {
        rx: 3, fill: card ? colour : "var(--place)",
        stroke: state.on_battlefield ? "var(--accent)" : isLegend ? "#e8b923" : colour,
        "stroke-width": state.on_battlefield || isLegend ? 2.5 : 1,
      }),
      kind === "merc" ? hood(x + 4, y + 3, card ? "#fff" : colour) : sword(x + 4, y + 3, card ? "#fff" : colour),
      card
        ? text(x + 16, y + 11.5, spaced(card), { fit: wide - (values ? 42 : 20), "font-size": 10, fill: "#fff", "font-weight": 600 }) +
          (values ? text(x + wide - 4, y + 11.5, `${values.attack}:${values.defence}`, { "font-size": 10, fill: "#fff", "font-weight": 700, "text-anchor": "end" }) : "")
        : text(x + 16, y + 11.5, cut("face down", wide - 18, 9.5), { "font-size": 9.5, class: "muted" }));
  };

  const empty = (x, y, wide, kind, locked) =>
    rect(x, y, wide, UNIT - 2, { rx: 3, fill: "none", stroke: kind === "merc" ? MERC : TROOP, "stroke-dasharray": "3 3", opacity: 0.55 }) +
    text(x + wide / 2, y + 11, locked ? "closed" : kind, { "font-size": 9.5, class: "muted", "text-anchor": "middle" });

  const units = (chart, place, x, y, wide) => {
    const out = [];
    let row = y;
    for (const [list, kind, room] of [[place.troops, "troop", place.troop_slots], [place.mercs, "merc", place.merc_slots]]) {
      list.forEach((item) => { out.push(unit(chart, x, row, wide, item.card, kind, item)); row += UNIT; });
      for (let i = list.length; i < room; i++) { out.push(empty(x, row, wide, kind)); row += UNIT; }
    }
    return out.join("");
  };

  const building = (chart, place, highlighted) => {
    const { banner, needs, effect } = chart.buildings[place.card];
    const isLegend = chart.legendary.includes(place.card);
    const out = [
      rect(0, 0, CARD, HEAD - 3, {
        rx: 5, fill: "var(--goods)", stroke: highlighted ? "var(--accent)" : isLegend ? "#e8b923" : "var(--line)",
        "stroke-width": highlighted ? 3.5 : isLegend ? 2.5 : 1,
      }),
      el("path", { d: "M5 0h17v20l-8.5 -5l-8.5 5z", fill: BANNERS[banner] }),
      text(13.5, 13, place.hp, { "text-anchor": "middle", "font-size": 12, "font-weight": 800, fill: ON_BANNER[banner] }),
      needs ? el("path", { d: "M5 24h9v10l-4.5 -3l-4.5 3z", fill: BANNERS[needs] }) : "",
      text(25, 14, spaced(place.card).replace(" village", ""), { fit: CARD - 29, "font-size": 10.5, "font-weight": 700, class: "ink" }),
      ...effect.map((part, i, all) =>
        text(CARD - 5, all.length > 1 ? 27 + i * 11 : 33, part, { "font-size": 9.5, class: "ink", "text-anchor": "end" })),
    ];
    let y = HEAD;
    if (place.settled) {
      out.push(rect(0, y, CARD, UNIT - 2, { rx: 3, fill: "var(--paper)", stroke: MERC, "stroke-width": 1.5 }),
        text(5, y + 11.5, "⌂ " + spaced(place.settled), { fit: CARD - 10, "font-size": 10, "font-weight": 600, fill: MERC }));
      y += UNIT;
    }
    out.push(units(chart, place, 0, y, CARD));
    return out.join("");
  };

  const city = (seat, index, context) => {
    const { chart } = context;
    const colour = colourOf(seat.seat);
    const out = [
      text(18, 22, nameOf(seat.seat, context.name(index), 196, 15), { "font-size": 15, "font-weight": 700, class: "ink" }),
      text(18, 40, seat.alive ? `${seat.team ? `team ${seat.team}, ` : ""}city ${seat.city.id || "?"}` : `defeated, number ${seat.defeat} to fall`, { fit: 84, "font-size": 10.5, class: "muted" }),
      text(212, 42, `${seat.upgrades.length} / ${chart.goal}`, { "text-anchor": "end", "font-size": 18, "font-weight": 800, fill: wordsOf(seat.seat) }),
    ];
    if (seat.alive)
      for (let i = 0; i < seat.city.hp; i++)
        out.push(el("path", { d: `M${112 + i * 10} 40l-5 -5a2.6 2.6 0 0 1 5 -2.6a2.6 2.6 0 0 1 5 2.6z`, fill: "#c8393b" }));
    else out.push(el("path", { d: "M100 40v-12l6 6l5 -9l3 6l-2 5l4 4zM119 40l-1 -5l3 -3l1 -3l6 -1v12z", fill: "var(--muted)" }));
    chart.upgrades.forEach((name, i) => {
      const x = 29 + i * 24.5, has = seat.upgrades.includes(name);
      out.push(circle(x, 61, 10, { fill: has ? colour : "var(--paper)", stroke: has ? "#7a4a1e" : "var(--line)", "stroke-width": has ? 3 : 1.5 }),
        text(x, 65, name.slice(0, 2), { "text-anchor": "middle", "font-size": 10, "font-weight": 600, fill: has ? inkOn(seat.seat) : "var(--muted)" }),
        el("title", {}, name));
    });
    const place = seat.city;
    const notes = [place.attack_open ? "" : "attack", place.defense_open ? "" : "defence", place.merc_open ? "" : "mercs"].filter(Boolean);
    out.push(notes.length ? el("path", { d: "M18 82h9v6h-9zM20 82v-2a2.5 2.5 0 0 1 5 0v2", fill: "var(--muted)", stroke: "var(--muted)" }) : "",
      text(notes.length ? 32 : 18, 88, notes.length ? `closed: ${notes.join(", ")}` : "all open", { fit: 180, "font-size": 10.5, class: "muted" }),
      units(chart, place, 18, 94, 194));
    return out.join("");
  };

  const ICONS = {
    gold: (x, y) => circle(x + 6, y + 6, 6, { fill: "#e8b923", stroke: "#8a6a10" }),
    build: (x, y) => el("path", { d: `M${x} ${y + 1}h10v4h-3v8h-4v-8h-3z`, fill: "#9a6a3a" }),
    draw: (x, y) => rect(x + 1, y, 9, 13, { rx: 1.5, fill: "#6f7d92" }),
    store: (x, y) => rect(x, y + 3, 12, 9, { rx: 1, fill: "#8a5a2e" }) + line(x, y + 7, x + 12, y + 7, { stroke: "#e8b923", "stroke-width": 1.5 }),
    passive: (x, y) => shield(x + 1, y + 1, "#4a86d6"),
  };

  const tracker = (seat, building) => {
    const out = [];
    Object.keys(ICONS).forEach((name, i) => {
      const y = 12 + i * 20;
      out.push(ICONS[name](226, y), text(246, y + 11.5, seat.tracker[name], { "font-size": 14, "font-weight": 700, class: "ink" }),
        el("title", {}, name));
      const pool = building && seat.pools[name];
      if (pool !== undefined && pool !== false)
        for (let n = 0; n < Math.min(6, Math.max(pool, seat.tracker[name])); n++)
          out.push((name === "gold" ? circle : (x, y, r, more) => rect(x - r, y - r, 2 * r, 2 * r, more))(268 + n * 9, y + 7, 3.5, {
            fill: n < pool ? (name === "gold" ? "#e8b923" : "#9a6a3a") : "none", stroke: "var(--muted)" }));
      else out.push(text(268, y + 11, name, { "font-size": 10.5, class: "muted" }));
    });
    const more = [
      seat.tracker.discount + (building ? seat.pools.discount : 0) ? `discount −${seat.tracker.discount + (building ? seat.pools.discount : 0)}` : "",
      seat.tracker.attack_bonus ? `attack +${seat.tracker.attack_bonus}` : "",
    ].filter(Boolean).join(" ");
    if (more) out.push(text(226, 121, more, { "font-size": 10.5, "font-weight": 600, class: "ink" }));
    out.push(text(226, 135, `village costs ${seat.prices.village}`, { fit: 90, "font-size": 10.5, class: "muted" }),
      text(226, 148, `upgrade costs ${seat.prices.upgrade}`, { fit: 90, "font-size": 10.5, class: "muted" }));
    return out.join("");
  };

  const placeOf = (i, cardHeight) =>
    [LEFT + (i % PER_ROW) * (CARD + GAP), 10 + Math.floor(i / PER_ROW) * (cardHeight + 6)];

  const topsOf = (heights) => heights.map((_, i) => TOP + heights.slice(0, i).reduce((sum, n) => sum + n + 8, 0));

  const handCards = (pile) => (pile.cards ? pile.cards : Array(pile.count).fill(null));

  // The cards in hand with their places; hidden ones are backs in a row.
  const handOf = (seat) => {
    const cards = [...handCards(seat.kept).map((c) => [c, true]), ...handCards(seat.hand).map((c) => [c, false])];
    const wide = cards.length > 15 ? 62 : cards.length > 8 ? 82 : 96, fit = Math.floor((WIDTH - LEFT - 110) / (wide + 4));
    const x = LEFT + 100;
    return {
      left: cards.length > 2 * fit && cards[0][0] ? cards.length - 2 * fit : 0,
      cards: cards.slice(0, 2 * fit).map(([card, kept], i) => (card
        ? { card, kept, wide, x: x + (i % fit) * (wide + 4), y: Math.floor(i / fit) * 18 }
        : { card, kept, wide: 13, x: x + i * 17, y: 0 })),
    };
  };

  const hand = (chart, seat, top) => {
    const { cards, left } = handOf(seat);
    const out = [text(LEFT, top + 12, `hand ${seat.hand.count}` + (seat.kept.count ? ` · kept ${seat.kept.count}` : ""), { "font-size": 10.5, class: "muted" })];
    for (const { card, kept, wide, x, y: down } of cards) {
      const y = top + down;
      if (!card) {
        out.push(rect(x, y, wide, 16, { rx: 2, fill: "#7a5a3a", stroke: "var(--ink)" }), line(x + 3, y + 8, x + 10, y + 8, { stroke: "#e8d9b8" }));
        continue;
      }
      const home = chart.buildings[card], isTroop = card in chart.troops;
      const kind = home ? BANNERS[home.banner] : isTroop ? TROOP : MERC;
      out.push(rect(x, y, wide, 15, { rx: 3, fill: "var(--paper)", stroke: kept ? "var(--accent)" : chart.legendary.includes(card) ? "#e8b923" : "var(--line)", "stroke-width": 1.4 }),
        home ? rect(x + 2, y + 2, 5, 11, { fill: kind }) : isTroop ? sword(x + 1.5, y + 3, kind) : hood(x + 1, y + 3, kind),
        text(x + 12, y + 11.3, spaced(card), { fit: wide - 16, "font-size": 10, class: "ink" }));
    }
    if (left) out.push(text(LEFT, top + 26, `and ${left} more`, { "font-size": 10, class: "muted" }));
    return out.join("");
  };

  const byPlace = (buildings) => [...buildings.filter((b) => /^v\d/.test(b.at)), ...buildings.filter((b) => !/^v\d/.test(b.at))];

  const area = (view, seat, index, height, context) => {
    const active = view.to_act === seat.seat;
    const colour = colourOf(seat.seat);
    const { cardHeight } = context.prepared;
    const words = context.words.split(" ");
    const changed = (place) => context.events.some((e) => e.seat === index && e.name === "built" && e.values[1] === place.at) ||
      (context.seat === index && words.includes(place.at));
    const out = [
      rect(0, 0, WIDTH, height, {
        rx: 8, class: "panel", stroke: active ? colour : "var(--line)", "stroke-width": active ? 3.5 : 1 }),
      rect(0, 0, 8, height, { rx: 4, fill: colour }),
      seat.team ? rect(8, 0, 5, height, { fill: seat.team === "A" ? "#e8b923" : "#6f7d92" }) : "",
      city(seat, index, context), seat.alive ? tracker(seat, view.phase === "build" && view.active === seat.seat) : "",
    ];
    byPlace(seat.buildings).forEach((place, i) =>
      out.push(group(...placeOf(i, cardHeight), [building(context.chart, place, changed(place))])));
    if (seat.alive) out.push(hand(context.chart, seat, height - 40));
    return el("g", { opacity: seat.alive ? 1 : 0.5 }, ...out);
  };

  const top = (view, chart) => {
    const last = view.discard[view.discard.length - 1];
    const pile = (x, label, count, colour) => rect(x, 7, 17, 23, { rx: 2, fill: colour, stroke: "var(--ink)" }) +
      text(x + 24, 24, `${label} ${count}`, { "font-size": 13, class: "ink" });
    return rect(0, 0, WIDTH, TOP - 7, { rx: 8, class: "panel", stroke: "var(--line)" }) +
      text(14, 24, `round ${view.round} of ${view.options.round_cap}`, { "font-size": 15, "font-weight": 700, class: "ink" }) +
      chart.phases.map((phase, i) => rect(170 + i * 84, 8, 78, 21, { rx: 5, fill: phase === view.phase ? "var(--civic)" : "var(--place)", stroke: phase === view.phase ? "var(--accent)" : "none", "stroke-width": 2 }) +
        text(209 + i * 84, 23, phase, { "font-size": 12, "text-anchor": "middle", "font-weight": phase === view.phase ? 700 : 400, class: "ink" })).join("") +
      pile(450, "deck", view.deck.count, "#7a5a3a") + pile(580, "discard", view.discard.length, "#b7bcc6") +
      el("g", {}, text(700, 24, cut(last ? spaced(last) : "", 150, 12), { "font-size": 12, class: "muted" }),
        el("title", {}, pentarch.escape(view.discard.map(spaced).join(", ")))) +
      pile(868, "legendary", view.legendary.count, DARK) +
      (view.looked.count ? pile(1010, "looking at", view.looked.count, "#e8b923") : "");
  };

  const report = (view, context, y) => {
    const out = [rect(0, y, WIDTH, REPORT - 4, { rx: 8, class: "panel", stroke: "var(--line)" })];
    if (context.seat >= 0)
      out.push(text(14, y + 22, cut(`p${context.seat + 1}: ${context.phrase}`, 420, 13.5), { "font-size": 13.5, "font-weight": 700, fill: wordsOf(`p${context.seat + 1}`) }));
    const told = context.events.filter((e) => !["drew_cards", "kept", "hired_card", "moved_card", "swapped_cards", "took_card"].includes(e.name));
    wrap(told.map((e) => e.sentence).join("  "), 420, 11.5, 6).forEach((words, i) =>
      out.push(text(14, y + 43 + i * 16, words, { "font-size": 11.5, class: "ink" })));
    if (view.looked.cards && view.looked.cards.length)
      out.push(text(14, y + REPORT - 12, cut(`looking at ${view.looked.cards.map(spaced).join(", ")}`, 420, 11.5), { "font-size": 11.5, "font-weight": 600, class: "ink" }));
    const battle = view.battle || (context.events.some((e) => e.name === "battle" || e.name === "razed" || e.name === "called_off") ? context.before.battle : null);
    if (!battle) return out.join("");
    const side = (x, name, entries, total, label) => {
      const colour = colourOf(name);
      out.push(rect(x, y + 8, 296, REPORT - 20, { rx: 6, fill: "var(--paper)", stroke: colour, "stroke-width": 2 }),
        text(x + 10, y + 26, `${name} ${label}`, { "font-size": 12.5, "font-weight": 700, fill: wordsOf(name) }),
        text(x + 286, y + 30, total, { "font-size": 24, "font-weight": 800, fill: wordsOf(name), "text-anchor": "end" }));
      entries.slice(0, 10).forEach((entry, i) =>
        out.push(unit(context.chart, x + 10 + (i % 2) * 140, y + 40 + Math.floor(i / 2) * 19, 134, entry.card, "troop", { on_battlefield: !entry.has_home })));
      if (entries.length > 10) out.push(text(x + 200, y + 26, `+${entries.length - 10}`, { "font-size": 11, class: "muted" }));
    };
    side(454, battle.attacker, battle.attackers, battle.attack_total, "attacks");
    side(876, battle.defender, battle.defenders, battle.defence_total, "defends");
    const middle = (dy, words, size) => out.push(text(813, y + dy, words, { "text-anchor": "middle", "font-size": size, "font-weight": size > 14 ? 800 : 400, class: "ink" }));
    middle(34, `${battle.attack_total} : ${battle.defence_total}`, 22);
    middle(54, "attack : defence", 10.5);
    if (battle.score) middle(78, `score ${battle.score > 0 ? "+" : "−"}${Math.abs(battle.score)}`, 14.5);
    if (battle.points || battle.siege) middle(98, `to raze ${battle.points}+${battle.siege}`, 12);
    if (battle.defeated) middle(120, "city defeated", 12.5);
    return out.join("");
  };

  const BOLD = { "text-anchor": "middle", "font-size": 12, "font-weight": 800 };

  pentarch.boards.capital = {
    legend: [
      [pentarch.sample("v1"), "v1, v2, ...: the villages of a seat; other buildings go by their cards"],
      [el("path", { d: "M6 0h17v20l-8.5 -5l-8.5 5z", fill: BANNERS.yellow }) + text(14.5, 13, 2, Object.assign({ fill: DARK }, BOLD)), "banner of a building, and its hit points"],
      [el("path", { d: "M10 5h9v10l-4.5 -3l-4.5 3z", fill: BANNERS.green }), "banner that it needs"],
      [circle(14, 10, 9, { fill: colourOf("p1"), stroke: "#7a4a1e", "stroke-width": 3 }) + text(14, 14, "go", { "text-anchor": "middle", "font-size": 10, fill: "#fff" }), "upgrade that is done, by its first letters"],
      [group(0, 2, [unit(null, 0, 0, 28, null, "troop")]), "troop, face down"], [group(0, 2, [unit(null, 0, 0, 28, null, "merc")]), "mercenary, face down"],
      [rect(0, 2, 28, 15, { rx: 3, fill: TROOP }) + text(14, 14, "1:2", Object.assign({ fill: "#fff" }, BOLD)), "a troop's attack and defence"],
      [rect(1, 2, 26, 15, { rx: 3, fill: "var(--paper)", stroke: "#e8b923", "stroke-width": 2.5 }), "gold edge: a legendary card"],
      [rect(1, 2, 26, 15, { rx: 3, fill: "var(--paper)", stroke: "var(--accent)", "stroke-width": 2.5 }), "orange edge: on the battlefield, or kept in hand"],
      [rect(1, 2, 26, 15, { rx: 3, fill: "var(--paper)", stroke: MERC, "stroke-width": 1.5 }) + text(14, 14, "⌂", { "text-anchor": "middle", "font-size": 12, fill: MERC }), "mercenary who has settled"],
      ...[["gold", "gold in a turn"], ["build", "buildings in a turn"], ["draw", "cards drawn"], ["store", "cards kept"], ["passive", "passive defence"]].map(([name, words]) => [ICONS[name](8, 3), words]),
      [el("path", { d: "M14 17l-7 -7a3.6 3.6 0 0 1 7 -3.6a3.6 3.6 0 0 1 7 3.6z", fill: "#c8393b" }), "hit points of a city"],
    ],
    // Places are named by seat: a winner razes the defender's, else they are one's own.
    keys(command, view, mine) {
      const [verb, ...words] = command.split(" ");
      const owner = verb === "raze" && view.battle ? view.battle.defender : mine;
      return words.flatMap((word) => [word, `${owner}.${word}`]);
    },
    targets(view, { cardHeight, heights, upgrades }, mine) {
      const tops = topsOf(heights);
      return view.seats.flatMap((seat, i) => [
        { key: seat.seat, x: 10, y: tops[i] + 4, width: 206, height: 42 },
        { key: `${seat.seat}.city`, x: 12, y: tops[i] + 76, width: 204, height: Math.max(24, heights[i] - 82) },
        ...byPlace(seat.buildings).map((place, k) => {
          const [x, y] = placeOf(k, cardHeight);
          return { key: `${seat.seat}.${place.at}`, x, y: tops[i] + y, width: CARD, height: cardHeight };
        }),
        ...(seat.seat !== mine ? [] : [
          ...upgrades.map((key, k) => ({ key, x: 18 + k * 24.5, y: tops[i] + 50, width: 22, height: 22, round: 11 })),
          ...handOf(seat).cards.map(({ card, wide, x, y }) => ({ key: card, x, y: tops[i] + heights[i] - 40 + y, width: wide, height: 15 })),
        ]),
      ]);
    },
    chapter: (view) => `Round ${view.round} · ${view.active}`,
    // How much room each seat needs at most, so that the board does not jump while stepping.
    prepare(frames, steps, chart) {
      let most = 0;
      const rows = frames[0].seats.map(() => 1);
      let cityUnits = 1;
      for (const view of frames)
        view.seats.forEach((seat, i) => {
          rows[i] = Math.max(rows[i], Math.ceil(seat.buildings.length / PER_ROW));
          for (const place of seat.buildings) most = Math.max(most, slots(place));
          cityUnits = Math.max(cityUnits, slots(Object.assign({ settled: null }, seat.city)));
        });
      const cardHeight = HEAD + most * UNIT;
      const heights = rows.map((n) => Math.max(158, 98 + cityUnits * UNIT, 16 + n * (cardHeight + 6) + 44));
      return { cardHeight, heights, upgrades: chart.upgrades };
    },
    draw(view, context) {
      const { heights } = context.prepared;
      const out = [top(view, context.chart)], tops = topsOf(heights), last = heights.length - 1;
      view.seats.forEach((seat, i) => out.push(group(0, tops[i], [area(view, seat, i, heights[i], context)])));
      const y = tops[last] + heights[last] + 8;
      out.push(report(view, context, y));
      const over = view.phase === "over" ? `over: ${view.ending}` : `${view.phase} phase of ${view.active}, ${view.to_act} decides: ${spaced(view.decision)}`;
      const half = Math.ceil(PER_ROW / 2) * (CARD + GAP);
      const isWide = (seat) => seat.buildings.length > half / (CARD + GAP) || handOf(seat).cards.some(({ x, wide }) => x + wide > LEFT + half);
      const areas = view.seats.flatMap((seat, i) => [[0, tops[i], LEFT, heights[i]], [LEFT, tops[i], half, heights[i]],
        ...(isWide(seat) ? [[LEFT + half, tops[i], WIDTH - LEFT - half, heights[i]]] : [])]);
      return { width: WIDTH, height: y + REPORT, parts: out, areas, headline: `Round ${view.round} · ${over}` };
    },
  };
})();
