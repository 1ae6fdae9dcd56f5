// Charts of what is counted, one line per seat. A chart is a slider too: it leads to a step.
"use strict";
(() => {
  const { escape, el, html, line } = pentarch;
  // Lines of a chart differ by more than their colour.
  const DASHES = [null, "5 2", "2 2", "8 2 2 2", "1 2", "10 3"];

  class Chart {
    constructor(name, values, go) {
      this.name = name.replace(/_/g, " ");
      this.values = values;
      this.cursor = html("i", { class: "cursor" });
      this.plot = html("div", {
        class: "plot", role: "slider", tabindex: "0", "aria-label": this.name, "aria-valuemin": 0, "aria-valuemax": values.length - 1 });
      this.plot.innerHTML = el("svg", { viewBox: "0 0 200 60", "aria-hidden": "true" }, line(0, 58.5, 200, 58.5, { class: "axis" }), ...this.lines());
      this.plot.append(this.cursor);
      this.plot.addEventListener("click", (event) => {
        const { left, width } = this.plot.getBoundingClientRect();
        go(Math.round(((event.clientX - left) / width) * (values.length - 1)));
      });
      this.caption = html("figcaption", {});
      this.box = html("figure", {}, this.caption, this.plot);
    }

    share(step) { return step / Math.max(1, this.values.length - 1); }

    lines() {
      const { values } = this;
      const most = Math.max(1, ...values.map((row) => Math.max(...row)));
      return values[0].map((_, seat) => {
        // On the way along a level line there is nothing to draw.
        const isLevel = (i) => i && i + 1 < values.length &&
          values[i - 1][seat] === values[i][seat] && values[i][seat] === values[i + 1][seat];
        const points = values.map((row, i) =>
          isLevel(i) ? "" : `${(200 * this.share(i)).toFixed(1)},${(58 - (row[seat] / most) * 54).toFixed(1)}`);
        return el("polyline", {
          fill: "none", stroke: `var(--p${seat + 1})`, "stroke-width": 1.5, "stroke-dasharray": DASHES[seat], points: points.filter(Boolean).join(" "),
        });
      });
    }

    show(step) {
      // At the end it stands just inside.
      this.cursor.style.transform = `translateX(calc(${100 * this.share(step)}% - ${1.5 * this.share(step)}px))`;
      this.plot.setAttribute("aria-valuenow", step);
      const shown = this.values[step].join();
      if (shown === this.shown) return;
      this.shown = shown;
      this.plot.setAttribute("aria-valuetext", this.values[step].map((value, seat) => `p${seat + 1} ${value}`).join(", "));
      this.caption.innerHTML = escape(this.name) + "<p>" + this.values[step].map((value, seat) =>
        `<span>p${seat + 1} <b style="color:var(--p${seat + 1})">${escape(value)}</b></span>`).join("") + "</p>";
    }
  }

  pentarch.charts = (measures, go) => Object.keys(measures).map((name) => new Chart(name, measures[name], go));
})();
