// Heroes vs Warlords: what is revealed of the world, a small map of all of it, and a panel per seat.
"use strict";
(() => {
  const { el, rect, circle, line, text, group, cut, wrap, seatPanel, kept, nameOf, colourOf, inkOn, wordsOf, NOBODY, DARK } = pentarch;
  const { known, TERRAIN, LANDS, FEATURES, pixel, positions, hexagon, border, label, figure, guards, site, focusOf, near, whole, ground, tokens, about, happenings, smallMap } = pentarch.heroes;
  const { kindOf, levelOf, methodOf, shape, over, targets } = pentarch.heroes.combat;
  const WIDTH = 1180, TOP = 46, WORLD = 690, SIDE = WORLD + 12, PANEL = WIDTH - SIDE, REPORT = 222, TALL = 214;
  const SMALL = { left: SIDE + 6, top: TOP + 6, width: 190, height: REPORT - 12 };

  const heightOf = (seats) => Math.max(700, REPORT + seats * (TALL + 8));
  const frameOf = (seats) => ({ left: 0, top: TOP, width: WORLD, height: heightOf(seats) });

  const lettersOf = (view) => Object.fromEntries(view.seats.map((seat) => [seat.seat, seat.race[0]]));

  // What was done in this step, beside the small map.
  const report = (view, context) => {
    const x = SMALL.width + 16, wide = PANEL - x - 10;
    const own = context.seat >= 0 ? view.seats[context.seat] : null;
    const said = own ? wrap(`${own.seat}: ${context.phrase}`, wide, 13.5, 4) : [];
    const told = context.events.filter((e) => !["strike", "hits"].includes(e.name)).map((e) => e.sentence).join("  ");
    return rect(0, 0, PANEL, REPORT, { rx: 8, class: "panel", stroke: "var(--line)" }) +
      said.map((words, i) => text(x, 22 + i * 17, words, { "font-size": 13, "font-weight": 700, fill: wordsOf(own.seat) })).join("") +
      wrap(told, wide, 12.8, 11 - said.length).map((words, i) => text(x, 26 + (said.length + i) * 17, words, { "font-size": 12, class: "ink" })).join("");
  };

  const heroRow = (view, seat, hero, index, y, secret) => {
    const colour = colourOf(seat.seat), out = [];
    const able = hero.with_equipment;
    const price = methodOf(view).level_prices[hero.level];  // EP to the next level
    const status = hero.status === "in_play" ? `${hero.hex || ""}` : hero.status.replace("_", " ");
    out.push(circle(26, y - 4, 11, { fill: hero.status === "in_play" ? colour : NOBODY }), text(26, y, index + 1, { "text-anchor": "middle", "font-size": 9.5, "font-weight": 800, fill: hero.status === "in_play" ? inkOn(seat.seat) : "#fff" }),
      text(42, y, `${hero.hero}  level ${hero.level}`, { "font-size": 11.5, "font-weight": 700, class: "ink" }),
      rect(130, y - 8, 42, 7, { rx: 2, class: "bar-back" }), rect(130, y - 8, Math.min(1, hero.experience / price) * 42, 7, { rx: 2, fill: colour }),
      text(178, y, `A${able.attack} D${able.defense} I${able.initiative} M${able.movement}`, { "font-size": 11.5, class: "ink" }),
      text(302, y, hero.status === "in_play" ? `MP ${hero.mp}` : "", { "font-size": 11.5, "font-weight": 700, class: "ink" }),
      text(PANEL - 12, y, [status, hero.honor ? `honour ${hero.honor}` : "", hero.quest || ""].filter(Boolean).join(" · "), { "font-size": 11, class: "muted", "text-anchor": "end" }));
    const wide = (PANEL - 30) / 6;
    hero.sections.forEach((section, i) => {
      const x = 18 + i * wide;
      out.push(shape(x, y + 5, wide - 4, 30, section ? kindOf(section.name) : "close", { fill: section ? colour : "none", stroke: section ? DARK : "var(--line)", "stroke-dasharray": section ? null : "3 3" }));
      const put = (down, words, size) => out.push(text(x + wide / 2 - 2, y + down, words, { fit: wide - 12, "text-anchor": "middle", "font-size": size, "font-weight": 700, fill: inkOn(seat.seat) }));
      if (section) {
        put(17, `${section.count}×${levelOf(section.name)}`, 10);
        put(31, section.name.replace("_", " "), 8.3);
      }
      else if (secret) out.push(text(x + wide / 2 - 2, y + 20.5, "?", { "text-anchor": "middle", "font-size": 10.5, class: "muted" }));
    });
    const skills = Object.entries(hero.skills).filter((s) => s[1]).map(([name, n]) => `${name} ${n}`);
    const worn = hero.equipment.map((name) => name.replace(/\d$/, " +$&"));
    out.push(text(18, y + 48, cut([...worn, ...skills].join(", "), PANEL - 30, 10.5), { "font-size": 10.5, class: "muted" }));
    return out.join("");
  };

  const panel = (view, seat, index, context) => {
    const active = view.active === seat.seat && !view.over;
    const held = view.cities.filter((c) => c.holder === seat.seat);
    const out = [seatPanel(PANEL, TALL, seat.seat, nameOf(seat.seat, context.name(index), PANEL - 120, 15), active),
      text(PANEL - 12, 20, seat.alive ? seat.race : `${seat.race}, defeated`, { "font-size": 12, class: "muted", "text-anchor": "end" })];
    let x = 26;
    for (const name of known.chart.resources) {
      const total = held.reduce((n, c) => n + c.stock[name], 0);
      out.push(group(0, 0, [FEATURES[name](x, 36)]), text(x + 12, 40, total, { "font-size": 13, "font-weight": 700, class: "ink" }));
      x += 52;
    }
    if (view.categories)
      out.push(text(PANEL - 12, 40, `mines ${view.categories.mines[index]}   levels ${view.categories.levels[index]}   army ${view.categories.army[index]}`, { "font-size": 11.5, class: "ink", "text-anchor": "end" }));
    const built = held.map((c) => `${c.city}: ${c.buildings.join(" ")}${Object.keys(c.garrison).length ? " | " + Object.entries(c.garrison).map(([n, k]) => `${k} ${n.replace("_", " ")}`).join(", ") : ""}`).join("   ");
    const lines = wrap(built || "no city", PANEL - 30, 10.5, 2);
    lines.forEach((line, i) => out.push(text(18, 57 + i * 14, line, { "font-size": 10.5, class: "muted" })));
    const secret = seat.budget === null && view.stage === "army";
    seat.heroes.forEach((hero, i) => out.push(heroRow(view, seat, hero, i, 94 + i * 66, secret && i === 0)));
    return el("g", { opacity: seat.alive ? 1 : 0.5 }, ...out);
  };

  const top = (view) => {
    const out = [rect(0, 0, WIDTH, TOP - 7, { rx: 8, class: "panel", stroke: "var(--line)" }),
      text(14, 25, `round ${view.round} of ${view.options.rounds}`, { "font-size": 15, "font-weight": 700, class: "ink" })];
    for (let i = 1; i <= 3; i++)
      out.push(rect(168 + i * 30, 9, 26, 20, { rx: 5, fill: i === view.sequence ? "var(--civic)" : "var(--place)", stroke: i === view.sequence ? "var(--accent)" : "none", "stroke-width": 2 }),
        text(181 + i * 30, 23.5, i, { "text-anchor": "middle", "font-size": 12, class: "ink" }));
    out.push(text(192, 24, "turn", { "font-size": 12, class: "muted", "text-anchor": "end" }), text(310, 24, "order", { "font-size": 12, class: "muted" }));
    view.order.forEach((name, i) => out.push(rect(350 + i * 38, 9, 33, 20, { rx: 5, fill: colourOf(name), stroke: view.active === name ? "var(--ink)" : "none", "stroke-width": 2.5 }),
      text(366.5 + i * 38, 23.5, name, { "text-anchor": "middle", "font-size": 12, "font-weight": 700, fill: inkOn(name) })));
    const method = ["", "Arena", "Battle Display", "Arena, advanced hits", "Battle Display, advanced hits"][view.method] || "";
    out.push(text(490, 24, view.war ? "war" : "peace", { "font-size": 13, "font-weight": 700, fill: view.war ? "var(--bad)" : "var(--good)" }),
      text(550, 24, `${view.face_down.length} tiles face down`, { "font-size": 12, class: "ink" }),
      text(WIDTH - 14, 24, method, { "font-size": 12, class: "muted", "text-anchor": "end" }));
    return out.join("");
  };

  // --- choosing ----------------------------------------------------------------------------------

  const neighbour = ({ spots, size }, from, way) => {
    const step = known.chart.steps[positions().indexOf(way)];
    if (!spots[from] || !step) return null;
    const [dx, dy] = pixel(...step), x = spots[from][0] + dx * size, y = spots[from][1] + dy * size;
    return Object.keys(spots).find((name) => Math.hypot(spots[name][0] - x, spots[name][1] - y) < size / 3);
  };

  const hexSample = (fill, words, sign = "") => [el("path", { d: hexagon(14, 10, 11), fill, stroke: "#6d7a52" }) + sign, words];
  const sample = (kind, words) => hexSample(TERRAIN.cl, words, FEATURES[kind](14, 10));
  const token = ([shapes, words]) => group(14, 10, [shapes, words], { transform: "translate(14 10) scale(.6)" });
  const sideSample = (kind, words) => [border(kind, [14, 2], [14, 18], 20), words];

  pentarch.boards.heroes = {
    legend: [
      [pentarch.sample("t4.ne"), "t4.ne: the hex north-east of the middle (c) of tile t4; k, a, b: the tiles where the races begin"],
      [pentarch.sample("hk1"), "hk1: the first Hero of the knights"],
      [pentarch.sample("att1"), "att1, def1: a stack that attacks, one that defends"],
      ...Object.entries(LANDS).map(([id, words]) => hexSample(TERRAIN[id], words)),
      sideSample("river", "river or lake: no way"), sideSample("range", "range: no way"), sideSample("bridge", "bridge"),
      [line(2, 10, 26, 10, { stroke: "#a5814b", "stroke-width": 2.4 }), "road"],
      [el("path", { d: hexagon(14, 10, 9), fill: TERRAIN.cl, stroke: "#d9a520", "stroke-width": 2.5 }), "golden border: a mine to be had"],
      sample("gold", "gold"), sample("crystal", "crystal"), sample("stone", "stone"), sample("wood", "wood"), sample("ruin", "ruin; crossed out once it is explored"),
      sample("tower", "tower"), sample("outpost", "outpost; pale once it is visited"), sample("holy", "holy place"), sample("recruit", "recruitment location and its units"),
      [token(site("gold", "p1", "k", false, 0)), "held by the knights (k, a, b: the races)"],
      [token(figure("p1", "hk1", false)), "the knights' first Hero; white edge: may still move; +1: another one is there too"],
      [token(guards([[3, 4]], "", true)), "three units, the highest of level 4; red edge: guards that react"],
      [rect(4, 3, 20, 14, { fill: "none", stroke: "var(--accent)", "stroke-width": 2, rx: 3 }), "on the small map: what the board shows"],
      hexSample(TERRAIN.cl, "city: its works, towers (t) and units", label(14, 13, "▪▪ 5")),
      [shape(2, 3, 24, 14, "close", { fill: "none", stroke: "var(--ink)" }), "fights hand to hand"], [shape(2, 3, 24, 14, "ranged", { fill: "none", stroke: "var(--ink)" }), "ranged"], [shape(2, 3, 24, 14, "cavalry", { fill: "none", stroke: "var(--ink)" }), "mounted"],
    ],
    // A Hero is clicked where he stands, a direction where it leads.
    keys(command, view, mine, prepared) {
      const [verb, ...words] = command.split(" ");
      const seat = view.seats.find((one) => one.seat === mine);
      if (!["move", "take", "drop", "give", "train", "pray", "store"].includes(verb) || !seat) return words;
      const hero = seat.heroes[Number(words[0]) - 1];
      const to = verb === "move" && hero ? neighbour(prepared.place(view), hero.hex, words[1]) : null;
      return [`hero ${words[0]}`, ...words.slice(1), ...(to ? [to] : [])];
    },
    targets(view, prepared, mine) {
      const place = prepared.place(view), { spots, size } = place;
      const seat = view.seats.find((one) => one.seat === mine);
      const around = (key, [x, y], r) => ({ key, x: x - r, y: y - r, width: 2 * r, height: 2 * r, round: r });
      return [
        ...Object.keys(spots).map((name) => around(name, spots[name], size * 0.8)),
        ...(seat ? seat.heroes.map((hero, i) => [`hero ${i + 1}`, hero]).filter(([, hero]) => spots[hero.hex])
          .map(([key, hero], i) => around(key, [spots[hero.hex][0] + (i ? 8 : -8), spots[hero.hex][1]], 13)) : []),
        ...targets(view, place),
      ];
    },
    about,
    chapter: (view) => `Round ${view.round}, turn ${view.sequence}` + (view.active ? ` · ${view.active}` : ""),
    prepare(frames, steps, chart) {
      known.chart = chart;
      const first = frames[0], last = frames[frames.length - 1], letters = lettersOf(first), frame = frameOf(first.seats.length);
      // By the last frame the start tiles have their places.
      const all = whole(last.slots, last.stage, SMALL);
      const place = kept((slots, stage, focus) => near(slots, stage, focus, frame));
      return {
        place: (view) => place(view.slots, view.stage, focusOf(view)),
        ground: kept((place, slots, stage) => ground(place, letters, slots, stage)),
        tokens: kept((place, slots, hexes, cities, seats, grounds, active) => tokens(place, letters, { slots, hexes, cities, seats, grounds, active })),
        small: kept((place, slots, hexes, seats) => smallMap(all, place, SMALL, slots, hexes, seats)),
      };
    },
    draw(view, context) {
      const drawn = context.prepared;
      known.chart = context.chart;
      const high = heightOf(view.seats.length), place = drawn.place(view);
      const out = [rect(0, TOP, WORLD, high, { rx: 8, class: "panel", stroke: "var(--line)" }), drawn.ground(place, view.slots, view.stage),
        happenings(view, place, context), drawn.tokens(place, view.slots, view.hexes, view.cities, view.seats, view.grounds, view.active),
        over(view, place, context), top(view), group(SIDE, TOP, [report(view, context)]), drawn.small(place, view.slots, view.hexes, view.seats)];
      view.seats.forEach((seat, i) => out.push(group(SIDE, TOP + REPORT + 8 + i * (TALL + 8), [panel(view, seat, i, context)])));
      const state = view.over ? `over: ${view.over.replace(/_/g, " ")}` : view.combat ? `combat, ${view.combat.phase.replace(/_/g, " ")}` : view.stage;
      const panels = view.seats.map((_, i) => [SIDE, TOP + REPORT + 8 + i * (TALL + 8), PANEL, TALL]);
      const areas = [[0, 0, WORLD, TOP], [0, TOP, WORLD, high], [SIDE, TOP, PANEL, REPORT], ...panels];
      return { width: WIDTH, height: TOP + high + 4, parts: out, areas, headline: `Round ${view.round}, turn ${view.sequence} · ${state}` };
    },
  };
})();
