// A step as a picture of its own: plain SVG that needs no style sheet.
"use strict";
(() => {
  const { el, rect, text } = pentarch;
  const HEAD = 34, EDGE = 8;
  // What the style sheet says goes into the elements; everything else is there as an attribute.
  const TAKEN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-weight"];
  const isStyled = (node) => node.hasAttribute("class") || TAKEN.some((name) => (node.getAttribute(name) || "").includes("var("));

  const settle = (node) => {
    const style = getComputedStyle(node);
    for (const name of TAKEN) {
      const value = style.getPropertyValue(name);
      if (value) node.setAttribute(name, value);
    }
  };

  // { width, height, svg } of a step as a pair of eyes saw it.
  pentarch.still = (place, payload, { step, eye }) => {
    const viewer = pentarch.open(place, pentarch.sent(payload), { step, eye, small: true });
    const svg = viewer.painted.canvases[0].node, [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const seats = payload.bots.map((bot, seat) => `p${seat + 1} ${bot}`).join("  ·  ");
    const title = `${payload.title} · step ${viewer.step} of ${payload.steps.length} · ${viewer.headline.textContent}`;
    const head = document.createElementNS(svg.namespaceURI, "g");
    head.innerHTML = text(EDGE, 20, pentarch.cut(title, width * 0.58, 15), { "font-size": 15, "font-weight": 700, class: "ink" }) +
      text(EDGE + width, 20, pentarch.cut(seats, width * 0.38, 13), { "font-size": 13, class: "muted", "text-anchor": "end" });
    svg.append(head);
    for (const node of svg.querySelectorAll("*")) if (isStyled(node)) settle(node);
    head.remove();
    for (const node of [head, ...svg.querySelectorAll("*"), ...head.querySelectorAll("*")])
      for (const name of ["class", "data-place", "data-on"]) node.removeAttribute(name);
    const wide = width + 2 * EDGE, high = height + HEAD + EDGE;
    const paper = getComputedStyle(viewer.root).backgroundColor, written = new XMLSerializer();
    const inner = [...svg.childNodes].map((node) => written.serializeToString(node)).join("");
    viewer.close();
    const whole = el("svg", { xmlns: svg.namespaceURI, viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, "font-family": "system-ui, 'DejaVu Sans', sans-serif" },
      rect(0, 0, wide, high, { fill: paper }), written.serializeToString(head), el("g", { transform: `translate(${EDGE} ${HEAD})` }, inner));
    return { width: wide, height: high, svg: whole };
  };
})();
