// Kingdom Command: the map as a graph, a panel per kingdom, and the battles of the round below.
"use strict";
(() => {
  const { el, rect, circle, line, text, group, arrow, cut, wrap, seatPanel, seatOf, nameOf, colourOf, inkOn, wordsOf, DARK } = pentarch;
  const WIDTH = 1180, BESIDE = 820, PANEL = 348, TOP = 40, REPORT = 186, SMALLEST = 20;
  const CHIP = 37, ROW = 18;
  const GLYPHS = {
    swordsman: "M3 13L13 3M3 8l5 5",
    guard_tower: "M4 14V3h2v2h1V3h2v2h1V3h2v11z",
    mage: "M3 14L9 7M11 1l1 3 3 1-3 1-1 3-1-3-3-1 3-1z",
    knight: "M4 14h9c0-4 0-8-3-10L9 2 8 4C5 5 3 7 2 10l2 1 3-2c0 2-3 3-3 5z",
    trireme: "M1 10h14l-3 4H4zM8 9V2l5 6z",
    galleon: "M0 9h16l-2 5H3zM5 8V3L1 8zM8 8V1l6 7z",
    dragon: "M8 15L1 3l4 3 3-5 3 5 4-3z",
  };
  const SPELLS = {
    fog: "M-5 4a3 3 0 0 1 0 -6a4 4 0 0 1 7 -1a3.5 3.5 0 0 1 3 7z", earthquake: "M-3 -7l4 4l-4 3l5 3l-3 4",
    blessing: "M0 -7l1.6 5.4l5.4 1.6l-5.4 1.6l-1.6 5.4l-1.6 -5.4l-5.4 -1.6l5.4 -1.6z",
  };

  // Panels stand beside the map, or below a map with so many areas that it needs the width.
  const layout = (board) => arrange(board, BESIDE, SMALLEST) || arrange(board, WIDTH, 12);

  // The largest tiles that fit without anyone moving far; null if they would be too small.
  const arrange = (board, wide, smallest) => {
    const scale = wide / board.width, high = board.height * scale;
    for (let half = board.areas.length > 30 ? 28 : 36; half >= smallest; half -= 2) {
      const at = {};
      for (const area of board.areas)
        at[area.id] = { x: area.x * scale, y: TOP + area.y * scale, sea: area.kind === "sea" };
      if (spread(Object.values(at), half, wide, high) || half === 12) return { at, half, high, wide };
    }
    return null;
  };

  // Push tiles that touch apart, inside the map. Whether that worked, with small pushes only.
  const spread = (places, half, wide, high) => {
    const first = places.map(({ x, y }) => [x, y]);
    const apart = 2 * half + 12, low = apart + 4;  // edges must show, and the names below tiles
    for (let round = 0; round < 40; round++) {
      let moved = false;
      places.forEach((a, i) => {
        for (let j = i + 1; j < places.length; j++) {
          const b = places[j], dx = b.x - a.x, dy = b.y - a.y;
          const overX = apart - Math.abs(dx), overY = low - Math.abs(dy);
          if (overX <= 0 || overY <= 0) continue;
          moved = true;
          const along = overX < overY ? "x" : "y";
          const push = (Math.min(overX, overY) / 2 + 0.5) * (b[along] < a[along] ? -1 : 1);
          a[along] -= push;
          b[along] += push;
        }
        a.x = Math.min(wide - half - 5, Math.max(half + 5, a.x));
        a.y = Math.min(TOP + high - half - 13, Math.max(TOP + half + 5, a.y));
      });
      if (!moved) return places.every((a, i) => Math.hypot(a.x - first[i][0], a.y - first[i][1]) < half);
    }
    return false;
  };

  // What never changes: edges by kind, drawn once.
  const ground = (board, { at, high, wide }) => {
    const out = [rect(0, TOP, wide, high, { rx: 8, class: "panel", stroke: "var(--line)" })];
    for (const area of board.areas)
      for (const other of area.neighbours) {
        if (area.id > other) continue;
        const a = at[area.id], b = at[other];
        const style = a.sea && b.sea ? { stroke: "#2f5fa8", "stroke-width": 3 }
          : a.sea || b.sea ? { stroke: "#6fa6e0", "stroke-width": 2, "stroke-dasharray": "6 5" }
            : { stroke: "#9a7748", "stroke-width": 4 };
        out.push(line(a.x, a.y, b.x, b.y, style));
      }
    return out.join("");
  };

  const tower = (x, y, colour, home) =>
    el("path", {
      d: `M${x} ${y + 14}v-11h3v3h2v-3h3v3h2v-3h3v11z`, fill: colour, stroke: "var(--ink)",
      "stroke-width": 0.9,
    }) +
    (home ? el("path", { d: `M${x + 6.5} ${y + 4}v-7l6 2.5l-6 2.5`, fill: colour, stroke: "var(--ink)", "stroke-width": 0.8 }) : "");

  const coin = (x, y, r, words) => circle(x, y, r, { class: "renown", stroke: "#8a6a10" }) +
    text(x, y + r * 0.52, words, { "text-anchor": "middle", "font-size": r * 1.5, "font-weight": 700, class: "on-renown" });
  const hammer = (x, y) => el("path", { d: `M${x} ${y}h7v3.5h-2.2v5.5h-2.6v-5.5h-2.2z`, class: "ink" });
  const sword = (x, y) => el("path", { d: `M${x} ${y + 9}l7.5 -8.5M${x} ${y + 4.5}l4 4`, class: "strokes", "stroke-width": 1.8 });
  const saw = (x, y) => circle(x, y, 5.5, { fill: "#d6dbe2", stroke: "#3d4653", "stroke-width": 2.4, "stroke-dasharray": "2 1.4" }) +
    circle(x, y, 1.4, { fill: "#3d4653" });

  // One kind of unit of one kingdom: whose, its sign, how many, mana dots, scaffold, water if aboard.
  const chip = (stack) => {
    const ink = inkOn(stack.kingdom), loose = stack.ghost || stack.build;
    return rect(0.5, 0.5, CHIP - 2, 16, {
      rx: 4, fill: colourOf(stack.kingdom), stroke: loose ? "var(--paper)" : DARK, "stroke-dasharray": loose ? "3 2" : null,
    }) +
    el("path", { d: "M4.5 1h5v15h-5q-3.5 0 -3.5 -3.5v-8q0 -3.5 3.5 -3.5z", fill: DARK }) +
    text(5.3, 12.4, seatOf(stack.kingdom) < 0 ? "n" : stack.kingdom[1], { fit: 9, "font-size": 14, "font-weight": 800, fill: "#fff", "text-anchor": "middle" }) +
    el("path", {
      d: GLYPHS[stack.kind], transform: "translate(10.5 2) scale(.8)", fill: ink,
      stroke: ink, "stroke-width": stack.kind === "swordsman" || stack.kind === "mage" ? 1.6 : 0.3,
    }) +
    text(29.5, 12.5, stack.label, {
      fit: 13, "font-size": 14, "font-weight": 700, fill: ink, "text-anchor": "middle",
    }) +
    [...Array(stack.mana || 0)].map((_, i) => circle(26 + i * 4, 3, 1.7, { fill: "#ffe27a", stroke: DARK, "stroke-width": 0.4 })).join("") +
    (stack.aboard ? rect(2, 14.5, CHIP - 5, 3, { fill: "#58b4ff", rx: 1.5 }) : "") +
    (stack.about ? el("title", {}, pentarch.escape(stack.about)) : "");
  };

  // What a kind of unit is good for.
  const about = ({ title, attack, hit_points, movement, upkeep, capacity }) =>
    `${title}: attack ${attack}, hit points ${hit_points}, movement ${movement}, upkeep ${upkeep}` +
    (capacity ? `, carries ${capacity}` : "");

  const stacksOf = (view, chart) => {
    const found = {};
    const add = (area, key, stack) => {
      const stacks = (found[area] = found[area] || {});
      if (stacks[key]) stacks[key].count += stack.count;
      else stacks[key] = Object.assign(stack, { about: about(chart.kinds[stack.kind]) });
    };
    for (const unit of view.units) {
      const build = unit.build > 0;
      add(unit.area, [unit.kingdom, unit.type, unit.mana, build, !!unit.ship].join(), {
        kind: unit.type, kingdom: unit.kingdom, mana: unit.mana, build,
        aboard: !!unit.ship, count: 1,
      });
    }
    const ghost = (entry, owner) => add(entry.place, `queue ${owner} ${entry.type} ${entry.rounds}`, {
      kind: entry.type, kingdom: owner, mana: 0, ghost: true, count: 1,
      rounds: entry.rounds,
    });
    for (const castle of view.castles) for (const entry of castle.queue) ghost(entry, castle.owner);
    for (const seat of view.seats)
      if (seat.plan) for (const entry of seat.plan.queued) ghost(entry, seat.seat);
    return found;
  };

  const label = (stack) =>
    stack.ghost ? (stack.rounds > 1 ? stack.rounds : "+" + stack.count) : stack.count > 1 ? stack.count : "";

  const tile = (area, state, half, stacks, marked) => {
    const size = 2 * half;
    const owned = state.owner ? colourOf(state.owner) : null;
    const edge = marked ? { stroke: "var(--accent)", "stroke-width": 4 }
      : { stroke: owned || "var(--muted)", "stroke-width": owned ? 2.5 : 1.2 };
    const out = [];
    if (area.kind === "sea")
      out.push(circle(half, half, half, Object.assign({ fill: "#bcd9f5" }, edge, owned ? {} : { stroke: marked ? "var(--accent)" : "#2f5fa8" })),
        el("path", {
          d: `M${half - 12} ${half * 0.42}q4 -5 8 0t8 0t8 0`, fill: "none", stroke: "#2f5fa8",
          "stroke-width": 1.6,
        }));
    else {
      out.push(rect(0, 0, size, size, { rx: 8, fill: "var(--paper)" }),
        rect(0, 0, size, size, Object.assign({
          rx: 8, fill: owned || "var(--land)", "fill-opacity": owned ? 0.38 : 1,
        }, edge)));
      if (state.castle) {
        out.push(tower(3, 3, owned || pentarch.NOBODY, area.home));
        const { production, attack } = state.castle;
        const small = { "font-size": half < 32 ? 10 : 11, "font-weight": 700, class: "ink" };
        if (half >= 32) out.push(hammer(19, 4.5), text(28, 13.5, production, small), sword(37, 4), text(46, 13.5, attack, small));
        else if (half >= 24) out.push(text(18, 13.5, `${production}·${attack}`, small));
        out.push(el("title", {}, pentarch.escape(`production ${production}, attack ${attack}`)));
      }
      const r = half < 32 ? 6 : 7;
      out.push(coin(size - r - 2, r + 2, r, area.tax));
      // In the corner: the middle of the tile is for units.
      if (state.sawmill) out.push(saw(size - 3, size - 3));
    }
    const room = { x: 2, y: half < 20 ? 14 : 19, width: size - 4, height: size - (half < 20 ? 15 : 21) };
    if (stacks.length) {
      let columns = 1, scale = 0;
      for (let c = 1; c <= stacks.length; c++) {
        const rows = Math.ceil(stacks.length / c);
        const fits = Math.min(1.05, room.width / (CHIP * c), room.height / (ROW * rows));
        if (fits > scale) { columns = c; scale = fits; }
      }
      const wide = Math.min(columns, stacks.length) * CHIP * scale;
      stacks.forEach((stack, i) => {
        stack.label = label(stack);
        out.push(el("g", {
          transform: `translate(${(room.x + (room.width - wide) / 2 + (i % columns) * CHIP * scale).toFixed(1)} ` +
            `${(room.y + Math.floor(i / columns) * ROW * scale).toFixed(1)}) scale(${scale.toFixed(3)})`,
          opacity: stack.ghost ? 0.72 : 1,
        }, chip(stack)));
      });
    }
    return out.join("");
  };

  // The name of an area and whose it is, above everything else.
  const caption = (area, owner, { x, y }, half) => text(x, y + half + 9.5, owner ? `${area.id} ${owner}` : area.id, {
    "text-anchor": "middle", "font-size": 10, "font-weight": owner ? 600 : 400, class: "ink", "paint-order": "stroke",
    stroke: "var(--panel)", "stroke-width": 3 });

  const between = (at, from, to, half) => {
    const a = at[from], b = at[to];
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const dx = (b.x - a.x) / long, dy = (b.y - a.y) / long;
    const short = Math.min(half * 0.9, long * 0.3);
    // Beside the edge, so that the way back does not cover it.
    return [a.x + dx * short - dy * 5, a.y + dy * short + dx * 5,
      b.x - dx * short - dy * 5, b.y - dy * short + dx * 5];
  };

  // Arrows by [kingdom, from, to, dashes]; each with its words in the middle.
  const legs = (found, at, half, faded) => Object.entries(found).map(([key, words]) => {
    const [who, from, to, style] = key.split(",");
    if (!at[from] || !at[to] || from === to) return "";
    const [x1, y1, x2, y2] = between(at, from, to, half);
    const wide = 7 + 6.2 * words.length, x = (x1 + x2) / 2, y = (y1 + y2) / 2;
    // Between tiles that stand close there is no room for words.
    const isFree = Math.max(Math.abs(at[to].x - at[from].x), Math.abs(at[to].y - at[from].y)) > 2 * half + 24;
    return el("g", { opacity: faded ? 0.85 : 1 },
      arrow(x1, y1, x2, y2, colourOf(who), { "stroke-dasharray": style || null }),
      words && isFree ? rect(x - wide / 2, y - 7.5, wide, 15, { rx: 7.5, fill: "var(--paper)", stroke: colourOf(who), "stroke-width": 1.5 }) +
        text(x, y + 3.8, words, { "text-anchor": "middle", "font-size": 10.5, "font-weight": 700, class: "ink" }) : "");
  }).join("");

  const spellSign = (x, y, name, who) => circle(x, y, 9.5, { fill: "#ffd84a", stroke: colourOf(who), "stroke-width": 2 }) +
    el("path", { d: SPELLS[name], transform: `translate(${x} ${y})`, fill: name === "earthquake" ? "none" : name === "fog" ? "#6f7d92" : "#b07400",
      stroke: DARK, "stroke-width": name === "earthquake" ? 2 : 0.8 });

  const spell = (at, half, who, from, to, name) => {
    const a = at[from], b = at[to];
    if (!b) return "";
    return (a ? line(a.x, a.y, b.x, b.y, { stroke: colourOf(who), "stroke-width": 1.4, "stroke-dasharray": "2 3" }) : "") +
      circle(b.x, b.y, half + 7, { fill: "none", stroke: "#ffd84a", "stroke-width": 4, opacity: 0.9 }) +
      circle(b.x, b.y, half + 7, { fill: "none", stroke: colourOf(who), "stroke-width": 1.2 }) +
      spellSign(b.x + half + 1, b.y - half + 3, name, who);
  };

  const unitsById = (view) => {
    const found = {};
    for (const unit of view.units) found[unit.id] = unit;
    return found;
  };

  // The order that each leg of a plan comes from, counted from 1, by the key of its arrow.
  const slotsOf = (seat, orders, areaOf) => {
    const slots = {};
    let last = "";
    orders.forEach((order, i) => {
      const words = order.split(" "), to = words[words.length - 1];
      if (!["move", "on", "sail"].includes(words[0])) return;
      const from = words[0] === "on" ? last : words.length === 5 ? words[3] : areaOf(words[1]);
      const key = [seat, from, to, ""].join();
      slots[key] = [...(slots[key] || []), i + 1];
      last = to;
    });
    return slots;
  };

  // What is ordered so far; an arrow has the numbers of its orders.
  const plans = (view, at, half) => {
    const found = {}, rings = [];
    const units = unitsById(view);
    const areaOf = (id) => (units[id] ? units[id].area : "");
    for (const seat of view.seats) {
      const plan = seat.plan;
      if (!plan) continue;
      const slots = slotsOf(seat.seat, plan.orders, areaOf);
      const add = (from, to, style) => {
        const key = [seat.seat, from, to, style].join();
        const numbers = slots[key] || [];
        found[key] = numbers.slice(0, 3).join(" ") + (numbers.length > 3 ? "…" : "");
      };
      for (const path of plan.paths) {
        const way = path.areas[0] === areaOf(path.unit) ? path.areas : [areaOf(path.unit), ...path.areas];
        for (let i = 1; i < way.length; i++) add(way[i - 1], way[i], "");
      }
      for (const load of plan.loads) add(areaOf(load.unit), areaOf(load.ship), "2 4");
      for (const unload of plan.unloads) add(areaOf(unload.unit), unload.area, "2 4");
      for (const cast of plan.casts)
        rings.push(spell(at, half, seat.seat, areaOf(cast.mage), cast.area, cast.spell));
    }
    return legs(found, at, half, false) + rings.join("");
  };

  const clash = (x, y) => circle(x, y, 12, { fill: "#ffdf6b", stroke: "#b3261e", "stroke-width": 2 }) +
    el("path", { d: `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12`, stroke: "#b3261e", "stroke-width": 2.6 });

  // What the end of the orders set in motion, over the map.
  const execution = (view, context, at, half) => {
    const counts = {}, out = [];
    const units = unitsById(context.before);
    for (const event of context.events) {
      const values = event.values;
      if (event.name === "moved") {
        const key = [`p${event.seat + 1}`, values[1], values[2], ""].join();
        counts[key] = (counts[key] || 0) + 1;
      } else if (event.name === "cast") {
        const mage = units[values[1]];
        out.push(spell(at, half, `p${event.seat + 1}`, mage && mage.area, values[2], values[0]));
      } else if ((event.name === "captured" || event.name === "neutralised") && at[values[0]]) {
        const { x, y } = at[values[0]];
        out.push(rect(x - half - 4, y - half - 4, 2 * half + 8, 2 * half + 8, {
          rx: 11, fill: "none", stroke: colourOf(`p${event.seat + 1}`), "stroke-width": 3, "stroke-dasharray": "7 4" }));
      } else if (event.name === "battle" && at[values[0]]) {
        const { x, y } = at[values[0]];
        out.push(clash(x - half - 2, y - half + 2));
      } else if (event.name === "skirmish") {
        const [a, b] = values[0].split("-").map((id) => at[id]);
        if (a && b) out.push(clash((a.x + b.x) / 2, (a.y + b.y) / 2));
      }
    }
    const words = Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, count > 1 ? `${count}×` : ""]));
    return legs(words, at, half, true) + out.join("");
  };

  const battlesOf = (events, before) => {
    const units = unitsById(before);
    const found = [];
    const round = (number) => {
      const last = found[found.length - 1];
      if (!last.rounds[number]) last.rounds[number] = { pools: [], lost: {} };
      return last.rounds[number];
    };
    let number = 0;
    for (const event of events) {
      if (event.name === "battle" || event.name === "skirmish") {
        found.push({ title: `${event.name} ${event.values[0]}: ${event.values.slice(1).join(" ")}`, rounds: {} });
        number = 0;
      } else if (event.name === "struck" && found.length) {
        number = event.values[1];
        round(number).pools.push([event.seat, event.values[2]]);
      } else if ((event.name === "eliminated" || event.name === "drowned") && found.length && number) {
        const unit = units[event.values[0]];
        if (!unit) continue;
        const lost = round(number).lost;
        const key = unit.kingdom + unit.type;
        if (lost[key]) lost[key].label++;
        else lost[key] = { kind: unit.type, kingdom: unit.kingdom, label: 1 };
      }
    }
    return found;
  };

  const TOLD = ["captured", "neutralised", "built", "learned", "fallen", "ended", "cast", "disbanded", "forgiven"];

  // The latest command, and what the end of the latest orders led to: the battles, else the rest.
  const report = (context, y) => {
    const out = [rect(0, y, WIDTH, REPORT - 6, { rx: 8, class: "panel", stroke: "var(--line)" })];
    if (context.seat >= 0)
      out.push(text(14, y + 21, cut(`p${context.seat + 1}: ${context.phrase}`, 560, 14), { "font-size": 14, "font-weight": 700, fill: wordsOf(`p${context.seat + 1}`) }));
    const { round, events, before } = context.prepared.executed(context.step);
    if (!round) return out.join("");
    const battles = battlesOf(events, before);
    out.push(text(WIDTH - 14, y + 21, `round ${round} was carried out: ${battles.length || "no"} ${battles.length === 1 ? "battle" : "battles"}` +
      (battles.length > 8 ? `, the first 8 shown` : ""), { "font-size": 12.5, class: "muted", "text-anchor": "end" }));
    battles.slice(0, 8).forEach((battle, i) => {
      const x = 14 + (i % 4) * 290, top = y + 43 + Math.floor(i / 4) * 72;
      const rounds = Object.entries(battle.rounds);
      out.push(text(x, top, cut(battle.title, rounds.length > 3 ? 210 : 280, 13.6), { "font-size": 12.5, "font-weight": 700, class: "ink" }));
      rounds.slice(0, 3).forEach(([number, { pools, lost }], row) => {
        const line = top + 17 + row * 17;
        let at = x;
        out.push(text(at, line, number + ".", { "font-size": 11, class: "muted" }));
        at += 16;
        for (const [seat, pool] of pools) {
          const name = seat < 0 ? context.chart.neutral : `p${seat + 1}`;
          out.push(rect(at, line - 11, 40, 14, { rx: 3, fill: colourOf(name) }),
            text(at + 20, line, `${name} ${pool}`, { "font-size": 10.5, "font-weight": 700, fill: inkOn(name), "text-anchor": "middle" }));
          at += 44;
        }
        const fallen = Object.values(lost);
        out.push(text(at + 4, line, fallen.length ? "lost" : "no losses", { "font-size": 11, class: "muted" }));
        fallen.slice(0, Math.floor((x + 250 - at) / CHIP)).forEach((stack, i) =>
          out.push(group(at + 30 + i * CHIP, line - 12.5, [chip(stack)])));
      });
      if (rounds.length > 3)
        out.push(text(x + 280, top, `${rounds.length} rounds`, { "font-size": 10.5, class: "muted", "text-anchor": "end" }));
    });
    if (!battles.length)
      wrap(events.filter((e) => TOLD.includes(e.name)).map((e) => e.sentence).join("  "), WIDTH - 30, 12.5, 7).forEach((words, i) =>
        out.push(text(14, y + 45 + i * 18, words, { "font-size": 12.5, class: "ink" })));
    return out.join("");
  };

  // Of each step, what the end of orders at it or latest before it led to, and from where.
  const executions = (frames, steps) => {
    const latest = [0];
    steps.forEach((step, i) => latest.push(step.events.some((e) => e.name === "orders") ? i + 1 : latest[i]));
    return (step) => {
      const at = latest[step];
      return at ? { round: frames[at - 1].round, events: steps[at - 1].events, before: frames[at - 1] } : {};
    };
  };

  const panel = (view, seat, index, width, height, context) => {
    const active = view.to_act.includes(seat.seat);
    const goal = view.castles_to_win;
    const colour = colourOf(seat.seat);
    const small = { "font-size": 11.5, class: "ink" };
    const net = seat.income - seat.upkeep;
    const { decisions, scrolls, techs } = context.chart;
    const state = seat.eliminated ? `fallen in round ${seat.eliminated}`
      : seat.done ? `✓ ${decisions.done}` : decisions[seat.plan ? seat.plan.decision : "menu"];
    const stock = Object.entries(seat.stock).filter((s) => s[1]).map((s) => `${s[1]} ${scrolls[s[0]].title}`);
    const research = Object.entries(seat.research).map(([tech, paid]) => `${techs[tech].title} (${paid} of ${techs[tech].rounds} paid)`);
    const words = [
      stock.join(", "),
      [seat.market ? "market" : "", ...seat.techs.map((tech) => techs[tech].title)].filter(Boolean).join(", "),
      research.length ? "research: " + research.join(", ") : "",
    ].filter(Boolean);
    const out = [
      seatPanel(width, height, seat.seat, nameOf(seat.seat, context.name(index), width - 80, 15), active),
      text(width - 12, 23, `${seat.castles} / ${goal}`, { "text-anchor": "end", "font-size": 19, "font-weight": 800, fill: wordsOf(seat.seat) }),
    ];
    const step = (width - 30) / Math.max(goal, seat.castles);
    for (let i = 0; i < Math.max(goal, seat.castles); i++)
      out.push(rect(18 + i * step, 29, step - 3, 7, { rx: 2, fill: i < seat.castles ? colour : "var(--place)" }));
    out.push(
      circle(24, 48, 6, { class: "renown", stroke: "#8a6a10" }),
      text(35, 52, `${seat.plan ? seat.plan.gold : seat.gold}`, { "font-size": 14, "font-weight": 700, class: "ink" }),
      text(66, 52, `+${seat.income} −${seat.upkeep} = ${net >= 0 ? "+" : "−"}${Math.abs(net)}`, small),
      text(150, 52, `army ${seat.army}`, small),
      text(width - 12, 52, state, {
        "text-anchor": "end", "font-size": 11.5, "font-weight": 600,
        fill: seat.done && !seat.eliminated ? "var(--good)" : "var(--muted)" }));
    const lines = [];
    for (const part of words) lines.push(...wrap(part, width - 34, 11.5, 2));
    const orders = seat.plan ? seat.plan.orders : [];
    const room = Math.floor((height - 60) / 15);
    const kept = lines.slice(0, Math.max(1, room - (orders.length ? 1 : 0)));
    kept.forEach((words, i) => out.push(text(18, 69 + i * 15, words, small)));
    const left = Math.max(0, room - kept.length), hidden = Math.max(0, orders.length - left);
    orders.slice(hidden).forEach((order, i) =>
      out.push(text(18, 69 + (kept.length + i) * 15, cut(`${hidden + i + 1} ${context.prepared.phrases.get(order) || order}`, width - 34, 11.5), { "font-size": 11.5, class: "muted" })));
    return el("g", { opacity: seat.eliminated ? 0.5 : 1 }, ...out);
  };

  const piece = (kind, more) => group(0, 1, [chip(Object.assign({ kind, kingdom: "p1", label: "" }, more))], { transform: "translate(0 1) scale(.78)" });

  pentarch.boards.kingdom = {
    legend: [
      [pentarch.sample("r1"), "r1, r2, ...: regions of land"], [pentarch.sample("z1"), "z1, z2, ...: zones of sea"],
      [pentarch.sample("u9"), "u1, u2, ...: units, in the order in which they came"],
      [piece("swordsman", { label: 3 }), "three swordsmen of p1"], [piece("knight"), "knight"],
      [piece("mage", { mana: 2 }), "mage; a dot for each mana"], [piece("trireme"), "trireme"], [piece("galleon"), "galleon"],
      [piece("dragon"), "dragon"], [piece("guard_tower", { build: true }), "guard tower; dashed while it is built"],
      [piece("swordsman", { aboard: true }), "underlined: aboard a ship"], [piece("swordsman", { kingdom: "n0" }), "n: of nobody"],
      [piece("swordsman", { ghost: true, label: "+1" }), "in training; a bare 2 needs two rounds more"],
      [tower(1, 4, colourOf("p1"), true) + hammer(16, 6) , "castle (home with a flag) and its production"], [sword(10, 5), "attack of a castle"],
      [coin(14, 10, 7, 3), "tax of a region"], [saw(14, 10), "sawmill"],
      [arrow(1, 10, 27, 10, colourOf("p1")), "an order, with its number; dotted: load or unload"],
      [spellSign(14, 10, "fog", "p1"), "fog"], [spellSign(14, 10, "earthquake", "p1"), "earthquake"], [spellSign(14, 10, "blessing", "p1"), "blessing"],
      [clash(14, 10), "a battle or a skirmish"],
    ],
    // A unit is clicked where it stands.
    keys(command, view) {
      const units = unitsById(view);
      return command.split(" ").slice(1).map((word) => (units[word] ? units[word].area : word));
    },
    targets: (view, { at, half }) => Object.entries(at).map(([key, { x, y, sea }]) =>
      ({ key, x: x - half, y: y - half, width: 2 * half, height: 2 * half, round: sea ? half : 8 })),
    chapter: (view) => `Round ${view.round}`,
    prepare(frames, steps) {
      const placed = layout(frames[0].board);
      // Orders stand in views as programs write them, and in steps also as people say them.
      const phrases = new Map(steps.map(({ command, phrase }) => [command, phrase]));
      return Object.assign(placed, { phrases, ground: ground(frames[0].board, placed), executed: executions(frames, steps) });
    },
    draw(view, context) {
      const { at, half, high, wide, ground } = context.prepared;
      const castles = {}, regions = {};
      for (const castle of view.castles) castles[castle.id] = castle;
      for (const region of view.regions) regions[region.id] = region;
      const stacks = stacksOf(view, context.chart);
      const executed = context.events.some((e) => e.name === "orders");
      const named = executed ? [] : context.words.split(" ");
      const out = [ground], names = [];
      for (const area of view.board.areas) {
        const { x, y } = at[area.id];
        const state = {
          owner: regions[area.id] && regions[area.id].owner, castle: castles[area.id],
          sawmill: regions[area.id] && regions[area.id].sawmill,
        };
        out.push(group(x - half, y - half, [tile(area, state, half, Object.values(stacks[area.id] || {}), named.includes(area.id))]));
        names.push(caption(area, state.owner, at[area.id], half));
      }
      out.push(executed ? execution(view, context, at, half) : plans(view, at, half), names.join(""));
      const { scrolls, techs } = context.chart;
      const offer = view.market.map((item) => `${scrolls[item.scroll].title} for ${item.price}`).join("  ·  ");
      const tech = view.tech && techs[view.tech];
      out.push(rect(0, 0, WIDTH, TOP - 8, { rx: 8, class: "panel", stroke: "var(--line)" }),
        text(14, 21, cut(`market:  ${offer || "nothing"}`, 860, 13), { "font-size": 13, class: "ink" }),
        el("g", {}, text(WIDTH - 14, 21, `tech on offer: ${tech ? tech.title : "none"}   ·   ${view.techs_left.length} to come`, {
          "font-size": 13, class: "ink", "text-anchor": "end" }),
          tech ? el("title", {}, pentarch.escape(`${tech.effect}; ${tech.cost} gold in each of ${tech.rounds} rounds`)) : ""));
      const seats = view.seats.length;
      const panels = [];
      let bottom;
      if (wide < WIDTH) {
        const each = Math.max(112, (high - (seats - 1) * 8) / seats);
        view.seats.forEach((seat, i) => panels.push([wide + 12, TOP + i * (each + 8), PANEL, each]));
        bottom = TOP + Math.max(high, seats * (each + 8) - 8) + 10;
      } else {
        const columns = seats === 4 ? 2 : Math.min(3, seats), each = (WIDTH - (columns - 1) * 8) / columns;
        view.seats.forEach((seat, i) => panels.push([(i % columns) * (each + 8), TOP + high + 8 + Math.floor(i / columns) * 128, each, 120]));
        bottom = TOP + high + 8 + Math.ceil(seats / columns) * 128;
      }
      panels.forEach(([x, y, width, height], i) => out.push(group(x, y, [panel(view, view.seats[i], i, width, height, context)])));
      out.push(report(context, bottom));
      const ended = view.outcome ? ` · over: ${view.outcome.reason}` : "";
      return {
        width: WIDTH, height: bottom + REPORT, parts: out, areas: [[0, TOP, wide, high], ...panels],
        headline: `${view.board.title} · round ${view.round} of ${view.last_round}${ended}`,
      };
    },
  };
})();
