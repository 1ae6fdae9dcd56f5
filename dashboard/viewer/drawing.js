// Drawing: SVG as text, built from escaped parts. Every board uses these few functions.
//
// A board is pentarch.boards.<ruleset>, drawn from the views of that ruleset:
//   draw(view, context) -> { width, height, parts, headline } the picture of one step, as SVG text
//                                                             in parts that mostly stay as they are
//     and areas: boxes [x, y, width, height] in the order in which a phone shows them; optional
//   prepare(frames, steps) -> anything                        once, as context.prepared
//   chapter(view) -> the heading under which a step that is made in this view stands; optional
//   keys(command, view, mine, prepared) -> the places on the board that a command of a seat is about
//   targets(view, prepared, mine) -> [{ key, x, y, width, height, round }]   the places to click on
//   about(view, place) -> lines about a place that somebody points at: an element of the picture names it
//                         as data-place or is its target; optional
//   legend -> [[SVG text, words]]                             what the signs mean, each in 28 by 20
"use strict";
const pentarch = { boards: {} };

// The colours of seats, and of words on them. Nobody has to tell seats by colour alone: pieces of
// several seats in one place carry a number or a letter as well.
pentarch.COLOURS = ["#2f6fc4", "#c8452d", "#1f8152", "#9450bd", "#e2a52b", "#45c0c9"];
pentarch.DARK = "#14181f";
pentarch.INKS = ["#fff", "#fff", "#fff", "#fff", pentarch.DARK, pentarch.DARK];

pentarch.escape = (value) => {
  const words = String(value);
  return /[&<>"']/.test(words) ? words.replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";") : words;
};

// An element: el("rect", {x: 1}, children...). Children are SVG text; use `text` for words.
pentarch.el = (tag, attributes, ...children) => {
  let out = "<" + tag;
  for (const key in attributes) {
    const value = attributes[key];
    if (typeof value === "number") out += " " + key + '="' + value + '"';
    else if (value !== null && value !== undefined && value !== false)
      out += " " + key + '="' + pentarch.escape(value) + '"';
  }
  return out + ">" + children.join("") + "</" + tag + ">";
};

// A function that remembers its latest result for as long as it is given the very same things: frames
// share what a step does not change.
pentarch.kept = (make) => {
  let given = null, made = null;
  return (...now) => {
    if (!given || now.some((one, i) => one !== given[i])) [given, made] = [now, make(...now)];
    return made;
  };
};

// An element of the page around the board: children are nodes or words.
pentarch.html = (tag, attributes, ...children) => {
  const node = document.createElement(tag);
  for (const key in attributes)
    if (key.startsWith("on")) node.addEventListener(key.slice(2), attributes[key]);
    else node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
};

pentarch.rect = (x, y, width, height, more) =>
  pentarch.el("rect", Object.assign({ x, y, width, height }, more));

pentarch.circle = (cx, cy, r, more) => pentarch.el("circle", Object.assign({ cx, cy, r }, more));

pentarch.line = (x1, y1, x2, y2, more) =>
  pentarch.el("line", Object.assign({ x1, y1, x2, y2 }, more));

// On a page 1360 wide, beside the list of steps, letters of this size are 11 pixels high.
const SMALLEST = 12.8;

// Words, never smaller than people can read. With `fit` they are drawn narrower where they would be
// wider than that.
pentarch.text = (x, y, words, more) => {
  const look = Object.assign({ x, y }, more, { fit: null });
  if (look["font-size"] < SMALLEST) look["font-size"] = SMALLEST;
  const em = look["font-weight"] >= 600 ? 0.66 : 0.58;
  if (more && more.fit < String(words).length * look["font-size"] * em)
    Object.assign(look, { textLength: more.fit, lengthAdjust: "spacingAndGlyphs" });
  return pentarch.el("text", look, pentarch.escape(words));
};

pentarch.group = (x, y, children, more) =>
  pentarch.el("g", Object.assign({ transform: `translate(${x} ${y})` }, more), ...children);

// Seats are written p1, p2, ... in views; anything else (a garrison, guards) is nobody's grey.
pentarch.NOBODY = "#6a7280";
pentarch.seatOf = (name) => (/^p[1-6]$/.test(name) ? Number(name[1]) - 1 : -1);
pentarch.colourOf = (name) => pentarch.COLOURS[pentarch.seatOf(name)] || pentarch.NOBODY;
pentarch.inkOn = (name) => pentarch.INKS[pentarch.seatOf(name)] || "#fff";

// The colour of a seat's words on paper: darker or lighter than its pieces, as the theme asks.
pentarch.wordsOf = (name) => (pentarch.seatOf(name) < 0 ? "var(--muted)" : `var(--${name})`);

// A seat's number on a dark disc, for the corner of a piece.
pentarch.seatMark = (x, y, name) => (pentarch.seatOf(name) < 0 ? ""
  : pentarch.circle(x, y, 7, { fill: pentarch.DARK, stroke: "#fff", "stroke-width": 0.8 }) +
    pentarch.text(x, y + 4.5, name[1], { "text-anchor": "middle", "font-size": SMALLEST, "font-weight": 800, fill: "#fff" }));

// Words cut to a width, at about 0.56 em a letter.
pentarch.cut = (words, width, size) => {
  const most = Math.max(1, Math.floor(width / (Math.max(size, SMALLEST) * 0.56)));
  const whole = String(words);
  return whole.length <= most ? whole : whole.slice(0, most - 1) + "…";
};

// The name of a seat and of who sits there, in bold letters, which are wider.
pentarch.nameOf = (seat, name, width, size) => pentarch.cut(`${seat}  ${name}`, width, size * 1.25);

// Words broken into at most `most` lines of a width; what is left over ends in dots.
pentarch.wrap = (words, width, size, most) => {
  const room = Math.floor(width / (Math.max(size, SMALLEST) * 0.56));
  const lines = [];
  for (const word of String(words).split(" ")) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 1 + word.length <= room) lines[last] += " " + word;
    else lines.push(word);
  }
  if (lines.length > most) lines.splice(most - 1, lines.length, lines.slice(most - 1).join(" "));
  return lines.map((words) => pentarch.cut(words, width, size));
};

