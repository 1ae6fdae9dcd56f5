// Marks and arrows on places of the board: those of bots' notes, of studies, and of who writes one.
// Places are foreign words: one that the board has not is not drawn.
"use strict";
(() => {
  const { arrow, rect } = pentarch;
  const MOST = 32;

  const list = (value) => (Array.isArray(value) ? value.slice(0, MOST) : []);
  const isPlace = (value) => typeof value === "string" && value.length > 0 && value.length <= 40;

  // What of foreign values can be drawn: { marks: [place], arrows: [[place, place]] }.
  pentarch.placesIn = (value) => ({
    marks: list(value && value.marks).filter(isPlace),
    arrows: list(value && value.arrows).filter((ends) => Array.isArray(ends) && ends.length === 2 && ends.every(isPlace)),
  });

  // Finds places by the names of the board, or by those that commands of a seat use for them.
  const finder = (board, view, prepared, mine) => {
    const spots = new Map(board.targets(view, prepared, mine).map((spot) => [spot.key, spot]));
    return (place) => {
      if (spots.has(place)) return spots.get(place);
      const key = board.keys(`mark ${place}`, view, mine, prepared).find((one) => spots.has(one));
      return key === undefined ? null : spots.get(key);
    };
  };

  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

  // The marks as SVG, in a seat's colour, or without a seat in that of the page.
  pentarch.marks = (board, view, prepared, { marks, arrows }, mine) => {
    if (!marks.length && !arrows.length) return "";
    const find = finder(board, view, prepared, mine || "p1"), colour = mine ? pentarch.colourOf(mine) : "var(--mark)";
    const around = marks.map(find).filter(Boolean).map(({ x, y, width, height, round }) =>
      rect(x + 2, y + 2, width - 4, height - 4, { rx: round || 6, class: "mark-edge" }) +
      rect(x + 2, y + 2, width - 4, height - 4, { rx: round || 6, class: "mark", stroke: colour }));
    const between = arrows.map((ends) => ends.map(find)).filter(([from, to]) => from && to && from !== to).map(([from, to]) =>
      pentarch.el("g", { class: "mark-arrow" }, arrow(...middle(from), ...middle(to), colour, { "stroke-width": 6, "stroke-linecap": "round" })));
    return pentarch.el("g", { "pointer-events": "none" }, ...around, ...between);
  };
})();
