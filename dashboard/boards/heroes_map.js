// Heroes vs Warlords: the world of hexes. One token stands on a hex, the most important of what is there;
// `about` tells the rest to whoever points at it.
"use strict";
pentarch.heroes = (() => {
  const { el, rect, circle, line, text, arrow, colourOf, inkOn, NOBODY, DARK } = pentarch;
  const ROOT = Math.sqrt(3);
  // How large a hex gets at most, and how much of the world's surroundings is seen around what is revealed.
  const LARGEST = 46, MARGIN = 1.2;
  // The middles of two tiles that touch are sqrt(21) sides of a hex apart.
  const BESIDE = 4.6;
  const TERRAIN = { cl: "#b9d98c", de: "#ead9a0", hi: "#cfa55b", wo: "#4f8a4b", mo: "#8f8275" };
  const LANDS = { cl: "clear", de: "desert", hi: "hills", wo: "woods", mo: "mountain" };
  const HIDDEN = "#39424f";
  const SITES = {
    gold: "gold mine", crystal: "crystal mine", stone: "quarry", wood: "sawmill", ruin: "ruin", tower: "tower", outpost: "outpost",
    holy: "holy place", recruit: "recruitment location",
  };
  // What the rules know: lattices, borders, units, the Battle Display. It comes with the match.
  const known = { chart: null };
  const positions = () => known.chart.positions;
  const hexOf = (slot, k) => `${slot.slot}.${positions()[k]}`;
  const siteOf = (word) => (word.split(":")[1] || "").replace("+r", "");

  const pixel = (q, r) => [1.5 * q, ROOT * (r + q / 2)];
  const middleOf = (a, b) => [2 * a - b, a + 3 * b];
  const centreOf = (slot, index) => slot.centre || (index < known.chart.lattice.length ? middleOf(...known.chart.lattice[index]) : null);

  // While start tiles are placed, where they may lie: the middles by name.
  const placesOf = (stage) => (!["army", "place"].includes(stage) ? []
    : known.chart.places.map((place, i) => [`e${i + 1}`, middleOf(...place)]));

  // Every hex in units of a hex's side, and the box around those of them that count.
  const surveyed = (slots, stage, counts) => {
    const units = {}, box = { left: Infinity, right: -Infinity, up: Infinity, down: -Infinity };
    const put = (name, q, r, isCounted) => {
      const [x, y] = (units[name] = pixel(q, r));
      if (!isCounted) return;
      box.left = Math.min(box.left, x - 1.1); box.right = Math.max(box.right, x + 1.1);
      box.up = Math.min(box.up, y - 1); box.down = Math.max(box.down, y + 1);
    };
    slots.forEach((slot, i) => {
      const centre = centreOf(slot, i);
      if (centre) known.chart.steps.forEach(([q, r], k) => put(hexOf(slot, k), centre[0] + q, centre[1] + r, counts(slot)));
    });
    for (const [name, middle] of placesOf(stage)) put(name, ...middle, true);
    return { units, box };
  };

  // Where everything lies in a frame of this size, as large as fits. Hexes that would leave the frame are left out.
  const fitted = ({ units, box }, { left, top, width, height }, margin) => {
    const wide = box.right - box.left + 2 * margin, high = box.down - box.up + 2 * margin;
    const size = Math.min(LARGEST, (width - 8) / wide, (height - 8) / high);
    const dx = left + (width - (box.right + box.left) * size) / 2, dy = top + (height - (box.down + box.up) * size) / 2;
    const spots = {};
    for (const name in units) {
      const x = dx + units[name][0] * size, y = dy + units[name][1] * size;
      if (x - size >= left && x + size <= left + width && y - size * 0.87 >= top && y + size * 0.87 <= top + height) spots[name] = [x, y];
    }
    return { spots, size, dx, dy, frame: { left, top, width, height } };
  };

  const whole = (slots, stage, frame) => fitted(surveyed(slots, stage, () => true), frame, 0);

  // The revealed tiles that hang together with one of those named, by name.
  const joined = (slots, names) => {
    const open = slots.map((slot, i) => [slot, centreOf(slot, i)]).filter(([slot, centre]) => slot.hexes && centre)
      .map(([slot, centre]) => ({ name: slot.slot, spot: pixel(...centre) }));
    const found = open.filter(({ name }) => names.includes(name));
    for (const one of found)
      for (const other of open)
        if (!found.includes(other) && Math.hypot(one.spot[0] - other.spot[0], one.spot[1] - other.spot[1]) < BESIDE) found.push(other);
    return (found.length ? found : open).map(({ name }) => name);
  };

  // Where the seat that is to act has its Heroes and its city.
  const focusOf = ({ seats, cities, active }) => {
    const seat = seats.find((one) => one.seat === active);
    if (!seat) return "";
    const hexes = [...seat.heroes.filter((hero) => hero.status === "in_play").map((hero) => hero.hex), ...cities.filter((city) => city.holder === active).map((city) => city.hex)];
    return [...new Set(hexes.filter(Boolean).map((hex) => hex.split(".")[0]))].sort().join(" ");
  };

  // What is revealed around those tiles, and whatever is beside it. Before anything is, the whole world.
  const near = (slots, stage, focus, frame) => {
    if (placesOf(stage).length || !slots.some((slot) => slot.hexes)) return whole(slots, stage, frame);
    const names = joined(slots, focus.split(" "));
    return fitted(surveyed(slots, stage, (slot) => names.includes(slot.slot)), frame, MARGIN);
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
  };

  const compass = (x, y) => el("path", { d: `M${x} ${y - 12}l5 13l-5 -3l-5 3z`, fill: "#aeb8c4" });

  // The side between two hexes with the middles a and b: water, a range, or a bridge.
  const border = (kind, a, b, size) => {
    if (!a || !b) return "";
    const mx = (a[0] + b[0]) / 2, my = (a[1] + b[1]) / 2, long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const ux = (-(b[1] - a[1]) / long) * (size / 2), uy = ((b[0] - a[0]) / long) * (size / 2);
    const bar = (more) => line(mx - ux, my - uy, mx + ux, my + uy, Object.assign({ "stroke-width": 5, "stroke-linecap": "round" }, more));
    if (kind === "range") return bar({ stroke: "#5a5550" }) + bar({ stroke: "#f0f0f0", "stroke-width": 2, "stroke-dasharray": "3 3" });
    return kind === "bridge" ? bar({ stroke: "#7a4a1e", "stroke-dasharray": "4 3", "stroke-linecap": "butt" }) : bar({ stroke: "#2b78c9" });
  };

  // The land: `data-place` is what `about` is asked for.
  const ground = (place, letters, slots, stage) => {
    const hexes = [], over = [];
    for (const slot of slots) {
      (slot.hexes ? openTile : hiddenTile)(place, slot, hexes, over);
      const holder = slot.slot.length === 1 ? Object.keys(letters).find((name) => letters[name] === slot.slot) : null;
      if (slot.hexes || slot.slot.length > 1) over.push(rim(slot, place, holder ? colourOf(holder) : "#20262f", holder ? 3.5 : 1.6));
    }
    const { spots, size } = place;
    for (const [name] of placesOf(stage))
      if (spots[name]) over.push(el("path", { d: hexagon(...spots[name], size), fill: "none", stroke: "var(--muted)", "stroke-dasharray": "4 3" }),
        text(spots[name][0], spots[name][1] + 4, name, { "text-anchor": "middle", "font-size": 12, "font-weight": 700, class: "ink" }));
    // Whoever points at a road points at the hex below it.
    return hexes.join("") + el("g", { "pointer-events": "none" }, ...over);
  };

  const hiddenTile = ({ spots, size }, slot, hexes, over) => {
    // Start tiles that are not placed yet lie nowhere.
    if (slot.slot.length === 1) return;
    hexes.push(...positions().map((_, k) => spots[hexOf(slot, k)]).filter(Boolean)
      .map(([x, y]) => el("path", { d: hexagon(x, y, size), fill: HIDDEN, stroke: HIDDEN, "data-place": `${slot.slot}.c` })));
    const middle = spots[`${slot.slot}.c`];
    if (middle) over.push(compass(middle[0], middle[1] - 4), text(middle[0], middle[1] + 13, slot.tile ? `${slot.slot} ${slot.tile}` : slot.slot, { "text-anchor": "middle", "font-size": 10.5, fill: "#c6ced9" }));
  };

  const openTile = ({ spots, size }, slot, hexes, over) => {
    const roads = [], at = (p) => spots[`${slot.slot}.${p}`];
    slot.hexes.forEach((word, k) => {
      const name = hexOf(slot, k);
      if (!spots[name]) return;
      hexes.push(el("path", { d: hexagon(...spots[name], size - 0.5), fill: TERRAIN[word.slice(0, 2)], stroke: "#6d7a52", "stroke-width": 0.7, "data-place": name }));
      if (known.chart.resources.includes(siteOf(word))) over.push(el("path", { d: hexagon(...spots[name], size - 2.5), fill: "none", stroke: "#d9a520", "stroke-width": 2 }));
      if (word.endsWith("+r")) roads.push(k);
    });
    for (const k of roads)
      for (const other of roads)
        if (k < other && (k === 0 || other - k === 1 || (k === 1 && other === 6)))
          over.push(line(...spots[hexOf(slot, k)], ...spots[hexOf(slot, other)], { stroke: "#a5814b", "stroke-width": 2.4 }));
    const { kind, sides, bridge } = known.chart.borders[slot.tile] || { sides: [], bridge: "" };
    for (const side of sides) over.push(border(kind, ...side.split("/").map(at), size));
    if (bridge) over.push(border("bridge", ...bridge.split("/").map(at), size));
  };

  // The rim of a tile: the sides of its outer hexes that no other hex of the tile shares.
  const rim = (slot, { spots, size }, colour, width) => {
    let path = "";
    for (let k = 1; k <= 6; k++) {
      const spot = spots[hexOf(slot, k)];
      if (!spot) continue;
      // n looks up: corners 4, 5 and one on either side
      const corners = [k + 2, k + 3, k + 4, k + 5].map((c) => corner(...spot, size, c));
      path += "M" + corners.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L");
    }
    return el("path", { d: path, fill: "none", stroke: colour, "stroke-width": width, "stroke-linejoin": "round" });
  };

  // --- tokens: drawn for a hex with sides of 30, about its middle ---------------------------------

  const label = (x, y, words) => text(x, y, words, {
    "text-anchor": "middle", "font-size": 10, "font-weight": 700, fill: DARK, "paint-order": "stroke", stroke: "#fff", "stroke-width": 2.6 });

  const figure = (name, words, bright) => {
    const look = { fill: colourOf(name), stroke: bright ? "#fff" : DARK, "stroke-width": bright ? 2.4 : 1.3 };
    return [el("path", Object.assign({ d: "M-16 17q0 -18 16 -19q16 1 16 19z" }, look)) + circle(0, -8, 7.5, look),
      text(0, 13, words, { fit: 36, "text-anchor": "middle", "font-size": 12.8, "font-weight": 800, fill: inkOn(name) })];
  };

  const city = ({ city: letter, holder, razed, buildings, garrison }) => {
    const works = buildings.includes("wall3") ? 3 : buildings.includes("wall2") ? 2 : 1;
    const towers = buildings.filter((name) => /^tower/.test(name)).length;
    const units = Object.values(garrison).reduce((a, b) => a + b, 0);
    const d = letter === "b" ? "M-19 6l9 -19l9 19zM-2 6l10 -22l10 22z" : "M-19 6v-18h6v5h5v-11h6v6h6v-6h6v11h4v-5h5v18z";
    return [el("path", { d, fill: holder ? colourOf(holder) : NOBODY, stroke: DARK, "stroke-width": 1.5, "stroke-dasharray": razed ? "3 3" : null }),
      label(0, 19, `${"▪".repeat(works)}${towers ? " t" + towers : ""}${units ? " " + units : ""}`)];
  };

  const levelsOf = (units) => units.map((n, i) => [n, i + 1]).filter(([n]) => n);

  // How many units, and the highest level among them.
  const guards = (levels, owner, reacts) => {
    const total = levels.reduce((sum, [n]) => sum + n, 0);
    return [rect(-21, -9, 42, 18, { rx: 5, fill: owner ? colourOf(owner) : NOBODY, stroke: reacts ? "#d0281e" : DARK, "stroke-width": reacts ? 2.6 : 1.2 }),
      text(0, 4.5, `${total}×L${levels[levels.length - 1][1]}`, { fit: 37, "text-anchor": "middle", "font-size": 12.8, "font-weight": 700, fill: inkOn(owner) })];
  };

  // Everything of a seat bears the first letter of its race as well as its colour.
  const plate = (owner, letter, x) => [rect(-21, -12, 42, 24, { rx: 6, fill: "#f7f3e8", stroke: colourOf(owner), "stroke-width": 3 }),
    text(x, 5, letter, { "text-anchor": "middle", "font-size": 13, "font-weight": 800, fill: DARK })];

  const site = (kind, owner, letter, isSpent, count) => {
    const sign = el("g", { opacity: isSpent ? 0.4 : 1 }, FEATURES[kind](owner ? -8 : 0, 0)) +
      (isSpent && kind === "ruin" ? line(-8, -8, 8, 8, { stroke: "#b3261e", "stroke-width": 2 }) : "");
    if (!owner) return [sign, count ? label(0, 19, count) : ""];
    const [back, words] = plate(owner, letter, 11);
    return [back + sign, words];
  };

  // The most important thing on a hex: Heroes, a city, units, and last what the land offers.
  const tokenOf = (name, word, here, letters) => {
    const { heroes, hex, town, land, active } = here;
    if (heroes.length) {
      const [seat, hero] = heroes.find(([seat]) => seat.seat === active) || heroes[0];
      const more = heroes.length > 1 ? `+${heroes.length - 1}` : "";
      return figure(seat.seat, `${hero.hero}${more}`, active === seat.seat && hero.mp > 0);
    }
    if (town) return city(town);
    const levels = hex ? levelsOf(hex.units) : [], owner = hex && hex.owner;
    if (levels.length) return guards(levels, owner, !owner && hex.marks.includes("activated"));
    const kind = siteOf(word);
    if (!FEATURES[kind]) return owner ? plate(owner, letters[owner], 0) : null;
    const marks = hex ? hex.marks : [];
    const isSpent = kind === "ruin" ? marks.includes("explored") : ["outpost", "holy"].includes(kind) && marks.includes("visited");
    return site(kind, owner, letters[owner], isSpent, kind === "recruit" && land && land.status !== "idle" ? land.units : 0);
  };

  // What there is to know of a hex, from a view: the same for its token and for its words.
  const contents = (view, slot, name) => ({
    heroes: view.seats.flatMap((seat) => seat.heroes.map((hero) => [seat, hero])).filter(([, hero]) => hero.status === "in_play" && hero.hex === name),
    hex: view.hexes[name], town: view.cities.find((one) => one.hex === name), land: view.grounds[known.chart.races.indexOf(slot.slot)], active: view.active,
  });

  const tokens = ({ spots, size }, letters, view) => {
    const out = [];
    for (const slot of view.slots)
      (slot.hexes || []).forEach((word, k) => {
        const name = hexOf(slot, k);
        if (!spots[name]) return;
        const here = contents(view, slot, name), owner = here.hex && here.hex.owner;
        if (owner) out.push(el("path", { d: hexagon(...spots[name], size - 2.5), fill: "none", stroke: colourOf(owner), "stroke-width": 3.5 }));
        const token = tokenOf(name, word, here, letters);
        if (token) out.push(placed(token, spots[name], size, name));
      });
    return el("g", { "pointer-events": "none" }, ...out);
  };

  // Shapes grow with the hex, words do not: they are as large as they have to be.
  const placed = ([shapes, words], [x, y], size, name) => {
    const scale = Math.min(1.25, size / 30);
    return el("g", { class: "token", "data-on": name, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      el("g", { transform: `scale(${scale.toFixed(3)})` }, shapes), words);
  };

  // --- words ---------------------------------------------------------------------------------------

  const armyOf = (sections) => sections.filter(Boolean).map(({ count, name }) => `${count} ${name.replace(/_/g, " ")}`).join(", ");

  const about = (view, name) => {
    const [tile, position] = name.split("."), slot = view.slots.find((one) => one.slot === tile);
    // A start tile that is not placed yet lies nowhere.
    if (!slot || !position || (!slot.hexes && tile.length === 1)) return [];
    if (!slot.hexes) return [`${tile}${slot.tile ? ` (${slot.tile})` : ""}: not revealed yet`];
    const word = slot.hexes[positions().indexOf(position)], kind = siteOf(word);
    const { heroes, hex, town, land } = contents(view, slot, name);
    const marks = hex ? hex.marks : [], lines = [[name, LANDS[word.slice(0, 2)], word.endsWith("+r") ? "road" : ""].filter(Boolean).join(", ")];
    if (SITES[kind]) lines.push([SITES[kind], ...marks.filter((mark) => mark !== "activated")].join(", ") +
      (kind === "recruit" && land && land.status !== "idle" ? `: ${land.units} units` : ""));
    if (hex && hex.owner) lines.push(`held by ${hex.owner}`);
    const levels = hex ? levelsOf(hex.units) : [];
    if (levels.length) lines.push(`${hex.owner ? "units" : "guards"}: ${levels.map(([n, level]) => `${n} of level ${level}`).join(", ")}` +
      (marks.includes("activated") && !hex.owner ? "; they react" : ""));
    if (hex && hex.used_by.length) lines.push(`used by ${hex.used_by.join(", ")}`);
    if (town) lines.push(`city ${town.city}, ${town.razed ? "razed" : `held by ${town.holder || "nobody"}`}: ${town.buildings.join(", ").replace(/_/g, " ")}`,
      ...(Object.keys(town.garrison).length ? [`garrison: ${Object.entries(town.garrison).map(([unit, n]) => `${n} ${unit.replace(/_/g, " ")}`).join(", ")}`] : []));
    for (const [seat, hero] of heroes)
      lines.push(`${hero.hero}, Hero of ${seat.seat}: level ${hero.level}, ${hero.mp} MP left`, armyOf(hero.sections) ? `with ${armyOf(hero.sections)}` : "without units");
    return lines;
  };

  // --- what happens ----------------------------------------------------------------------------------

  // Where the Heroes have gone in this step, and where something happened.
  const happenings = (view, { spots, size }, context) => {
    const out = [];
    view.seats.forEach((seat, s) => seat.heroes.forEach((hero, i) => {
      const was = spots[context.before.seats[s].heroes[i].hex], is = spots[hero.hex];
      if (was && is && context.before.seats[s].heroes[i].hex !== hero.hex)
        out.push(arrow(...was, ...is, "#fff", { "stroke-width": 6 }), arrow(...was, ...is, colourOf(seat.seat), { "stroke-width": 3 }));
    }));
    const marked = context.events.filter((e) => ["controlled", "explored", "guard_react", "recruiting", "combat", "conquered", "turned"].includes(e.name)).map((e) => e.values[0]);
    if (view.combat) marked.push(view.combat.hex);
    for (const word of new Set(marked)) {
      const spot = spots[word] || spots[word + ".c"];
      if (spot) out.push(el("path", { d: hexagon(spot[0], spot[1], size + 1), fill: "none", stroke: view.combat && view.combat.hex === word ? "#d0281e" : "var(--accent)", "stroke-width": 4 }));
    }
    return el("g", { "pointer-events": "none" }, ...out);
  };

  // The whole world without words: land, who holds what, the Heroes, and the part that the board shows.
  const smallMap = (all, shown, { left, top, width, height }, slots, hexes, seats) => {
    const paths = {}, { spots, size } = all;
    for (const slot of slots)
      positions().forEach((_, k) => {
        const spot = spots[hexOf(slot, k)];
        if (!spot || (!slot.hexes && slot.slot.length === 1)) return;
        const fill = slot.hexes ? TERRAIN[slot.hexes[k].slice(0, 2)] : HIDDEN;
        paths[fill] = (paths[fill] || "") + hexagon(...spot, size + 0.3);
      });
    const out = Object.entries(paths).map(([fill, d]) => el("path", { d, fill }));
    for (const name in hexes)
      if (hexes[name].owner && spots[name]) out.push(el("path", { d: hexagon(...spots[name], size * 0.8), fill: colourOf(hexes[name].owner) }));
    for (const seat of seats)
      for (const hero of seat.heroes)
        if (hero.status === "in_play" && spots[hero.hex]) out.push(circle(...spots[hero.hex], size * 1.1, { fill: colourOf(seat.seat), stroke: "#fff", "stroke-width": 1.2 }));
    // From places on the board to those on the small map.
    const scale = size / shown.size, { frame } = shown;
    const x = Math.max(left, all.dx + (frame.left - shown.dx) * scale), y = Math.max(top, all.dy + (frame.top - shown.dy) * scale);
    const right = Math.min(left + width, all.dx + (frame.left + frame.width - shown.dx) * scale), low = Math.min(top + height, all.dy + (frame.top + frame.height - shown.dy) * scale);
    out.push(rect(x, y, right - x, low - y, { fill: "none", stroke: "var(--accent)", "stroke-width": 2, rx: 3, class: "seen" }));
    return el("g", { class: "small-map" }, el("title", {}, "the whole world; the frame is what the board shows"), ...out);
  };

  return { known, TERRAIN, LANDS, ROOT, FEATURES, pixel, positions, hexagon, border, label, figure, guards, site, focusOf, near, whole, ground, tokens, about, happenings, smallMap };
})();
