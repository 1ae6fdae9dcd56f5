// What a picture is painted on: only what differs from what is shown is written.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  // Make a node's children those of another one, which is used up. What is equal stays as it is,
  // with its layout and pixels; of the rest only attributes and words that differ are written.
  const becomeLike = (node, wanted) => {
    let first = node.firstChild, fresh = wanted.firstChild;
    while (first && fresh && first.isEqualNode(fresh)) [first, fresh] = [first.nextSibling, fresh.nextSibling];
    let last = first && node.lastChild, end = fresh && wanted.lastChild;
    while (last && end && last !== first && end !== fresh && last.isEqualNode(end))
      [last, end] = [last.previousSibling, end.previousSibling];
    const stop = last && last.nextSibling, freshStop = end && end.nextSibling;
    while (fresh && fresh !== freshStop) {
      const next = fresh.nextSibling;
      if (!first || first === stop) node.insertBefore(fresh, stop);
      else if (next && next !== freshStop && first.isEqualNode(next)) node.insertBefore(fresh, first);
      else {
        const after = first.nextSibling;
        if (first.nodeName !== fresh.nodeName) first.replaceWith(fresh);
        else if (first.nodeType === Node.TEXT_NODE) {
          if (first.data !== fresh.data) first.data = fresh.data;
        } else {
          takeAttributes(first, fresh);
          becomeLike(first, fresh);
        }
        first = after;
      }
      fresh = next;
    }
    while (first && first !== stop) {
      const after = first.nextSibling;
      first.remove();
      first = after;
    }
  };

  const takeAttributes = (node, wanted) => {
    for (const { name, value } of wanted.attributes)
      if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    if (node.attributes.length > wanted.attributes.length)
      for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  };

  class Canvas {
    constructor() {
      this.node = document.createElementNS(SVG, "svg");
      this.node.innerHTML = pentarch.patterns();
      this.parts = [];
    }

    // The part of a picture that lies in a box: [x, y, width, height].
    paint(box, parts) {
      // Setting it anew, even to the same, would lay out every word of the picture again.
      const wanted = box.join(" ");
      if (this.node.getAttribute("viewBox") !== wanted) this.node.setAttribute("viewBox", wanted);
      parts.forEach((part, i) => {
        if (this.parts[i] === part) return;
        if (i === this.parts.length) this.node.append(document.createElementNS(SVG, "g"));
        const fresh = document.createElementNS(SVG, "g");
        fresh.innerHTML = part;
        becomeLike(this.node.children[i + 1], fresh);
        this.parts[i] = part;
      });
      for (; this.parts.length > parts.length; this.parts.pop()) this.node.lastChild.remove();
    }
  }

  // A picture in one piece, or with its areas one below the other where it would be too small to read.
  class Picture {
    constructor(place) {
      this.place = place;
      this.canvases = [];
    }

    paint(drawn, parts, isStacked) {
      const boxes = (isStacked && drawn.areas) || [[0, 0, drawn.width, drawn.height]];
      while (this.canvases.length < boxes.length) {
        const canvas = new Canvas();
        this.canvases.push(canvas);
        this.place.insertBefore(canvas.node, this.place.children[this.canvases.length - 1] || null);
      }
      while (this.canvases.length > boxes.length) this.canvases.pop().node.remove();
      boxes.forEach((box, i) => this.canvases[i].paint(box, parts));
    }
  }

  pentarch.picture = (place) => new Picture(place);
})();