// A name as it stands in commands, for the legend.
pentarch.sample = (name) => pentarch.text(14, 14, name, { "text-anchor": "middle", "font-size": 12, "font-weight": 700, class: "ink" });

// A line with a head as large as the line is wide; `more` goes to the line.
pentarch.arrow = (x1, y1, x2, y2, colour, more) => {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const dx = (x2 - x1) / long, dy = (y2 - y1) / long;
  const look = Object.assign({ stroke: colour, "stroke-width": 3 }, more);
  const deep = 6 + look["stroke-width"], half = 3 + 0.7 * look["stroke-width"];
  const head = [[x2, y2], [x2 - deep * dx - half * dy, y2 - deep * dy + half * dx],
    [x2 - deep * dx + half * dy, y2 - deep * dy - half * dx]];
  return pentarch.line(x1, y1, x2 - (deep - 2) * dx, y2 - (deep - 2) * dy, look) +
    pentarch.el("polygon", { points: head.map((p) => p.map((n) => n.toFixed(1)).join(",")).join(" "), fill: colour });
};

// A panel of a seat: frame, coloured edge, its name; bright while it is to act.
pentarch.seatPanel = (width, height, name, title, active) =>
  pentarch.rect(0, 0, width, height, {
    rx: 8, class: "panel", stroke: active ? pentarch.colourOf(name) : "var(--line)",
    "stroke-width": active ? 3 : 1,
  }) +
  pentarch.rect(0, 0, 8, height, { rx: 4, fill: pentarch.colourOf(name) }) +
  pentarch.text(18, 21, title, { "font-size": 15, "font-weight": 700, class: "ink" });

// A die of a seat with its pips as a number; `hit` fills it.
pentarch.die = (x, y, value, hit, name) =>
  pentarch.rect(x, y, 20, 20, {
    rx: 4, fill: hit ? pentarch.colourOf(name) : "var(--paper)", stroke: pentarch.colourOf(name), "stroke-width": 1.5,
  }) +
  pentarch.text(x + 10, y + 14.5, value, {
    "text-anchor": "middle", "font-size": 13, fill: hit ? pentarch.inkOn(name) : "var(--ink)", "font-weight": 600,
  });

// A horizontal bar in segments [amount, colour, label]; what is above `room` is striped.
pentarch.bar = (x, y, width, height, room, segments) => {
  const total = segments.reduce((sum, s) => sum + s[0], 0);
  const scale = width / Math.max(room, total, 1);
  let out = pentarch.rect(x, y, width, height, { rx: 3, class: "bar-back" });
  let at = 0;
  for (const [amount, colour, label] of segments) {
    if (!amount) continue;
    const wide = amount * scale;
    out += pentarch.rect(x + at * scale, y, wide, height, { fill: colour, rx: 2 });
    if (wide > 16)
      out += pentarch.text(x + at * scale + wide / 2, y + height - 4, amount, {
        "text-anchor": "middle", "font-size": 10.5, class: "on-bar",
      });
    out += pentarch.el("title", {}, pentarch.escape(label));
    at += amount;
  }
  if (total > room)
    out += pentarch.rect(x + room * scale, y, (total - room) * scale, height, {
      fill: "url(#surplus)",
    });
  return out;
};

pentarch.patterns = () =>
  '<defs><pattern id="hatch" width="6" height="6" patternTransform="rotate(45)" ' +
  'patternUnits="userSpaceOnUse"><line x1="0" y1="0" x2="0" y2="6" class="hatch"/></pattern>' +
  '<pattern id="surplus" width="6" height="6" patternTransform="rotate(45)" ' +
  'patternUnits="userSpaceOnUse"><line x1="0" y1="0" x2="0" y2="6" stroke="#d22" ' +
  'stroke-width="5"/></pattern></defs>';
