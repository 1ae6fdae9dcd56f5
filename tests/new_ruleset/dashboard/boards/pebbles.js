// Pebbles: the heap above, and below it what each seat has taken.
"use strict";
(() => {
  const { rect, circle, text, colourOf, wordsOf } = pentarch;
  const WIDTH = 640, ROW = 40, MOST = 3;
  const heaped = (count) => Array.from({ length: count }, (_, i) =>
    circle(20 + (i % 30) * 20, 20 + Math.floor(i / 30) * 20, 8, { fill: "var(--muted)" })).join("");
  const taken = (view, context) => view.taken.map((count, seat) => {
    const name = `p${seat + 1}`, y = 80 + seat * ROW;
    return text(10, y + 16, `${context.name(seat)} ${count}`, { fill: wordsOf(name), "font-size": 14 })
      + rect(10, y + 22, (count / view.options.heap) * (WIDTH - 20), 6, { fill: colourOf(name) });
  });

  pentarch.boards.pebbles = {
    legend: [[circle(14, 10, 8, { fill: "var(--muted)" }), "a pebble in the heap"]],
    keys(command) {
      return [command.split(" ")[1]];
    },
    targets(view) {
      return Array.from({ length: Math.min(MOST, view.heap) }, (_, i) =>
        ({ key: String(i + 1), x: 12 + i * 20, y: 12, width: 16, height: 16 }));
    },
    prepare() {
      return null;
    },
    draw(view, context) {
      const height = 80 + view.taken.length * ROW;
      const state = view.heap === 0 ? "over" : `${view.active} is to play`;
      return { width: WIDTH, height, parts: [heaped(view.heap), ...taken(view, context)], headline: state };
    },
  };
})();
