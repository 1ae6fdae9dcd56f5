// TradeWarz: the continent with its sea lane, a panel per house, and the latest battle below.
"use strict";
(() => {
  const { el, rect, circle, line, text, group, die, arrow, cut, wrap, sample, seatPanel, seatMark, kept, nameOf, colourOf, inkOn, wordsOf, seatOf, DARK } = pentarch;
  const WIDTH = 1180, TOP = 46, T = 88, MARGIN = 70, CUT = 20, LANE = 34, REPORT = 128;
  const MAP = 7 * T + 2 * MARGIN, PANEL = WIDTH - MAP - 12, SIDE = 7 * T + 2 * LANE;
  const FILLS = { wheat: "#e6c84f", lumber: "#3f7d3a", mining: "#9a8c7c", mountain: "#5d5d66", lake: "#4aa3d8" };
  const DIALS = { gold: "#d9a520", lumber: "#3f7d3a", mining: "#9a8c7c", wheat: "#e6c84f" };
  const LETTERS = { march: "M", build: "B", recruit: "R", resources: "$", tech: "T", retreat: "←" };
  // The engine's tables, the same in every match; they come with the first picture.
  let table = null;
  const ICONS = {
    wheat: "M0 14V-8M0 -2q-7 0 -7 -8q7 0 7 8q0 -8 7 -8q0 8 -7 8M0 8q-7 0 -7 -8q7 0 7 8q0 -8 7 -8q0 8 -7 8",
    lumber: "M-14 8l7 -20l7 20zM0 12l8 -24l8 24z",
    mining: "M-10 12L8 -10M-6 -12q12 -2 18 14",
    mountain: "M-20 12L-7 -12L2 4L8 -6L19 12z",
    lake: "M-16 -6q5 -6 10 0t10 0t10 0M-16 3q5 -6 10 0t10 0t10 0M-16 12q5 -6 10 0t10 0t10 0",
  };

  const named = (name) => {
    const [x, y] = table.tiles[name];
    return [MARGIN + (x - 0.5) * T, TOP + MARGIN + (7.5 - y) * T];
  };
  const squareAt = ([x, y]) => [MARGIN + x * T, TOP + MARGIN + (7 - y) * T];
  const spaceAt = (name) => {
    const gate = table.gates[name];
    if (!gate) return squareAt(table.squares[name]);
    // On the side of the capital's tile where its two squares lie.
    const [x, y] = named(gate.tile), sides = gate.squares.map((square) => squareAt(table.squares[square]));
    const towards = (axis, middle) => Math.sign(Math.round((sides[0][axis] + sides[1][axis]) / 2 - middle));
    return [x + towards(0, x) * (T / 2 - 13), y + towards(1, y) * (T / 2 - 13)];
  };
  const isSpace = (word) => word in table.squares || word in table.gates;

  // The lane: distances along it, clockwise from the lower left corner.
  const laneAt = (distance) => {
    const d = ((distance % (4 * SIDE)) + 4 * SIDE) % (4 * SIDE);
    const low = MARGIN - LANE, high = low + SIDE, along = d % SIDE;
    const [x, y] = [[low, high - along], [low + along, low], [high, low + along], [high - along, high]][Math.floor(d / SIDE)];
    return [x, TOP + y];
  };
  const DOCKS = [2.5, 4.5].map((n) => LANE + n * T).concat([2.5, 4.5].map((n) => SIDE + LANE + n * T),
    [2.5, 4.5].map((n) => 2 * SIDE + LANE + n * T), [2.5, 4.5].map((n) => 3 * SIDE + LANE + n * T));
  const anchorAt = (position) => {
    const k = position / table.sea.gap, before = Math.floor(k);
    const dock = (n) => DOCKS[(n + 7) % 8] + (n < 1 ? -4 * SIDE : n > 8 ? 4 * SIDE : 0);
    return laneAt(dock(before) + (dock(before + 1) - dock(before)) * (k - before));
  };

  const icon = (kind, x, y, scale) => el("path", {
    d: ICONS[kind], transform: `translate(${x} ${y}) scale(${scale})`, opacity: 0.5,
    fill: kind === "lumber" || kind === "mountain" ? "#fff" : "none",
    stroke: kind === "wheat" ? "#7a5d00" : "#fff", "stroke-width": 2.4 });

  const ground = (tiles, shut) => {
    const out = [
      rect(0, TOP, MAP, MAP, { rx: 10, fill: "#8fc3e8" }),
      rect(MARGIN - 8, TOP + MARGIN - 8, 7 * T + 16, 7 * T + 16, { rx: 14, fill: "#c9a26b" }),
    ];
    const { anchors, gap } = table.sea;
    for (let i = 1; i <= anchors; i++) {
      const [x, y] = anchorAt(i);
      out.push(circle(x, y, i % gap ? 3 : 10, { fill: i % gap ? "#2f6ea6" : "#f4efe2", stroke: "#2f6ea6" }));
      if (i % gap === 0)
        out.push(text(x, y + 4, i / gap, { "text-anchor": "middle", "font-size": 11.5, "font-weight": 700, fill: "#1d2430" }));
    }
    const [cx, cy] = anchorAt(anchors - gap / 2);
    out.push(el("path", { d: `M${cx} ${cy + 8}l4 12l12 4l-12 4l-4 6l-4 -6l-12 -4l12 -4z`, fill: "#f4efe2", stroke: "#2f6ea6" }));
    for (const name in tiles) {
      const kind = tiles[name];
      const [x, y] = named(name);
      const h = T / 2 - 1.5, c = CUT;
      const dark = kind === "wheat";
      out.push(
        el("path", {
          d: `M${x - h + c} ${y - h}H${x + h - c}L${x + h} ${y - h + c}V${y + h - c}L${x + h - c} ${y + h}H${x - h + c}L${x - h} ${y + h - c}V${y - h + c}z`,
          fill: FILLS[kind], stroke: "#6d5630" }),
        icon(kind, x, y, 1),
        text(x, name[1] === "1" ? y + h - 4 : y - h + 11, name, { "text-anchor": "middle", "font-size": 9.5, fill: dark ? "#4a3900" : "#fff", opacity: 0.9 }));
    }
    for (const name in table.squares) {
      const [cx, cy] = spaceAt(name);
      out.push(circle(cx, cy, 14, { fill: "#c9a26b" }),
        text(cx, cy + 4, name, { "text-anchor": "middle", "font-size": 11, fill: "#3d2c08" }));
    }
    for (const [one, other] of shut) {
      const [x1, y1] = named(one), [x2, y2] = named(other), x = (x1 + x2) / 2, y = (y1 + y2) / 2;
      out.push(y1 === y2 ? rect(x - 3, y - 22, 6, 44, { rx: 2, fill: "#20242c" }) : rect(x - 22, y - 3, 44, 6, { rx: 2, fill: "#20242c" }));
    }
    return out.join("");
  };

  const structure = ({ kind, ends }) => {
    const [x1, y1] = spaceAt(ends[0]), [x2, y2] = spaceAt(ends[1]);
    const to = (share) => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    const [ax, ay] = to(0.16), [bx, by] = to(0.84);
    const way = (more) => line(ax, ay, bx, by, more);
    if (kind === "road")
      return way({ stroke: "#5a3d1a", "stroke-width": 9 }) + way({ stroke: "#c99a5b", "stroke-width": 5 });
    if (kind === "bridge")
      return way({ stroke: "#5a3d1a", "stroke-width": 10, "stroke-dasharray": "4 3" }) + way({ stroke: "#5a3d1a", "stroke-width": 2 });
    return way({ stroke: "#15171c", "stroke-width": 4, "stroke-dasharray": "3 6" }) +
      [[ax, ay], [bx, by]].map(([x, y]) => el("path", { d: `M${x - 8} ${y + 6}v-5a8 8 0 0 1 16 0v5z`, fill: "#15171c", stroke: "#c9ccd4" })).join("");
  };

  const SHAPES = {
    settlement: "M-11 8L0 -9L11 8zM-3 8L0 1L3 8",
    village: "M-13 8V-1l6 -6l6 6v9zM0 8V-3l6 -6l6 6v11z",
    castle: "M-11 9V-8h5v4h3v-4h6v4h3v-4h5v17z",
  };
  const building = (kind, colour) =>
    el("path", { d: SHAPES[kind], fill: colour, stroke: DARK, "stroke-width": 1.4 }) +
    (kind === "castle" ? el("path", { d: star(0, 2, 5), fill: "#e8ecf2", stroke: DARK, "stroke-width": 0.6 }) : "");
  const star = (x, y, r) => [...Array(10)].map((_, i) => {
    const a = (i * Math.PI) / 5 - Math.PI / 2, d = i % 2 ? r * 0.45 : r;
    return `${i ? "L" : "M"}${(x + d * Math.cos(a)).toFixed(1)} ${(y + d * Math.sin(a)).toFixed(1)}`;
  }).join("") + "z";

  const disc = (x, y, army, dim) =>
    el("g", { opacity: dim ? 0.6 : 1 },
      circle(x, y, 10.5, { fill: colourOf(army.seat), stroke: DARK, "stroke-width": 1.5 }),
      text(x, y + 4.5, army.soldiers, { "text-anchor": "middle", "font-size": 13, "font-weight": 800, fill: inkOn(army.seat) }),
      seatMark(x + 9, y + 8, army.seat));

  const crown = (x, y, unit) =>
    el("path", { d: `M${x - 9} ${y + 5}v-10l5 5l4 -7l4 7l5 -5v10z`, fill: "#f0c93c", stroke: DARK }) +
    text(x, y + 14, unit.unit, { "text-anchor": "middle", "font-size": 9, "font-weight": 700, fill: DARK, "paint-order": "stroke", stroke: "#fff", "stroke-width": 2.4 });

  const ship = (name) => el("path", { d: "M-10 3h20l-4 8h-12zM0 2v-14l9 11z", fill: colourOf(name), stroke: DARK, "stroke-width": 1.3 }) +
    text(-6, 1, name[1], { "text-anchor": "middle", "font-size": 9.5, "font-weight": 800, fill: DARK });

  // What stands: structures, trading posts, buildings with their silos.
  const standing = (structures, posts, buildings, links) => {
    const out = structures.map(structure);
    for (const [a, b] of links) {
      if (!posts[a] || !posts[b] || !posts[a].square || !posts[b].square) continue;
      const [x1, y1] = spaceAt(posts[a].square), [x2, y2] = spaceAt(posts[b].square);
      out.push(el("path", {
        d: `M${x1} ${y1}Q${(x1 + x2) / 2 + (y2 - y1) * 0.12} ${(y1 + y2) / 2 - (x2 - x1) * 0.12} ${x2} ${y2}`,
        fill: "none", stroke: "#fff4c2", "stroke-width": 2, "stroke-dasharray": "2 5" }));
    }
    posts.forEach((post, i) => {
      if (!post.square) return;
      const [x, y] = spaceAt(post.square);
      out.push(
        rect(x - 17, y - 17, 34, 34, { rx: 5, fill: "#fff4c2", stroke: "#d9a520", "stroke-width": 4 }),
        post.owner ? rect(x - 21, y - 21, 42, 42, { rx: 8, fill: "none", stroke: colourOf(post.owner), "stroke-width": 4 }) +
          seatMark(x + 20, y - 20, post.owner) : "",
        circle(x, y - 29, 8, { fill: "#d9a520", stroke: DARK }),
        text(x, y - 25, i + 1, { "text-anchor": "middle", "font-size": 11, "font-weight": 800, fill: DARK }));
    });
    for (const item of buildings) {
      const [x, y] = spaceAt(item.square);
      item.silos.forEach((silo) => {
        const [tx, ty] = named(silo);
        const sx = x + Math.sign(tx - x) * 21, sy = y + Math.sign(ty - y) * 21;
        out.push(rect(sx - 5, sy - 5, 10, 10, { fill: colourOf(item.owner), stroke: DARK }),
          line(sx - 5, sy - 1, sx + 5, sy - 1, { stroke: DARK }));
      });
      out.push(group(x, y - 7, [building(item.kind, colourOf(item.owner)), seatMark(-13, -8, item.owner)]));
    }
    return out.join("");
  };

  const capitals = (view) => {
    const out = [];
    for (const seat of view.seats)
      if (seat.gate) {
        const [tx, ty] = named(table.gates[seat.gate].tile);
        const [x, y] = spaceAt(seat.gate);
        const enemy = view.armies.find((a) => a.space === seat.gate && a.seat !== seat.seat && !seat.allies.includes(a.seat));
        out.push(el("path", {
          d: `M${tx - 17} ${ty + 13}V${ty - 4}h9v-8h6v8h4v-4h9v4h6v17z`, fill: colourOf(seat.seat),
          stroke: DARK, "stroke-width": 1.5, "stroke-dasharray": enemy ? "4 3" : null }),
        enemy ? el("path", { d: `M${tx + 4} ${ty - 3}l-4 5l5 3l-4 8`, fill: "none", stroke: "#fff", "stroke-width": 2 }) : "",
        // The flag of whoever holds it.
        el("path", { d: `M${tx - 5} ${ty - 12}v-12l11 4l-11 4`, fill: colourOf(enemy ? enemy.seat : seat.seat), stroke: DARK }),
        text(tx, ty + 10, seat.seat, { "text-anchor": "middle", "font-size": 11, "font-weight": 800, fill: inkOn(seat.seat) }),
        rect(x - 22, y - 10, 44, 20, { rx: 8, fill: "#efe7d2", stroke: colourOf(seat.seat), "stroke-width": 3 }),
        text(x, y + 4.5, seat.gate, { fit: 40, "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: DARK }));
      }
    return out.join("");
  };

  // What moves: armies, super units, ships; and the places that the command names.
  const moving = (view, marked) => {
    const out = [], here = {};
    const built = Object.fromEntries(view.buildings.map((item) => [item.square, true]));
    for (const army of view.armies) (here[army.space] = here[army.space] || []).push(army);
    for (const space in here) {
      const [x, y] = spaceAt(space);
      here[space].forEach((army, i) => {
        const dx = (i - (here[space].length - 1) / 2) * 20;
        const gone = (view.march.moved[space] || 0) >= army.soldiers && army.seat === view.seat;
        out.push(disc(x + dx, y + (built[space] ? 11 : 0), army, gone));
      });
    }
    for (const unit of view.units)
      if (unit.space && isSpace(unit.space)) {
        const [x, y] = spaceAt(unit.space);
        out.push(crown(x + 17, y - 6, unit));
      }
    for (const name of marked) {
      const [x, y] = isSpace(name) ? spaceAt(name) : named(name);
      out.push(circle(x, y, 25, { fill: "none", stroke: "var(--accent)", "stroke-width": 4 }));
    }
    const moored = {};
    for (const seat of view.seats)
      if (!seat.gate && seat.ship >= 0 && seat.house) {
        const i = (moored[seat.ship % table.sea.anchors] = (moored[seat.ship % table.sea.anchors] || 0) + 1) - 1;
        const [x, y] = anchorAt(seat.ship);
        out.push(group(x + (i % 3) * 19 - 8, y - 10 + Math.floor(i / 3) * 20, [ship(seat.seat)]));
      }
    return out.join("");
  };

  const titles = (from, ids) => ids.map((id) => from[id].title).join(", ");

  const panel = (options, height, seat, armies, active, name) => {
    const colour = colourOf(seat.seat);
    const W = PANEL;
    const goal = options.length === "xadlas" ? ` / ${options.target}` : "";
    const small = { "font-size": 11, class: "ink" };
    const out = [
      seatPanel(W, height, seat.seat, nameOf(seat.seat, name, W - 222, 15), active),
      text(W - 12, 22, `${seat.xadlas}${goal}`, { "text-anchor": "end", "font-size": 19, "font-weight": 800, fill: wordsOf(seat.seat) }),
      el("path", { d: star(W - 128, 15, 7), fill: "#e8b923", stroke: "#7a5d00" }), text(W - 118, 20, seat.golden, { "font-size": 13, "font-weight": 700, class: "ink" }),
      el("path", { d: star(W - 94, 15, 7), fill: "#d3d9e2", stroke: "#5d6674" }), text(W - 84, 20, seat.silver, { "font-size": 13, "font-weight": 700, class: "ink" }),
      seat.house ? text(W - 142, 20, seat.house, { "font-size": 11, class: "muted", "text-anchor": "end" }) : "",
    ];
    const { top, falls_to, wealth } = table.dial, wide = (W - 30) / table.resources.length;
    table.resources.forEach((name, i) => {
      const x = 18 + i * wide, value = seat.resources[name], long = wide - 12;
      out.push(text(x, 39, name, { "font-size": 10.5, class: "muted" }),
        text(x + long, 39, value, { "font-size": 12.5, "font-weight": 700, class: "ink", "text-anchor": "end" }),
        rect(x, 42, long, 7, { rx: 2, class: "bar-back" }),
        rect(x, 42, Math.min(1, value / top) * long, 7, { rx: 2, fill: DIALS[name] }),
        ...[falls_to, wealth].map((mark) => line(x + (mark / top) * long, 41, x + (mark / top) * long, 50, { stroke: "var(--ink)", "stroke-width": 1 })));
    });
    const home = armies.filter((a) => a.seat === seat.seat && a.space === seat.gate).reduce((n, a) => n + a.soldiers, 0);
    out.push(text(18, 66, `home ${home}   field ${seat.field}/${seat.capacity}   reserve ${seat.reserve}`, small));
    const tokens = Object.keys(table.tokens);
    tokens.forEach((token, i) => {
      const left = seat.tokens[token], x = W - 12 - (tokens.length - i) * 30;
      out.push(el("g", { opacity: left ? 1 : 0.35 },
        rect(x, 54, 27, 16, { rx: 4, fill: "var(--place)", stroke: colour }),
        text(x + 13.5, 66, LETTERS[token] + left, { "text-anchor": "middle", "font-size": 11, "font-weight": 700, class: "ink" }),
        el("title", {}, token)));
    });
    let x = 18;
    for (const name in seat.universities) {
      out.push(text(x, 84, name.slice(0, 3), { "font-size": 10.5, class: "muted" }));
      for (let i = 0; i < table.levels; i++)
        out.push(rect(x + 24 + i * 9, 76, 7, 9, { rx: 1.5, fill: i < seat.universities[name] ? colour : "var(--place)" }));
      x += 68;
    }
    const cards = seat.battle_cards;
    const back = (at, count, label) => rect(at, 74, 10, 13, { rx: 2, fill: colour, stroke: "var(--ink)", "stroke-width": 0.8 }) +
      text(at + 14, 84, `${label} ${count}`, small);
    out.push(back(x + 6, seat.morale_count, "morale"), back(x + 82, `${cards.stack_count}/${table.deck}`, "battle"));
    const words = [
      seat.allies.length ? "allied with " + seat.allies.join(" ") : "",
      titles(table.techs, seat.techs),
      seat.morale && seat.morale.length ? "holds " + titles(table.morale, seat.morale) : "",
      cards.used.length ? "used " + titles(table.battle_cards, cards.used) : "",
      height > 150 && cards.six ? "battle deck " + titles(table.battle_cards, cards.six) : "",
    ].filter(Boolean);
    const lines = height > 150 ? words.flatMap((part) => wrap(part, W - 30, 11, 2)) : wrap(words.join(" · "), W - 30, 11, 2);
    lines.slice(0, Math.floor((height - 90) / 14)).forEach((words, i) => out.push(text(18, 101 + i * 14, words, small)));
    return out.join("");
  };

  const top = (view, context) => {
    const played = context.prepared.played[view.year] || {};
    const out = [rect(0, 0, WIDTH, TOP - 6, { rx: 8, class: "panel", stroke: "var(--line)" }),
      text(14, 26, `year ${view.year}`, { "font-size": 16, "font-weight": 700, class: "ink" })];
    table.seasons.forEach((season, i) => {
      const x = 100 + i * 138, now = season === view.season && view.decision !== "over";
      out.push(rect(x, 5, 132, 30, { rx: 6, fill: now ? "var(--civic)" : "var(--place)", stroke: now ? "var(--accent)" : "none", "stroke-width": 2 }),
        text(x + 6, 24, season, { fit: 44, "font-size": 11, "font-weight": now ? 700 : 400, class: "ink" }));
      (played[season] || []).forEach(([seat, token, step], n) => {
        if (step > context.step) return;
        out.push(rect(x + 59 + n * 12, 7, 11, 25, { rx: 3, fill: pentarch.COLOURS[seat] }),
          text(x + 64.5 + n * 12, 18, LETTERS[token], { fit: 9, "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: pentarch.INKS[seat] }),
          text(x + 64.5 + n * 12, 29, seat + 1, { "text-anchor": "middle", "font-size": 9, fill: pentarch.INKS[seat] }));
      });
    });
    const roll = context.events.find((e) => e.name.endsWith("_roll"));
    const dice = roll ? roll.values : view.march.roll ? [view.march.roll] : [];
    dice.forEach((value, i) => out.push(die(806 + i * 26, 10, value, true, roll && roll.seat >= 0 ? `p${roll.seat + 1}` : view.seat)));
    const limit = view.options.length === "xadlas" ? `${view.options.target} Xadlas, at most ${view.options.year_cap} years`
      : view.options.length === "years" ? `${view.options.years} years` : `${view.options.season_budget} seasons`;
    out.push(text(WIDTH - 14, 25, limit, { "font-size": 12, class: "muted", "text-anchor": "end" }));
    return out.join("");
  };

  const report = (view, context, y) => {
    const out = [rect(0, y, WIDTH, REPORT - 6, { rx: 8, class: "panel", stroke: "var(--line)" })];
    const acting = context.seat >= 0 ? view.seats[context.seat] : null;
    if (acting)
      out.push(text(14, y + 24, `${acting.seat}: ${context.phrase}`, { "font-size": 14, "font-weight": 700, fill: wordsOf(acting.seat) }));
    const strengths = context.events.filter((e) => e.name === "strength");
    const battle = view.battle.attacker ? view.battle : context.before.battle;
    const told = context.events.filter((e) => !["strength", "revealed", "march_roll", "morale_drawn"].includes(e.name));
    wrap(told.map((e) => e.sentence).join("  "), 560, 12, 5).forEach((words, i) =>
      out.push(text(14, y + 46 + i * 17, words, { "font-size": 12, class: "ink" })));
    if (!battle.attacker || (!view.battle.attacker && !strengths.length)) return out.join("");
    const armies = (strengths.length ? context.before : view).armies;
    const defenders = armies.filter((a) => a.space === battle.at && a.seat !== battle.attacker).reduce((n, a) => n + a.soldiers, 0);
    out.push(text(880, y + 20, `battle at ${battle.at}`, { "font-size": 13, "font-weight": 700, class: "ink", "text-anchor": "middle" }));
    [battle.attacker, battle.defender].forEach((name, side) => {
      const seat = seatOf(name), x = 600 + side * 292;
      const mine = (event) => event.seat === seat;
      const strength = strengths.find(mine);
      const drawn = context.events.filter((e) => mine(e) && ["burned", "revealed", "morale"].includes(e.name));
      const cards = battle.committed[side];
      out.push(rect(x, y + 28, 276, 86, { rx: 6, fill: "var(--paper)", stroke: pentarch.COLOURS[seat], "stroke-width": 2 }),
        text(x + 10, y + 47, `${name} ${side ? "defends" : "attacks"} with ${side ? defenders : battle.attackers}` + (!side && battle.unit ? ` and ${table.techs[battle.unit].title}` : ""), { "font-size": 12.5, "font-weight": 700, class: "ink" }));
      if (strength)
        out.push(text(x + 264, y + 64, strength.values[0], { "font-size": 26, "font-weight": 800, fill: wordsOf(name), "text-anchor": "end" }),
          text(x + 10, y + 66, `kills ${strength.values[1]}, blocks ${strength.values[2]}`, { "font-size": 12, class: "ink" }),
          text(x + 10, y + 84, `${side ? "slain" : "fallen"} ${strength.values[3]}`, { "font-size": 12, class: "ink" }));
      else
        out.push(text(x + 10, y + 66, battle.ready[side] ? "ready" : "choosing", { "font-size": 12, class: "muted" }),
          text(x + 10, y + 84, cards ? (cards.length ? "commits " + cards.map((card) => table.morale[card].title).join(", ") : "nothing committed") : "morale cards unknown", { "font-size": 12, class: "ink" }));
      out.push(text(x + 10, y + 104, cut(drawn.map((e) => `${e.name} ${(table.battle_cards[e.values[0]] || table.morale[e.values[0]]).title}`).join(", "), 260, 11.5), { "font-size": 11.5, class: "ink" }));
    });
    return out.join("");
  };

  // Tokens put on each season, and the way of the group on the march, from frame to frame.
  const history = (frames) => {
    const played = {}, trails = new Map();
    let trail = [];
    frames.forEach((view, step) => {
      const at = view.march.at;
      if (!at) trail = [];
      else if (trail[trail.length - 1] !== at || !view.march.made) trail = view.march.made ? [...trail, at] : [at];
      trails.set(view, trail);
      if (!step) return;
      const before = frames[step - 1];
      view.seats.forEach((seat, i) => {
        const had = before.seats[i].tokens;
        for (const token in table.tokens)
          if (seat.tokens[token] < had[token]) {
            const year = (played[before.year] = played[before.year] || {});
            (year[before.season] = year[before.season] || []).push([i, token, step]);
          }
      });
    });
    return { played, trail: (view) => trails.get(view) };
  };

  const panelsOf = (seats) => Math.min(250, (MAP - (seats - 1) * 7) / seats);

  const small = (x, y, children) => group(x, y, children, { transform: `translate(${x} ${y}) scale(.75)` });

  pentarch.boards.tradewarz = {
    legend: [
      [sample("a1"), "a1 to g7: tiles, by column and row"],
      [sample("s36"), "s11 to s66: the squares where four tiles meet; 3rd from the left, 6th from below"],
      [sample("gate3"), "gate3: where the armies of a capital stand"],
      ...Object.keys(FILLS).map((kind) => [rect(0, 0, 28, 20, { rx: 4, fill: FILLS[kind] }) + icon(kind, 14, 10, 0.6), kind]),
      [rect(0, 0, 28, 20, { rx: 4, fill: FILLS.lake }) + rect(11, 2, 6, 16, { rx: 2, fill: "#20242c" }), "no way between two tiles"],
      [group(0, 0, [line(2, 16, 26, 4, { stroke: "#5a3d1a", "stroke-width": 9 }), line(2, 16, 26, 4, { stroke: "#c99a5b", "stroke-width": 5 })]), "road; a bridge has planks, a tunnel two arches"],
      [rect(5, 2, 17, 16, { rx: 4, fill: "#fff4c2", stroke: "#d9a520", "stroke-width": 3 }), "trading post; a ring in its owner's colour"],
      ...Object.keys(SHAPES).map((kind) => [small(14, 10, [building(kind, colourOf("p1"))]), kind]),
      [rect(9, 5, 10, 10, { fill: colourOf("p1"), stroke: DARK }) + line(9, 9, 19, 9, { stroke: DARK }), "silo"],
      [small(12, 9, [disc(0, 0, { seat: "p1", soldiers: 3 }, false)]), "an army: three soldiers of p1; pale once it has moved"],
      [small(14, 9, [crown(0, 0, { unit: "" })]), "super unit"],
      [small(14, 11, [ship("p1")]), "a house at sea"],
      [el("path", { d: star(14, 10, 8), fill: "#e8b923", stroke: "#7a5d00" }), "golden Xadlas"], [el("path", { d: star(14, 10, 8), fill: "#d3d9e2", stroke: "#5d6674" }), "silver Xadlas"],
      ...Object.keys(LETTERS).map((token) => [rect(0, 2, 27, 16, { rx: 4, fill: "var(--place)", stroke: "var(--muted)" }) +
        text(13.5, 14, LETTERS[token], { "text-anchor": "middle", "font-size": 11, "font-weight": 700, class: "ink" }), `token: ${token}`]),
    ],
    keys(command, view, mine) {
      const words = command.split(" ");
      if (words[0] === "dock") return [command];
      const own = view.seats.find((seat) => seat.seat === mine);
      return words.slice(1).map((word) => (word === "gate" && own ? own.gate : word));
    },
    targets(view) {
      const spaces = [...Object.keys(table.gates), ...Object.keys(table.squares)];
      const each = panelsOf(view.seats.length);
      const around = (key, [x, y], r, round) => ({ key, x: x - r, y: y - r, width: 2 * r, height: 2 * r, round });
      return [
        ...Object.keys(view.tiles).map((name) => around(name, named(name), T / 2 - 4, CUT)),
        ...spaces.map((name) => around(name, spaceAt(name), 16, 16)),
        ...Object.keys(table.gates).map((_, i) => around(`dock ${i + 1}`, anchorAt(table.sea.gap * (i + 1)), 14, 14)),
        ...view.seats.map((seat, i) => ({ key: seat.seat, x: MAP + 12, y: TOP + i * (each + 7), width: PANEL, height: each })),
      ];
    },
    chapter: (view) => `Year ${view.year}, ${view.season}` + (view.seat ? ` · ${view.seat}` : ""),
    prepare(frames, steps, chart) {
      table = chart;
      const { seats, options } = frames[0], each = panelsOf(seats.length);
      const panels = seats.map(() => kept((...more) => panel(options, each, ...more)));
      return Object.assign(history(frames), { ground: kept(ground), standing: kept(standing), panels });
    },
    draw(view, context) {
      const { prepared } = context;
      const marked = context.words.split(" ").filter((word) => isSpace(word) || word in table.tiles);
      // Always as many parts: one more in between would draw all that follow anew.
      const way = [];
      const trail = prepared.trail(view);
      for (let i = 1; i < trail.length; i++) {
        const [x1, y1] = spaceAt(trail[i - 1]), [x2, y2] = spaceAt(trail[i]);
        way.push(arrow(x1, y1, x2, y2, colourOf(view.seat), { "stroke-width": 4 }),
          circle((x1 + x2) / 2, (y1 + y2) / 2, 8, { fill: "#fff", stroke: colourOf(view.seat), "stroke-width": 2 }),
          text((x1 + x2) / 2, (y1 + y2) / 2 + 4, i, { "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: DARK }));
      }
      if (view.battle.at) {
        const [x, y] = spaceAt(view.battle.at);
        way.push(el("path", { d: `M${x - 22} ${y - 22}l44 44M${x + 22} ${y - 22}l-44 44`, stroke: "#b3261e", "stroke-width": 4, opacity: 0.85 }));
      }
      const out = [prepared.ground(view.tiles, context.chart.shut), prepared.standing(view.structures, view.posts, view.buildings, context.chart.links), capitals(view),
        moving(view, marked), way.join(""), top(view, context)];
      const each = panelsOf(view.seats.length);
      view.seats.forEach((seat, i) =>
        out.push(group(MAP + 12, TOP + i * (each + 7), [
          prepared.panels[i](seat, view.armies, view.to_act.includes(seat.seat), context.name(i))])));
      out.push(report(view, context, TOP + MAP + 10));
      const over = view.decision === "over" ? ` · over: ${view.ending}` : ` · ${view.decision}`;
      return {
        width: WIDTH, height: TOP + MAP + 10 + REPORT, parts: out,
        areas: [[0, 0, 656, TOP], [0, TOP, MAP, MAP], ...(view.battle.at ? [[590, TOP + MAP + 10, 590, REPORT]] : []),
          ...view.seats.map((_, i) => [MAP + 12, TOP + i * (each + 7), PANEL, each])],
        headline: `Year ${view.year}, ${view.season}${over}`,
      };
    },
  };
})();
