// Heroes vs Warlords: the world of hexes, a panel per seat, and the combat in its own box.
"use strict";
(() => {
  const { el, rect, circle, line, text, group, die, arrow, cut, wrap, seatPanel, kept, nameOf, colourOf, inkOn, wordsOf, NOBODY, DARK } = pentarch;
  const WIDTH = 1180, TOP = 46, WORLD = 690, HIGH = 850, SIDE = WORLD + 12, PANEL = WIDTH - SIDE, BOX = 316;
  const ROOT = Math.sqrt(3);
  // What the rules know: lattices, borders, units, the Battle Display. It comes with the match.
  let CHART = null;
  const positions = () => CHART.positions;
  const TERRAIN = { cl: "#b9d98c", de: "#ead9a0", hi: "#cfa55b", wo: "#4f8a4b", mo: "#8f8275" };
  const kindOf = (name) => (CHART.units[name] || { kind: "close" }).kind;
  const levelOf = (name) => (CHART.units[name] || { level: "M" }).level;

  const pixel = (q, r) => [1.5 * q, ROOT * (r + q / 2)];
  const centreOf = (slot, index) => {
    if (slot.centre) return slot.centre;
    if (index >= CHART.lattice.length) return null;
    return middleOf(...CHART.lattice[index]);
  };
  const middleOf = (a, b) => [2 * a - b, a + 3 * b];

  // While start tiles are placed, where they may lie: the middles by name.
  const placesOf = ({ stage }) => (!["army", "place"].includes(stage) ? []
    : CHART.places.map((place, i) => [`e${i + 1}`, middleOf(...place)]));

  // Where everything lies, from the last frame: by then the start tiles have their places.
  const arrange = (view) => {
    const spots = {};
    let left = 99, right = -99, up = 99, down = -99;
    const put = (name, q, r) => {
      const [x, y] = (spots[name] = pixel(q, r));
      left = Math.min(left, x - 1.1); right = Math.max(right, x + 1.1);
      up = Math.min(up, y - 1); down = Math.max(down, y + 1);
    };
    view.slots.forEach((slot, i) => {
      const centre = centreOf(slot, i);
      if (centre) CHART.steps.forEach(([q, r], k) => put(`${slot.slot}.${positions()[k]}`, centre[0] + q, centre[1] + r));
    });
    for (const [name, middle] of placesOf(view)) put(name, ...middle);
    const size = Math.min(30, (WORLD - 12) / (right - left), (HIGH - 12) / (down - up));
    const dx = (WORLD - (right + left) * size) / 2;
    const high = Math.max(640, (down - up) * size + 12);
    const dy = TOP + (high - (down + up) * size) / 2;
    for (const name in spots) spots[name] = [dx + spots[name][0] * size, dy + spots[name][1] * size];
    return { spots, size, high };
  };

  const corner = (x, y, size, k) => [x + size * Math.cos((k * Math.PI) / 3), y + size * Math.sin((k * Math.PI) / 3)];
  const hexagon = (x, y, size) => "M" + [0, 1, 2, 3, 4, 5].map((k) => corner(x, y, size, k).map((n) => n.toFixed(1)).join(" ")).join("L") + "z";

  const FEATURES = {
    gold: (x, y) => circle(x, y, 6, { fill: "#f0c93c", stroke: "#7a5d00", "stroke-width": 1.4 }),
    crystal: (x, y) => el("path", { d: `M${x} ${y - 8}l6 6l-6 9l-6 -9z`, fill: "#9a6be0", stroke: "#3d2470" }),
    stone: (x, y) => el("path", { d: `M${x - 6} ${y + 5}v-7l4 -4h8v7l-4 4z`, fill: "#b9bec7", stroke: "#3d4653" }),
    wood: (x, y) => rect(x - 8, y - 4, 16, 8, { rx: 4, fill: "#8a5a2e", stroke: "#3d2710" }) + circle(x + 5, y, 2.6, { fill: "#d9b07a" }),
    ruin: (x, y) => el("path", { d: `M${x - 7} ${y + 7}h14M${x - 4} ${y + 6}v-11M${x + 4} ${y + 6}v-6l-2 -2M${x - 7} ${y - 6}h7`, stroke: "#3d3d3d", "stroke-width": 2.2, fill: "none" }),
    tower: (x, y) => el("path", { d: `M${x - 5} ${y + 8}v-12h-2v-5h3v2h2v-2h4v2h2v-2h3v5h-2v12z`, fill: "#e8ecf2", stroke: "#2b2f38" }),
    outpost: (x, y) => el("path", { d: `M${x - 5} ${y + 8}v-16l12 4l-12 5`, fill: "#e0772e", stroke: "#2b2f38", "stroke-width": 1.4 }),
    holy: (x, y) => el("path", { d: `M${x} ${y - 8}q8 9 0 15q-8 -6 0 -15z`, fill: "#58b4ff", stroke: "#14457a" }),
    recruit: (x, y) => el("path", { d: `M${x - 9} ${y + 6}l4 -10l4 10zM${x + 1} ${y + 6}l4 -10l4 10z`, fill: "#f4efe2", stroke: "#2b2f38" }),
    city: () => "", camp: () => "",
  };

  const compass = (x, y) => el("path", { d: `M${x} ${y - 12}l5 13l-5 -3l-5 3z`, fill: "#aeb8c4" });

  // The side between two hexes with the middles a and b: water, a range, or a bridge.
  const border = (kind, a, b, size) => {
    const mx = (a[0] + b[0]) / 2, my = (a[1] + b[1]) / 2, long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const ux = (-(b[1] - a[1]) / long) * (size / 2), uy = ((b[0] - a[0]) / long) * (size / 2);
    const bar = (more) => line(mx - ux, my - uy, mx + ux, my + uy, Object.assign({ "stroke-width": 5, "stroke-linecap": "round" }, more));
    if (kind === "range") return bar({ stroke: "#5a5550" }) + bar({ stroke: "#f0f0f0", "stroke-width": 2, "stroke-dasharray": "3 3" });
    return kind === "bridge" ? bar({ stroke: "#7a4a1e", "stroke-dasharray": "4 3", "stroke-linecap": "butt" }) : bar({ stroke: "#2b78c9" });
  };

  const ground = ({ spots, size }, letters, slots, stage) => {
    const out = [], over = [];
    slots.forEach((slot) => {
      const middle = spots[`${slot.slot}.c`];
      if (!middle) return;
      const isStart = slot.slot.length === 1;
      if (!slot.hexes) {
        if (isStart) return;
        positions().forEach((p) => { const [x, y] = spots[`${slot.slot}.${p}`]; out.push(el("path", { d: hexagon(x, y, size), fill: "#39424f", stroke: "#39424f" })); });
        over.push(compass(middle[0], middle[1] - 4), text(middle[0], middle[1] + 13, slot.tile ? `${slot.slot} ${slot.tile}` : slot.slot, { "text-anchor": "middle", "font-size": 10.5, fill: "#c6ced9" }));
      } else {
        const roads = [];
        slot.hexes.forEach((word, k) => {
          const [x, y] = spots[`${slot.slot}.${positions()[k]}`];
          const feature = (word.split(":")[1] || "").replace("+r", "");
          out.push(el("path", { d: hexagon(x, y, size - 0.5), fill: TERRAIN[word.slice(0, 2)], stroke: "#6d7a52", "stroke-width": 0.7 }));
          if (CHART.resources.includes(feature)) out.push(el("path", { d: hexagon(x, y, size - 2.5), fill: "none", stroke: "#d9a520", "stroke-width": 2 }));
          if (word.endsWith("+r")) roads.push(k);
        });
        for (const k of roads)
          for (const other of roads)
            if (k < other && (k === 0 || other - k === 1 || (k === 1 && other === 6))) {
              const [x1, y1] = spots[`${slot.slot}.${positions()[k]}`], [x2, y2] = spots[`${slot.slot}.${positions()[other]}`];
              out.push(line(x1, y1, x2, y2, { stroke: "#a5814b", "stroke-width": 2.4 }));
            }
        const { kind, sides, bridge } = CHART.borders[slot.tile] || { sides: [], bridge: "" };
        for (const side of sides) out.push(border(kind, ...side.split("/").map((p) => spots[`${slot.slot}.${p}`]), size));
        if (bridge) out.push(border("bridge", ...bridge.split("/").map((p) => spots[`${slot.slot}.${p}`]), size));
      }
      const holder = isStart ? Object.keys(letters).find((name) => letters[name] === slot.slot) : null;
      over.push(outline(slot.slot, spots, size, holder ? colourOf(holder) : "#20262f", holder ? 3.5 : 1.6));
    });
    for (const [name] of placesOf({ stage }))
      if (spots[name]) over.push(el("path", { d: hexagon(...spots[name], size), fill: "none", stroke: "var(--muted)", "stroke-dasharray": "4 3" }),
        text(spots[name][0], spots[name][1] + 4, name, { "text-anchor": "middle", "font-size": 12, "font-weight": 700, class: "ink" }));
    return out.join("") + over.join("");
  };

  // The rim of a tile: the sides of its outer hexes that no other hex of the tile shares.
  const outline = (slot, spots, size, colour, width) => {
    let path = "";
    for (let k = 1; k <= 6; k++) {
      const [x, y] = spots[`${slot}.${positions()[k]}`];
      const first = k + 3;  // n looks up: corners 4, 5 and one on either side
      const corners = [first, first + 1, first + 2, first + 3].map((c) => corner(x, y, size, c - 1));
      path += "M" + corners.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L");
    }
    return el("path", { d: path, fill: "none", stroke: colour, "stroke-width": width, "stroke-linejoin": "round" });
  };

  const label = (x, y, words, fill) => text(x, y, words, {
    "text-anchor": "middle", "font-size": 10, "font-weight": 700, fill: fill || DARK, "paint-order": "stroke", stroke: "#fff", "stroke-width": 2.6 });

  // Everything of a seat bears the first letter of its race as well as its colour.
  const lettersOf = (view) => Object.fromEntries(view.seats.map((seat) => [seat.seat, seat.race[0]]));

  const flag = (x, y, name, letter) => el("path", { d: `M${x} ${y + 10}v-19h11v11h-11`, fill: colourOf(name), stroke: DARK, "stroke-width": 1.2 }) +
    text(x + 5.5, y - 0.5, letter, { "text-anchor": "middle", "font-size": 9.5, "font-weight": 800, fill: inkOn(name) });

  const figure = (x, y, name, words, bright) => {
    const look = { fill: colourOf(name), stroke: bright ? "#fff" : DARK, "stroke-width": bright ? 2 : 1.3 };
    return el("path", Object.assign({ d: `M${x - 10} ${y + 12}q0 -13 10 -14q10 1 10 14z` }, look)) + circle(x, y - 6, 5, look) +
      text(x, y + 9.5, words, { "text-anchor": "middle", "font-size": 10.5, "font-weight": 800, fill: inkOn(name) });
  };

  const garrisonWords = (units) => units.map((n, i) => (n ? `${n}×L${i + 1}` : "")).filter(Boolean).join(" ");

  const features = (spots, slots, hexes, grounds) => {
    const out = [];
    for (const slot of slots)
      (slot.hexes || []).forEach((word, k) => {
        const name = `${slot.slot}.${positions()[k]}`;
        const feature = (word.split(":")[1] || "").replace("+r", "");
        if (!feature || !spots[name]) return;
        const [x, y] = spots[name];
        const state = hexes[name];
        const spent = state && ((feature === "outpost" || feature === "holy") && state.marks.includes("visited"));
        out.push(el("g", { opacity: spent ? 0.4 : 1 }, FEATURES[feature] ? FEATURES[feature](x - 7, y - 4) : ""));
        if (feature === "ruin" && state && state.marks.includes("explored"))
          out.push(line(x - 15, y - 12, x + 1, y + 4, { stroke: "#b3261e", "stroke-width": 2 }));
        if (feature === "recruit") {
          const land = grounds[CHART.races.indexOf(slot.slot)];
          if (land && land.status !== "idle") out.push(label(x - 8, y + 14, land.units));
        }
      });
    return out.join("");
  };

  const holdings = (spots, size, letters, hexes) => {
    const out = [];
    for (const name in hexes) {
      if (!spots[name]) continue;
      const [x, y] = spots[name], hex = hexes[name];
      if (hex.owner)
        out.push(el("path", { d: hexagon(x, y, size - 2.5), fill: "none", stroke: colourOf(hex.owner), "stroke-width": 3.5 }), flag(x + 4, y - 7, hex.owner, letters[hex.owner]));
      const guards = garrisonWords(hex.units), isActive = hex.marks.includes("activated") && !hex.owner;
      if (guards)
        out.push(rect(x - size * 0.72, y + 4, size * 1.44, 13, {
          rx: 4, fill: hex.owner ? colourOf(hex.owner) : NOBODY, stroke: isActive ? "#d0281e" : DARK, "stroke-width": isActive ? 2 : 1 }),
        text(x, y + 14, cut(guards, size * 1.5, 9.5), { "text-anchor": "middle", "font-size": 9.5, "font-weight": 700, fill: inkOn(hex.owner) }));
      if (hex.used_by.length) out.push(label(x + 6, y + 14, hex.used_by.map((name) => name.slice(1)).slice(0, 2).join(" ")));
    }
    return out.join("");
  };

  const cities = (spots, all) => {
    const out = [];
    for (const city of all) {
      if (!city.hex || !spots[city.hex]) continue;
      const [x, y] = spots[city.hex];
      const colour = city.holder ? colourOf(city.holder) : NOBODY;
      const camp = city.city === "b";
      out.push(el("path", {
        d: camp ? `M${x - 16} ${y + 6}l7 -15l7 15zM${x - 2} ${y + 6}l8 -18l8 18z` : `M${x - 16} ${y + 6}v-15h5v4h4v-9h5v5h5v-5h5v9h4v-4h4v15z`,
        fill: colour, stroke: DARK, "stroke-width": 1.5, "stroke-dasharray": city.razed ? "3 3" : null }));
      const works = city.buildings.includes("wall3") ? 3 : city.buildings.includes("wall2") ? 2 : 1;
      const towers = city.buildings.filter((b) => /^tower/.test(b)).length;
      const units = Object.values(city.garrison).reduce((a, b) => a + b, 0);
      out.push(label(x, y + 17, `${"▪".repeat(works)}${towers ? " t" + towers : ""}${units ? " " + units : ""}`));
    }
    return out.join("");
  };

  const figures = (spots, seats, hexes, active) => {
    const out = [], here = {};
    seats.forEach((seat) => seat.heroes.forEach((hero, i) => {
      if (hero.status === "in_play" && hero.hex && spots[hero.hex]) (here[hero.hex] = here[hero.hex] || []).push([seat, hero, i]);
    }));
    for (const name in here) {
      const [x, y] = spots[name];
      const guarded = hexes[name] && hexes[name].units.some((n) => n);
      here[name].forEach(([seat, hero, i], k) => out.push(figure(x + 8 - k * 16, guarded ? y - 8 : y - 1, seat.seat, `${seat.race[0]}${i + 1}`, active === seat.seat && hero.mp > 0)));
    }
    return out.join("");
  };

  // Where the Heroes have gone in this step, and where something happened.
  const happenings = (view, { spots, size }, context) => {
    const out = [];
    view.seats.forEach((seat, s) => seat.heroes.forEach((hero, i) => {
      const was = context.before.seats[s].heroes[i].hex;
      if (was && hero.hex && was !== hero.hex && spots[was] && spots[hero.hex])
        out.push(arrow(...spots[was], ...spots[hero.hex], "#fff", { "stroke-width": 6 }), arrow(...spots[was], ...spots[hero.hex], colourOf(seat.seat), { "stroke-width": 3 }));
    }));
    const marked = context.events.filter((e) => ["controlled", "explored", "guard_react", "recruiting", "combat", "conquered", "turned"].includes(e.name)).map((e) => e.values[0]);
    if (view.combat) marked.push(view.combat.hex);
    for (const word of new Set(marked)) {
      const spot = spots[word] || spots[word + ".c"];
      if (spot) out.push(el("path", { d: hexagon(spot[0], spot[1], size + 1), fill: "none", stroke: view.combat && view.combat.hex === word ? "#d0281e" : "var(--accent)", "stroke-width": 4 }));
    }
    return out.join("");
  };

  // --- combat ------------------------------------------------------------------------------------

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
      shape(x, y, wide, 38, kindOf(stack.unit), { fill: colourOf(name), stroke: marks.by[stack.stack] !== undefined ? "var(--accent)" : marks.hits[stack.stack] !== undefined ? "#d0281e" : DARK, "stroke-width": marks.by[stack.stack] !== undefined || marks.hits[stack.stack] !== undefined ? 3 : 1.2 }),
      text(x + wide / 2, y + 14, `${stack.count} × ${levelOf(stack.unit)}`, { "text-anchor": "middle", "font-size": 12.5, "font-weight": 800, fill: inkOn(name) }),
      text(x + wide / 2, y + 26, cut(stack.unit.replace("_", " "), wide - 8, 9.5), { "text-anchor": "middle", "font-size": 9.5, fill: inkOn(name) }),
      text(x + wide / 2, y + 35.5, `${stack.stack}${stack.tower ? " t" + stack.tower : ""}${stack.damage ? " −" + stack.damage : ""}`, { "text-anchor": "middle", "font-size": 8.5, fill: inkOn(name) }));

  const WALLS = ["#8b929d", "#e0b52e", "#c8393b"];

  const towersOf = (view, letter) =>
    view.cities.find((city) => city.city === letter).buildings.filter((name) => /^tower/.test(name)).length;

  // Ranged stacks behind, the others in front, the defender above: each with its place.
  const linesOf = (combat, isShown, y) => [[1, true], [1, false], [0, false], [0, true]].flatMap(([side, ranged], row) => {
    const list = combat.stacks.filter((s) => sideOf(s) === side && (kindOf(s.unit) === "ranged") === ranged && isShown(s));
    const wide = Math.min(86, (PANEL - 20 - 4 * (list.length - 1)) / Math.max(1, list.length));
    const start = (PANEL - list.length * (wide + 4) + 4) / 2, top = y + row * 43 + (row > 1 ? 20 : 0);
    return list.map((stack, i) => ({ stack, side, wide, x: start + i * (wide + 4), y: top }));
  });

  const arena = (view, combat, marks, y) => {
    const isShown = (stack) => stack.count || marks.hits[stack.stack] !== undefined;
    const out = linesOf(combat, isShown, y).map(({ stack, side, wide, x, y }) => card(stack, x, y, wide, combat.seats[side], marks));
    const middle = y + 2 * 43 + 1;
    if (combat.city) {
      out.push(rect(60, middle, PANEL - 120, 13, { fill: WALLS[combat.wall], stroke: DARK, "stroke-dasharray": combat.wall === 2 ? "8 6" : null }),
        text(PANEL / 2, middle + 10.5, `wall ${CHART.conditions[combat.wall]}`, { "text-anchor": "middle", "font-size": 10, "font-weight": 700, fill: DARK }));
      combat.towers.slice(0, towersOf(view, combat.city)).forEach((state, i) => out.push(rect(i ? PANEL - 50 : 20, middle - 5, 30, 22, { fill: WALLS[state] || NOBODY, stroke: DARK }),
        text(i ? PANEL - 35 : 35, middle + 10, `t${i + 1}`, { "text-anchor": "middle", "font-size": 10.5, "font-weight": 700, fill: DARK })));
    } else out.push(line(20, middle + 7, PANEL - 20, middle + 7, { stroke: "var(--muted)", "stroke-dasharray": "6 5" }));
    return out.join("");
  };

  const methodOf = (view) => CHART.methods[view.method];
  const CELL = 30;
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
    const shown = CHART.display, side = combat.city ? shown.city : shown.open;
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

  const box = (view, context) => {
    const out = [rect(0, 0, PANEL, BOX, { rx: 8, class: "panel", stroke: "var(--line)" })];
    const own = context.seat >= 0 ? view.seats[context.seat] : null;
    if (own) out.push(text(12, 20, cut(`${own.seat}: ${context.phrase}`, PANEL - 20, 13), { "font-size": 13, "font-weight": 700, fill: wordsOf(own.seat) }));
    const combat = view.combat || (context.events.some((e) => e.name === "combat_over" || e.name === "broken_off") ? context.before.combat : null);
    const told = context.events.filter((e) => !["strike", "hits"].includes(e.name));
    if (!combat) {
      wrap(told.map((e) => e.sentence).join("  "), PANEL - 24, 11.5, 15).forEach((line, i) =>
        out.push(text(12, 42 + i * 17, line, { "font-size": 11.5, class: "ink" })));
      out.push(text(12, BOX - 14, "No combat now: when there is one, it is drawn here.", { "font-size": 11.5, class: "muted" }));
      return out.join("");
    }
    const marks = struck(context), first = combat.seats[combat.initiative];
    const striker = (stack) => combat.seats[stack.startsWith("att") ? 0 : 1];
    const onDisplay = methodOf(view).display;
    const phase = combat.phase.replace("step", "step ").replace(/_/g, " ");
    out.push(text(12, 37, `${combat.seats[0]} attacks ${combat.seats[1]} at ${combat.hex}${combat.city ? " (siege)" : ""} · round ${combat.round}, ${phase}`, { "font-size": 12, "font-weight": 600, class: "ink" }),
      el("path", { d: "M0 0l9 5l-9 5z", transform: `translate(${PANEL - 78} 28)`, fill: wordsOf(first) }),
      text(PANEL - 12, 37, first, { "text-anchor": "end", "font-size": 12, "font-weight": 700, fill: wordsOf(first) }));
    const strike = marks.strike;
    const graves = `fallen: ${combat.killed[1]} attacking, ${combat.killed[0]} defending`;
    const results = Object.entries(marks.hits).map(([stack, killed]) => `${stack} loses ${killed}`).join(", ");
    if (onDisplay) {
      out.push(display(view, combat, marks, context, 48));
      const x = 364, w = PANEL - x - 8;
      let y = 62;
      if (strike) {
        out.push(die(x, y, strike.values[2], true, striker(strike.values[0])), die(x + 50, y, strike.values[3], true, striker(strike.values[1])),
          text(x, y + 34, strike.values[0], { "font-size": 10.5, class: "ink" }), text(x + 50, y + 34, strike.values[1], { "font-size": 10.5, class: "ink" }));
        y += 52;
      }
      [...wrap(results, w, 11, 4), ...wrap(graves, w, 11, 4), ...wrap(told.map((e) => e.sentence).join(" "), w, 10.5, 6)].filter(Boolean).slice(0, 13).forEach((line, i) =>
        out.push(text(x, y + i * 15, line, { "font-size": 11, class: "ink" })));
      const waiting = combat.stacks.filter((s) => s.count && !s.hex).map((s) => `${s.stack} ${s.count}×${levelOf(s.unit)}`);
      if (waiting.length) out.push(text(12, BOX - 7, cut("waiting: " + waiting.join(", "), PANEL - 20, 10.5), { "font-size": 10.5, class: "muted" }));
    } else {
      out.push(arena(view, combat, marks, 48));
      const y = 246;
      if (strike)
        out.push(text(12, y + 15, strike.values[0], { "font-size": 11.5, class: "ink" }), die(48, y, strike.values[2], true, striker(strike.values[0])),
          text(78, y + 15, "against", { "font-size": 11, class: "muted" }), die(126, y, strike.values[3], true, striker(strike.values[1])),
          text(152, y + 15, strike.values[1], { "font-size": 11.5, class: "ink" }));
      out.push(text(PANEL - 12, y + 15, cut(results, 280, 11.5), { "font-size": 11.5, "font-weight": 700, class: "ink", "text-anchor": "end" }),
        text(12, y + 37, graves, { "font-size": 11, class: "muted" }));
      wrap(told.map((e) => e.sentence).join("  "), PANEL - 24, 11, 2).forEach((line, i) => out.push(text(12, y + 52 + i * 13, line, { "font-size": 11, class: "ink" })));
    }
    return out.join("");
  };

  // --- panels ------------------------------------------------------------------------------------

  const heroRow = (view, seat, hero, index, y, roomy, secret) => {
    const colour = colourOf(seat.seat), out = [];
    const able = hero.with_equipment;
    const price = methodOf(view).level_prices[hero.level];  // EP to the next level
    const status = hero.status === "in_play" ? `${hero.hex || ""}` : hero.status.replace("_", " ");
    out.push(circle(26, y - 4, 8, { fill: hero.status === "in_play" ? colour : NOBODY }), text(26, y, `${seat.race[0]}${index + 1}`, { "text-anchor": "middle", "font-size": 9.5, "font-weight": 800, fill: hero.status === "in_play" ? inkOn(seat.seat) : "#fff" }),
      text(40, y, `${hero.hero}  level ${hero.level}`, { "font-size": 11.5, "font-weight": 700, class: "ink" }),
      rect(130, y - 8, 42, 7, { rx: 2, class: "bar-back" }), rect(130, y - 8, Math.min(1, hero.experience / price) * 42, 7, { rx: 2, fill: colour }),
      text(178, y, `A${able.attack} D${able.defense} I${able.initiative} M${able.movement}`, { "font-size": 11.5, class: "ink" }),
      text(302, y, hero.status === "in_play" ? `MP ${hero.mp}` : "", { "font-size": 11.5, "font-weight": 700, class: "ink" }),
      text(PANEL - 12, y, [status, hero.honor ? `honour ${hero.honor}` : "", hero.quest || ""].filter(Boolean).join(" · "), { "font-size": 11, class: "muted", "text-anchor": "end" }));
    const wide = (PANEL - 30) / 6;
    hero.sections.forEach((section, i) => {
      const x = 18 + i * wide;
      out.push(shape(x, y + 5, wide - 4, 24, section ? kindOf(section.name) : "close", { fill: section ? colour : "none", stroke: section ? DARK : "var(--line)", "stroke-dasharray": section ? null : "3 3" }));
      const put = (down, words, size) => out.push(text(x + wide / 2 - 2, y + down, words, { fit: wide - 12, "text-anchor": "middle", "font-size": size, "font-weight": 700, fill: inkOn(seat.seat) }));
      if (section) {
        put(15.5, `${section.count}×${levelOf(section.name)}`, 10);
        put(26.5, section.name.replace("_", " "), 8.3);
      }
      else if (secret) out.push(text(x + wide / 2 - 2, y + 20.5, "?", { "text-anchor": "middle", "font-size": 10.5, class: "muted" }));
    });
    if (roomy) {
      const skills = Object.entries(hero.skills).filter((s) => s[1]).map(([name, n]) => `${name} ${n}`);
      out.push(text(18, y + 41, cut([...hero.equipment, ...skills].join(", "), PANEL - 30, 10.5), { "font-size": 10.5, class: "muted" }));
    }
    return out.join("");
  };

  const panel = (view, seat, index, height, context) => {
    const active = view.active === seat.seat && !view.over;
    const held = view.cities.filter((c) => c.holder === seat.seat);
    const out = [seatPanel(PANEL, height, seat.seat, nameOf(seat.seat, context.name(index), PANEL - 120, 15), active),
      text(PANEL - 12, 20, seat.alive ? seat.race : `${seat.race}, defeated`, { "font-size": 12, class: "muted", "text-anchor": "end" })];
    let x = 26;
    for (const name of CHART.resources) {
      const total = held.reduce((n, c) => n + c.stock[name], 0);
      out.push(group(0, 0, [FEATURES[name](x, 36)]), text(x + 12, 40, total, { "font-size": 13, "font-weight": 700, class: "ink" }));
      x += 52;
    }
    if (view.categories)
      out.push(text(PANEL - 12, 40, `mines ${view.categories.mines[index]}   levels ${view.categories.levels[index]}   army ${view.categories.army[index]}`, { "font-size": 11.5, class: "ink", "text-anchor": "end" }));
    const roomy = height > 200;
    const built = held.map((c) => `${c.city}: ${c.buildings.join(" ")}${Object.keys(c.garrison).length ? " | " + Object.entries(c.garrison).map(([n, k]) => `${k} ${n.replace("_", " ")}`).join(", ") : ""}`).join("   ");
    const lines = wrap(built || "no city", PANEL - 30, 10.5, roomy ? 3 : 1);
    lines.forEach((line, i) => out.push(text(18, 55 + i * 13, line, { "font-size": 10.5, class: "muted" })));
    const first = roomy ? 100 : 73, step = roomy ? 58 : Math.min(48, (height - 78) / 2 + 2);
    const secret = seat.budget === null && view.stage === "army";
    seat.heroes.forEach((hero, i) => out.push(heroRow(view, seat, hero, i, first + i * step, roomy, secret && i === 0)));
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
    const step = CHART.steps[positions().indexOf(way)];
    if (!spots[from] || !step) return null;
    const [dx, dy] = pixel(...step), x = spots[from][0] + dx * size, y = spots[from][1] + dy * size;
    return Object.keys(spots).find((name) => Math.hypot(spots[name][0] - x, spots[name][1] - y) < size / 3);
  };

  const stacksAt = (view) => {
    if (!view.combat) return [];
    if (!methodOf(view).display)
      return linesOf(view.combat, (stack) => stack.count, 48).map(({ stack, wide, x, y }) =>
        ({ key: stack.stack, x: SIDE + x, y: TOP + y, width: wide, height: 38 }));
    const cells = CHART.display.rows.flat();
    const around = (key, name, r) => {
      const [x, y] = cellAt(name, 48);
      return { key, x: SIDE + x - r, y: TOP + y - r, width: 2 * r, height: 2 * r, round: r };
    };
    return [...cells.map((name) => around(name, name, CELL / 2)),
      ...view.combat.stacks.filter((s) => s.hex && s.count).map((s) => around(s.stack, s.hex, 12))];
  };

  const hexSample = (fill, words, sign = "") => [el("path", { d: hexagon(14, 10, 11), fill, stroke: "#6d7a52" }) + sign, words];
  const sample = (kind, words) => hexSample(TERRAIN.cl, words, FEATURES[kind](14, 10));
  const sideSample = (kind, words) => [border(kind, [14, 2], [14, 18], 20), words];

  pentarch.boards.heroes = {
    legend: [
      [pentarch.sample("t4.ne"), "t4.ne: the hex north-east of the middle (c) of tile t4; k, a, b: the tiles where the races begin"],
      [pentarch.sample("hk1"), "hk1: the first Hero of the knights; on the map k1"],
      [pentarch.sample("att1"), "att1, def1: a stack that attacks, one that defends"],
      ...Object.entries({ cl: "clear", de: "desert", hi: "hills", wo: "woods", mo: "mountain" }).map(([id, words]) => hexSample(TERRAIN[id], words)),
      sideSample("river", "river or lake: no way"), sideSample("range", "range: no way"), sideSample("bridge", "bridge"),
      [line(2, 10, 26, 10, { stroke: "#a5814b", "stroke-width": 2.4 }), "road"],
      [el("path", { d: hexagon(14, 10, 9), fill: TERRAIN.cl, stroke: "#d9a520", "stroke-width": 2.5 }), "golden border: a mine to be had"],
      sample("gold", "gold"), sample("crystal", "crystal"), sample("stone", "stone"), sample("wood", "wood"), sample("ruin", "ruin; crossed out once it is explored"),
      sample("tower", "tower, with the Heroes who used it"), sample("outpost", "outpost; pale once it is visited"), sample("holy", "holy place"), sample("recruit", "recruitment location and its units"),
      hexSample(TERRAIN.cl, "held by the knights (k, a, b: the races)", flag(9, 9, "p1", "k")),
      hexSample(TERRAIN.cl, "the knights' first Hero; white edge: may still move", figure(14, 8, "p1", "k1", false)),
      [rect(0, 3, 28, 13, { rx: 4, fill: NOBODY, stroke: "#d0281e", "stroke-width": 2 }) + text(14, 13, "3×L4", { "text-anchor": "middle", "font-size": 9.5, "font-weight": 700, fill: "#fff" }), "three units of level 4; red edge: guards that react"],
      hexSample(TERRAIN.cl, "city: its works, towers (t) and units", label(14, 13, "▪▪ 5")),
      [shape(2, 3, 24, 14, "close", { fill: "none", stroke: "var(--ink)" }), "fights hand to hand"], [shape(2, 3, 24, 14, "ranged", { fill: "none", stroke: "var(--ink)" }), "ranged"], [shape(2, 3, 24, 14, "cavalry", { fill: "none", stroke: "var(--ink)" }), "mounted"],
    ],
    // A Hero is clicked where he stands, a direction where it leads.
    keys(command, view, mine, prepared) {
      const [verb, ...words] = command.split(" ");
      const seat = view.seats.find((one) => one.seat === mine);
      if (!["move", "take", "drop", "give", "train", "pray", "store"].includes(verb) || !seat) return words;
      const hero = seat.heroes[Number(words[0]) - 1];
      const to = verb === "move" && hero ? neighbour(prepared, hero.hex, words[1]) : null;
      return [`hero ${words[0]}`, ...words.slice(1), ...(to ? [to] : [])];
    },
    targets(view, { spots, size }, mine) {
      const seat = view.seats.find((one) => one.seat === mine);
      const around = (key, [x, y], r) => ({ key, x: x - r, y: y - r, width: 2 * r, height: 2 * r, round: r });
      return [
        ...Object.keys(spots).map((name) => around(name, spots[name], size * 0.8)),
        ...(seat ? seat.heroes.map((hero, i) => [`hero ${i + 1}`, hero]).filter(([, hero]) => spots[hero.hex])
          .map(([key, hero]) => around(key, [spots[hero.hex][0] + 9, spots[hero.hex][1]], 13)) : []),
        ...stacksAt(view),
      ];
    },
    chapter: (view) => `Round ${view.round}, turn ${view.sequence}` + (view.active ? ` · ${view.active}` : ""),
    prepare(frames, steps, chart) {
      CHART = chart;
      const placed = arrange(frames[frames.length - 1]), { spots, size } = placed, letters = lettersOf(frames[0]);
      return Object.assign(placed, {
        ground: kept((...more) => ground(placed, letters, ...more)),
        features: kept((...more) => features(spots, ...more)),
        holdings: kept((...more) => holdings(spots, size, letters, ...more)),
        cities: kept((...more) => cities(spots, ...more)),
        figures: kept((...more) => figures(spots, ...more)),
      });
    },
    draw(view, context) {
      const drawn = context.prepared;
      CHART = context.chart;
      const seats = view.seats.length;
      const each = Math.min(214, (drawn.high - BOX - seats * 8) / seats);
      const high = Math.max(drawn.high, BOX + seats * (Math.max(each, 164) + 8));
      const tall = Math.max(each, 164);
      const out = [rect(0, TOP, WORLD, high, { rx: 8, class: "panel", stroke: "var(--line)" }), drawn.ground(view.slots, view.stage),
        drawn.features(view.slots, view.hexes, view.grounds), drawn.holdings(view.hexes), drawn.cities(view.cities),
        drawn.figures(view.seats, view.hexes, view.active), happenings(view, drawn, context), top(view),
        group(SIDE, TOP, [box(view, context)])];
      view.seats.forEach((seat, i) => out.push(group(SIDE, TOP + BOX + 8 + i * (tall + 8), [panel(view, seat, i, tall, context)])));
      const state = view.over ? `over: ${view.over.replace(/_/g, " ")}` : view.combat ? `combat, ${view.combat.phase.replace(/_/g, " ")}` : view.stage;
      return { width: WIDTH, height: TOP + high + 4, parts: out, headline: `Round ${view.round}, turn ${view.sequence} · ${state}` };
    },
  };
})();
