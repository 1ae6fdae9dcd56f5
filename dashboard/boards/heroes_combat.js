// Heroes vs Warlords: a combat, in the Arena or on the Battle Display. It lies over the map while it lasts.
"use strict";
pentarch.heroes.combat = (() => {
  const { el, rect, circle, line, text, group, die, arrow, cut, wrap, colourOf, inkOn, wordsOf, NOBODY, DARK } = pentarch;
  const { known, ROOT, FEATURES } = pentarch.heroes;
  const WIDE = 560, HIGH = 330, TOP = 36, CARD = 46, ROW = 50, CELL = 30;
  const kindOf = (name) => (known.chart.units[name] || { kind: "close" }).kind;
  const levelOf = (name) => (known.chart.units[name] || { level: "M" }).level;

  const sideOf = (stack) => (stack.stack.startsWith("att") ? 0 : 1);
  const shape = (x, y, wide, high, kind, more) =>
    kind === "ranged" ? rect(x, y, wide, high, Object.assign({ rx: high / 2 }, more))
      : kind === "cavalry" ? el("path", Object.assign({ d: `M${x + 6} ${y}h${wide - 12}l6 ${high / 2}l-6 ${high / 2}h${12 - wide}l-6 ${-high / 2}z` }, more))
        : rect(x, y, wide, high, Object.assign({ rx: 2 }, more));

  const struck = (context) => {
    const found = { by: {}, hits: {} };
    for (const event of context.events) {
      if (event.name === "strike") { found.by[event.values[0]] = event.values[2]; found.strike = event; }
      if (event.name === "hits" || event.name === "attrition") found.hits[event.values[0]] = (found.hits[event.values[0]] || 0) + event.values[2];
    }
    return found;
  };

  const card = (stack, x, y, wide, name, marks) =>
    el("g", { opacity: stack.count ? 1 : 0.35 },
      shape(x, y, wide, CARD, kindOf(stack.unit), { fill: colourOf(name), stroke: marks.by[stack.stack] !== undefined ? "var(--accent)" : marks.hits[stack.stack] !== undefined ? "#d0281e" : DARK, "stroke-width": marks.by[stack.stack] !== undefined || marks.hits[stack.stack] !== undefined ? 3 : 1.2 }),
      text(x + wide / 2, y + 14, `${stack.count} × ${levelOf(stack.unit)}`, { "text-anchor": "middle", "font-size": 12.5, "font-weight": 800, fill: inkOn(name) }),
      text(x + wide / 2, y + 28, cut(stack.unit.replace("_", " "), wide - 8, 9.5), { "text-anchor": "middle", "font-size": 9.5, fill: inkOn(name) }),
      text(x + wide / 2, y + 41, `${stack.stack}${stack.tower ? " t" + stack.tower : ""}${stack.damage ? " −" + stack.damage : ""}`, { "text-anchor": "middle", "font-size": 8.5, fill: inkOn(name) }));

  const WALLS = ["#8b929d", "#e0b52e", "#c8393b"];

  const towersOf = (view, letter) =>
    view.cities.find((city) => city.city === letter).buildings.filter((name) => /^tower/.test(name)).length;

  // Ranged stacks behind, the others in front, the defender above: each with its place.
  const linesOf = (combat, isShown, y) => [[1, true], [1, false], [0, false], [0, true]].flatMap(([side, ranged], row) => {
    const list = combat.stacks.filter((s) => sideOf(s) === side && (kindOf(s.unit) === "ranged") === ranged && isShown(s));
    const wide = Math.min(100, (WIDE - 20 - 4 * (list.length - 1)) / Math.max(1, list.length));
    const start = (WIDE - list.length * (wide + 4) + 4) / 2, top = y + row * ROW + (row > 1 ? 20 : 0);
    return list.map((stack, i) => ({ stack, side, wide, x: start + i * (wide + 4), y: top }));
  });

  const arena = (view, combat, marks, y) => {
    const isShown = (stack) => stack.count || marks.hits[stack.stack] !== undefined;
    const out = linesOf(combat, isShown, y).map(({ stack, side, wide, x, y }) => card(stack, x, y, wide, combat.seats[side], marks));
    const middle = y + 2 * ROW + 1;
    if (combat.city) {
      out.push(rect(60, middle, WIDE - 120, 13, { fill: WALLS[combat.wall], stroke: DARK, "stroke-dasharray": combat.wall === 2 ? "8 6" : null }),
        text(WIDE / 2, middle + 10.5, `wall ${known.chart.conditions[combat.wall]}`, { "text-anchor": "middle", "font-size": 10, "font-weight": 700, fill: DARK }));
      combat.towers.slice(0, towersOf(view, combat.city)).forEach((state, i) => out.push(rect(i ? WIDE - 50 : 20, middle - 5, 30, 22, { fill: WALLS[state] || NOBODY, stroke: DARK }),
        text(i ? WIDE - 35 : 35, middle + 10, `t${i + 1}`, { "text-anchor": "middle", "font-size": 10.5, "font-weight": 700, fill: DARK })));
    } else out.push(line(20, middle + 7, WIDE - 20, middle + 7, { stroke: "var(--muted)", "stroke-dasharray": "6 5" }));
    return out.join("");
  };

  const methodOf = (view) => known.chart.methods[view.method];
  const cellAt = (name, y) => {
    const row = name.charCodeAt(0) - 96, number = Number(name.slice(1));
    return [(number - row / 2) * CELL + 8, y + row * CELL * 0.866 - 10];
  };
  const pointy = (x, y, size) => "M" + [0, 1, 2, 3, 4, 5].map((k) => {
    const a = (k * Math.PI) / 3 + Math.PI / 6;
    return `${(x + size * Math.cos(a)).toFixed(1)} ${(y + size * Math.sin(a)).toFixed(1)}`;
  }).join("L") + "z";

  const display = (view, combat, marks, context, y) => {
    const out = [];
    const shown = known.chart.display, side = combat.city ? shown.city : shown.open;
    const towers = combat.city ? shown.towers.slice(0, towersOf(view, combat.city)) : [];
    const terrain = methodOf(view).terrain;
    for (const row of shown.rows)
      for (const name of row) {
        const [x, cy] = cellAt(name, y);
        const wall = combat.city ? shown.walls.indexOf(name) : -1, tower = towers.indexOf(name);
        const stone = terrain && side.stones.includes(name), wood = terrain && side.woods.includes(name), tent = side.tents.includes(name);
        const fill = shown.graveyard.includes(name) ? "#59606b" : wall >= 0 ? WALLS[combat.works[wall]] : tower >= 0 ? WALLS[combat.works[shown.walls.length + tower]]
          : stone ? "#a7a29a" : wood ? "#6fa065" : terrain && side.fords.includes(name) ? "#8fc3e8" : tent ? "#ead9a0" : "#cfe3ae";
        out.push(el("path", { d: pointy(x, cy, CELL / ROOT - 0.6), fill, stroke: "#6d7a52", "stroke-width": 0.7 }));
        if (tower >= 0) out.push(FEATURES.tower(x, cy));
        else if (wall >= 0 && name === shown.drawbridge) out.push(rect(x - 9, cy - 4, 18, 8, { fill: "#8a5a2e", stroke: "#3d2710" }));
        else if (stone) out.push(circle(x, cy, 5, { fill: "#6f6a63" }));
        else if (wood) out.push(el("path", { d: `M${x - 6} ${cy + 6}l6 -13l6 13z`, fill: "#2d5a2a" }));
        else if (tent) out.push(el("path", { d: `M${x - 6} ${cy + 5}l6 -10l6 10z`, fill: "none", stroke: "#8a6a10", "stroke-width": 1.4 }));
      }
    const before = {};
    if (context.before.combat) for (const stack of context.before.combat.stacks) before[stack.stack] = stack.hex;
    const at = {};
    for (const stack of combat.stacks) {
      at[stack.stack] = stack.hex || before[stack.stack];
      if (!stack.hex || !stack.count) continue;
      const [x, cy] = cellAt(stack.hex, y);
      const was = before[stack.stack], name = combat.seats[sideOf(stack)];
      if (was && was !== stack.hex) out.push(arrow(...cellAt(was, y), x, cy, colourOf(name), { "stroke-width": 2.5 }));
      const hot = marks.by[stack.stack] !== undefined, hurt = marks.hits[stack.stack] !== undefined;
      out.push(shape(x - 14, cy - 11, 28, 22, kindOf(stack.unit), { fill: colourOf(name), stroke: hot ? "var(--accent)" : hurt ? "#d0281e" : DARK, "stroke-width": hot || hurt ? 3 : 1.2 }),
        text(x, cy, stack.count, { "text-anchor": "middle", "font-size": 11.5, "font-weight": 800, fill: inkOn(name) }),
        text(x, cy + 9, `${sideOf(stack) ? "d" : "a"} ${levelOf(stack.unit)}`, { "text-anchor": "middle", "font-size": 8.5, fill: inkOn(name) }));
    }
    for (const event of context.events)
      if (event.name === "strike" && at[event.values[0]] && at[event.values[1]])
        out.push(arrow(...cellAt(at[event.values[0]], y), ...cellAt(at[event.values[1]], y), "#d0281e", { "stroke-width": 2, "stroke-dasharray": "4 2" }));
    return out.join("");
  };

  // The combat of a step: also the one that it ended.
  const fought = (view, context) =>
    view.combat || (context.events.some((e) => e.name === "combat_over" || e.name === "broken_off") ? context.before.combat : null);

  // On the half of the map where it does not hide what is fought over.
  const cornerOf = ({ spots, frame }, hex) => {
    const spot = spots[hex], isLow = spot && spot[1] > frame.top + frame.height / 2;
    return [frame.left + (frame.width - WIDE) / 2, isLow ? frame.top + 8 : frame.top + frame.height - HIGH - 8];
  };

  const picture = (view, combat, context) => {
    const out = [rect(0, 0, WIDE, HIGH, { rx: 8, fill: "var(--paper)", stroke: "#d0281e", "stroke-width": 2.5 })];
    const marks = struck(context), first = combat.seats[combat.initiative];
    const striker = (stack) => combat.seats[stack.startsWith("att") ? 0 : 1];
    const phase = combat.phase.replace("step", "step ").replace(/_/g, " ");
    const title = `${combat.seats[0]} attacks ${combat.seats[1]} at ${combat.hex}${combat.city ? " (siege)" : ""} · round ${combat.round}, ${phase}`;
    out.push(text(12, 24, title, { fit: WIDE - 100, "font-size": 13, "font-weight": 700, class: "ink" }),
      el("path", { d: "M0 0l9 5l-9 5z", transform: `translate(${WIDE - 26 - 9 * first.length} 14)`, fill: wordsOf(first) }),
      text(WIDE - 12, 24, first, { "text-anchor": "end", "font-size": 13, "font-weight": 700, fill: wordsOf(first) }));
    const strike = marks.strike;
    const graves = `fallen: ${combat.killed[1]} attacking, ${combat.killed[0]} defending`;
    const results = Object.entries(marks.hits).map(([stack, killed]) => `${stack} loses ${killed}`).join(", ");
    if (methodOf(view).display) {
      out.push(display(view, combat, marks, context, TOP));
      const x = 364, w = WIDE - x - 8;
      let y = 62;
      if (strike) {
        out.push(die(x, y, strike.values[2], true, striker(strike.values[0])), die(x + 50, y, strike.values[3], true, striker(strike.values[1])),
          text(x, y + 34, strike.values[0], { "font-size": 10.5, class: "ink" }), text(x + 50, y + 34, strike.values[1], { "font-size": 10.5, class: "ink" }));
        y += 52;
      }
      [...wrap(results, w, 11, 6), ...wrap(graves, w, 11, 4)].filter(Boolean).forEach((line, i) =>
        out.push(text(x, y + i * 15, line, { "font-size": 11, class: "ink" })));
      const waiting = combat.stacks.filter((s) => s.count && !s.hex).map((s) => `${s.stack} ${s.count}×${levelOf(s.unit)}`);
      if (waiting.length) out.push(text(12, HIGH - 7, cut("waiting: " + waiting.join(", "), WIDE - 20, 10.5), { "font-size": 10.5, class: "muted" }));
      return out.join("");
    }
    out.push(arena(view, combat, marks, TOP));
    const y = 266;
    if (strike)
      out.push(text(12, y + 15, strike.values[0], { "font-size": 11.5, class: "ink" }), die(48, y, strike.values[2], true, striker(strike.values[0])),
        text(78, y + 15, "against", { "font-size": 11, class: "muted" }), die(136, y, strike.values[3], true, striker(strike.values[1])),
        text(162, y + 15, strike.values[1], { "font-size": 11.5, class: "ink" }));
    out.push(text(WIDE - 12, y + 15, cut(results, 250, 11.5), { "font-size": 11.5, "font-weight": 700, class: "ink", "text-anchor": "end" }),
      text(12, y + 42, graves, { "font-size": 11, class: "muted" }));
    return out.join("");
  };

  // The combat over the map, if there is one.
  const over = (view, place, context) => {
    const combat = fought(view, context);
    return combat ? group(...cornerOf(place, combat.hex), [picture(view, combat, context)], { class: "combat" }) : "";
  };

  // Where stacks and hexes of a combat are clicked.
  const targets = (view, place) => {
    if (!view.combat) return [];
    const [left, top] = cornerOf(place, view.combat.hex);
    if (!methodOf(view).display)
      return linesOf(view.combat, (stack) => stack.count, TOP).map(({ stack, wide, x, y }) =>
        ({ key: stack.stack, x: left + x, y: top + y, width: wide, height: CARD }));
    const around = (key, name, r) => {
      const [x, y] = cellAt(name, TOP);
      return { key, x: left + x - r, y: top + y - r, width: 2 * r, height: 2 * r, round: r };
    };
    return [...known.chart.display.rows.flat().map((name) => around(name, name, CELL / 2)),
      ...view.combat.stacks.filter((s) => s.hex && s.count).map((s) => around(s.stack, s.hex, 12))];
  };

  return { kindOf, levelOf, methodOf, shape, over, targets };
})();
