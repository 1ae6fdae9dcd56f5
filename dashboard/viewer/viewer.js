// The replay viewer: steps through a payload of dashboard/viewer/frames.py. No server round trips.
"use strict";
(() => {
  const { escape, el, html, line } = pentarch;
  const SVG = "http://www.w3.org/2000/svg";
  const CHUNK = 50;
  const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];
  // Lines of a chart differ by more than their colour.
  const DASHES = [null, "5 2", "2 2", "8 2 2 2", "1 2", "10 3"];

  const applyChange = (old, step) => {
    if (step === null || step === undefined) return old;
    if (Array.isArray(step)) return step[0];
    const next = Array.isArray(old) ? old.slice() : Object.assign({}, old);
    for (const key in step) next[key] = applyChange(old[key], step[key]);
    return next;
  };

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

  const icon = (path) => {
    const span = html("span", { class: "icon" });
    span.innerHTML = el("svg", { viewBox: "0 0 16 16" },
      el("path", { d: path, fill: "currentColor", stroke: "currentColor", "stroke-width": 1.5 }));
    return span;
  };

  class Viewer {
    constructor(root, payload, options) {
      this.payload = payload;
      this.options = options || {};
      this.board = pentarch.boards[payload.ruleset];
      this.eye = "all";
      this.step = 0;
      this.speed = 4;
      this.timer = null;
      this.cache = {};
      this.build(root);
      this.chooseEye(this.options.eye || "all");
      this.go(this.options.step || this.stepFromAddress());
    }

    // Frames share what does not change, so that all of them cost little more than one.
    frames(eye) {
      const source = this.payload.eyes[eye] === "all" ? "all" : eye;
      if (!this.cache[source]) {
        const { first, changes } = this.payload.eyes[source];
        const frames = [first];
        for (const change of changes) frames.push(applyChange(frames[frames.length - 1], change));
        const prepared = this.board.prepare(frames, this.payload.steps, this.payload.chart);
        this.cache[source] = { frames, prepared };
      }
      return this.cache[source];
    }

    build(root) {
      const button = (label, title, action) =>
        html("button", { type: "button", title, "aria-label": title, onclick: action }, label);
      this.slider = html("input", {
        type: "range", min: 0, max: this.payload.steps.length, value: 0, "aria-label": "step",
        oninput: () => this.go(Number(this.slider.value)),
      });
      this.filled = html("i", {});
      this.play = button("play", "play or pause (space)", () => this.toggle());
      this.speeds = html("select", {
        "aria-label": "speed", onchange: () => { this.speed = Number(this.speeds.value); this.restart(); },
      }, ...SPEEDS.map((s) => html("option", { value: s }, `${s} steps/s`)));
      this.speeds.value = this.speed;
      this.eyes = html("select", {
        "aria-label": "whose view", onchange: () => this.chooseEye(this.eyes.value),
      }, ...Object.keys(this.payload.eyes).map((eye) =>
        html("option", { value: eye }, eye === "all" ? "everything" : eye === "spectators" ? "what spectators see" : `what ${eye} sees`)));
      this.isCoded = false;
      this.codes = button("codes", "commands and events as programs know them", () => this.toggleCodes());
      this.codes.setAttribute("aria-pressed", "false");
      this.count = html("span", { class: "count" });
      this.headline = html("span", { class: "headline" });
      this.picture = html("div", { class: "picture", role: "img" });
      this.picture.innerHTML = el("svg", {}, pentarch.patterns());
      this.canvas = this.picture.firstChild;
      this.parts = [];
      this.list = html("div", { class: "steps", role: "group", "aria-label": "list of steps" });
      this.charts = html("div", { class: "charts" });
      this.legend = html("details", { class: "legend" }, html("summary", {}, "What the signs mean"),
        html("ul", {}, ...this.board.legend.map(([sign, words]) => {
          const item = html("li", {});
          item.innerHTML = el("svg", { viewBox: "0 0 28 20", "aria-hidden": "true" }, sign);
          item.append(words);
          return item;
        })));
      this.seats = html("div", { class: "seats" });
      this.remarks = pentarch.remarks(this.payload);
      root.replaceChildren(html("section", { class: "pentarch", tabindex: "0" },
        this.header(),
        html("div", { class: "controls" },
          button(icon("M3 3v10M13 3L5 8l8 5z"), "first step (Home)", () => this.go(0)),
          button(icon("M12 3L4 8l8 5z"), "previous step (left)", () => this.go(this.step - 1)),
          this.play,
          button(icon("M4 3l8 5-8 5z"), "next step (right)", () => this.go(this.step + 1)),
          button(icon("M13 3v10M3 3l8 5-8 5z"), "last step (End)", () => this.go(this.payload.steps.length)),
          html("span", { class: "slide" }, this.filled, this.slider), this.count, this.speeds, this.eyes, this.codes,
          ...(this.options.choices ? [] : [button("link", "copy a link to this step", () => this.copyLink())])),
        html("div", { class: "columns" },
          html("div", { class: "main" }, this.headline, this.picture, this.legend, this.charts),
          html("aside", {}, ...(this.options.choices ? [this.options.choices.build(this)] : []), this.seats, this.remarks.box, this.list))));
      this.root = root.firstChild;
      this.root.addEventListener("keydown", (event) => this.key(event));
      this.onkey = (event) => { if (event.target === document.body && this.root.isConnected) this.key(event); };
      document.addEventListener("keydown", this.onkey);
      this.fillList();
      this.fillSeats();
    }

    header() {
      const { title, bots, outcome, verified, luck } = this.payload;
      const head = html("header", {}, html("h1", {}, title));
      bots.forEach((bot, seat) => {
        const chip = html("span", { class: "chip" },
          `p${seat + 1} ${bot}` + (outcome ? ` · ${ordinal(outcome.ranks[seat])}` : ""));
        chip.style.setProperty("--seat", pentarch.COLOURS[seat]);
        head.append(chip);
      });
      if (outcome) head.append(html("span", { class: "reason" }, `${outcome.reason} · ${luck}`));
      if (verified)
        head.append(html("span", { class: "badge", title: "played again, every digest agrees" }, "✓ verified"));
      return head;
    }

    fillSeats() {
      const { forfeits, annotations } = this.payload;
      for (const [step, seat, verdict] of forfeits || [])
        this.seats.append(html("p", { class: "verdict" }, `${seat} forfeits before step ${step + 1}: ${verdict}`));
      const evidence = annotations && annotations.evidence;
      if (evidence)
        this.seats.append(html("details", {}, html("summary", {}, "evidence"),
          html("pre", {}, JSON.stringify(evidence, null, 1).slice(0, 20000))));
    }

    fillList() {
      const items = this.payload.steps.map((step, index) => {
        const item = html("li", { "data-step": index + 1 }, html("b", {}, `p${step.seat + 1}`), " ", html("span", {}, step.phrase));
        item.style.setProperty("--seat", pentarch.COLOURS[step.seat]);
        for (const event of step.events) {
          const line = html("small", {}, event.sentence);
          line.said = event;
          if (event.to) line.dataset.to = event.to.join(" ");
          item.append(line);
        }
        return item;
      });
      // The browser lays out only the chunks in sight; of the others it is told about how high they are.
      for (let i = 0; i < items.length; i += CHUNK) {
        const chunk = html("ol", {}, ...items.slice(i, i + CHUNK));
        const lines = this.payload.steps.slice(i, i + CHUNK).reduce((sum, step) => sum + 1.18 + 0.8 * step.events.length, 0);
        chunk.style.containIntrinsicHeight = `auto ${Math.round(20 * lines)}px`;
        this.list.append(chunk);
      }
      this.items = items;
      // A list of another height may have lost the step that is shown.
      this.resized = new ResizeObserver(() => { if (this.marked) this.scrollToMark(); });
      this.resized.observe(this.list);
      this.list.addEventListener("click", (event) => {
        const item = event.target.closest("li");
        if (item) this.go(Number(item.dataset.step));
      });
    }

    // What a pair of eyes saw may come later than the rest; until then nothing changes.
    learn(eye, views) {
      if (this.payload.eyes[eye] !== null) return;
      this.payload.eyes[eye] = views();
      if (this.wanted === eye) this.chooseEye(eye);
    }

    chooseEye(eye) {
      this.wanted = eye in this.payload.eyes ? eye : Object.keys(this.payload.eyes)[0];
      if (this.payload.eyes[this.wanted] === null) {
        this.headline.textContent = `Asking what ${this.wanted} saw …`;
        this.options.ask(this.wanted);
        return;
      }
      this.eye = this.wanted;
      this.eyes.value = this.eye;
      for (const line of this.list.querySelectorAll("small[data-to]"))
        line.hidden = this.eye !== "all" && !line.dataset.to.split(" ").includes(this.eye);
      this.say();
      this.go(this.step);
    }

    // The list in sentences, or in the codes that programs use.
    say() {
      this.items.forEach((item, index) => {
        const words = this.words(index);
        const step = this.payload.steps[index];
        item.querySelector("span").textContent = words === step.command && !this.isCoded ? step.phrase : words;
        for (const line of item.querySelectorAll("small")) line.textContent = this.isCoded ? line.said.text : line.said.sentence;
      });
    }

    toggleCodes() {
      this.isCoded = !this.isCoded;
      this.codes.setAttribute("aria-pressed", String(this.isCoded));
      this.say();
    }

    // A command as this pair of eyes knows it: a board says what others enter in secret.
    words(index) {
      const step = this.payload.steps[index];
      const isOwn = this.eye === "all" || this.eye === `p${step.seat + 1}`;
      if (isOwn || !this.board.hides) return step.command;
      return this.board.hides(this.frames(this.eye).frames[index], step) ? "…" : step.command;
    }

    go(step) {
      const last = this.payload.steps.length;
      this.step = Math.max(0, Math.min(last, Number.isFinite(step) ? step : 0));
      const { frames, prepared } = this.frames(this.eye);
      const made = this.step ? this.payload.steps[this.step - 1] : null;
      const drawn = this.board.draw(frames[this.step], {
        prepared,
        chart: this.payload.chart,
        step: this.step,
        before: frames[Math.max(0, this.step - 1)],
        seat: made ? made.seat : -1,
        words: made ? this.words(this.step - 1) : "",
        events: made ? made.events.filter((e) => !e.to || this.eye === "all" || e.to.includes(this.eye)) : [],
        name: (seat) => this.payload.bots[seat],
      });
      // Setting it anew, even to the same, would lay out every word of the picture again.
      const box = `0 0 ${drawn.width} ${drawn.height}`;
      if (this.canvas.getAttribute("viewBox") !== box) this.canvas.setAttribute("viewBox", box);
      const choices = this.step === last && this.options.choices;
      this.paint(choices ? [...drawn.parts, choices.over(frames[this.step], prepared)] : drawn.parts);
      this.headline.textContent = drawn.headline;
      this.picture.setAttribute("aria-label", `the board: ${drawn.headline}`);
      const skipped = this.payload.skipped || 0;
      this.count.textContent = `${skipped + this.step} / ${skipped + last}`;
      this.slider.value = this.step;
      this.filled.style.transform = `scaleX(${last ? this.step / last : 0})`;
      this.remarks.show(this.step, this.eye);
      this.drawCharts();
      // Last, because it asks where things are: everything is laid out once.
      this.mark();
      if (this.step === last) this.stop();
      if (this.options.onstep) this.options.onstep(this.step);
    }

    // Only what differs from what is shown is written.
    paint(parts) {
      parts.forEach((part, i) => {
        if (this.parts[i] === part) return;
        if (i === this.parts.length) this.canvas.append(document.createElementNS(SVG, "g"));
        const fresh = document.createElementNS(SVG, "g");
        fresh.innerHTML = part;
        becomeLike(this.canvas.children[i + 1], fresh);
        this.parts[i] = part;
      });
      for (; this.parts.length > parts.length; this.parts.pop()) this.canvas.lastChild.remove();
    }

    mark() {
      if (this.marked) this.markAs(false);
      this.marked = this.items[this.step - 1];
      if (!this.marked) return;
      this.markAs(true);
      this.scrollToMark();
    }

    markAs(isNow) {
      this.marked.classList.toggle("now", isNow);
      this.marked.toggleAttribute("aria-current", isNow);
    }

    scrollToMark() {
      const { list, marked } = this;
      const top = marked.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (top >= 0 && top <= list.clientHeight - 40) return;
      list.scrollTop += top - list.clientHeight / 2;
      // What comes into sight may be higher or lower than it was thought to be.
      requestAnimationFrame(() => requestAnimationFrame(() => { if (this.marked) this.scrollToMark(); }));
    }

    drawCharts() {
      if (!this.lines) {
        this.lines = Object.keys(this.payload.measures).map((name) => {
          const values = this.payload.measures[name];
          const most = Math.max(1, ...values.map((row) => Math.max(...row)));
          const share = (i) => i / Math.max(1, values.length - 1);
          const seats = values[0].map((_, seat) => {
            // On the way along a level line there is nothing to draw.
            const isLevel = (i) => i && i + 1 < values.length &&
              values[i - 1][seat] === values[i][seat] && values[i][seat] === values[i + 1][seat];
            const points = values.map((row, i) =>
              isLevel(i) ? "" : `${(200 * share(i)).toFixed(1)},${(58 - (row[seat] / most) * 54).toFixed(1)}`);
            return el("polyline", {
              fill: "none", stroke: `var(--p${seat + 1})`, "stroke-width": 1.5, "stroke-dasharray": DASHES[seat], points: points.filter(Boolean).join(" "),
            });
          });
          const cursor = html("i", { class: "cursor" });
          const plot = html("div", { class: "plot" });
          plot.innerHTML = el("svg", { viewBox: "0 0 200 60" }, line(0, 58.5, 200, 58.5, { class: "axis" }), ...seats);
          plot.append(cursor);
          plot.addEventListener("click", (event) => {
            const { left, width } = plot.getBoundingClientRect();
            this.go(Math.round(((event.clientX - left) / width) * (values.length - 1)));
          });
          const caption = html("figcaption", {});
          this.charts.append(html("figure", {}, caption, plot));
          return { name, values, share, cursor, caption };
        });
      }
      for (const chart of this.lines) {
        const { name, values, share, cursor, caption } = chart;
        // At the end it stands just inside.
        cursor.style.transform = `translateX(calc(${100 * share(this.step)}% - ${1.5 * share(this.step)}px))`;
        const shown = values[this.step].join();
        if (shown === chart.shown) continue;
        chart.shown = shown;
        caption.innerHTML = escape(name.replace(/_/g, " ")) + "<p>" + values[this.step].map((value, seat) =>
          `<span>p${seat + 1} <b style="color:var(--p${seat + 1})">${escape(value)}</b></span>`).join("") + "</p>";
      }
    }

    key(event) {
      if (event.target.tagName === "SELECT" || event.target.type === "search" || event.altKey || event.ctrlKey || event.metaKey) return;
      const last = this.payload.steps.length;
      const jump = event.shiftKey ? 10 : 1;
      const keys = {
        ArrowLeft: () => this.go(this.step - jump), ArrowRight: () => this.go(this.step + jump),
        Home: () => this.go(0), End: () => this.go(last), " ": () => this.toggle(),
      };
      if (keys[event.key]) {
        event.preventDefault();
        event.stopPropagation();
        keys[event.key]();
      }
    }

    // Show the steps from here to the last one after another, in about two seconds.
    walkOn() {
      const left = this.payload.steps.length - this.step;
      if (left < 1) return;
      this.stop();
      this.walking = true;
      this.timer = setInterval(() => this.go(this.step + 1), Math.max(40, Math.min(400, 2000 / left)));
    }

    toggle() { if (this.timer) this.stop(); else this.startTimer(); }
    restart() { if (this.timer) { this.stop(); this.startTimer(); } }
    startTimer() {
      if (this.step === this.payload.steps.length) this.go(0);
      this.timer = setInterval(() => this.go(this.step + 1), 1000 / this.speed);
      this.play.textContent = "pause";
    }
    close() {
      this.stop();
      this.resized.disconnect();
      document.removeEventListener("keydown", this.onkey);
    }
    stop() {
      clearInterval(this.timer);
      this.timer = null;
      this.walking = false;
      this.play.textContent = "play";
    }

    stepFromAddress() { return Number((location.hash.match(/step=(\d+)/) || [])[1] || 0); }
    copyLink() {
      const link = this.options.link ? this.options.link(this.step) : location.href.split("#")[0] + "#step=" + this.step;
      if (navigator.clipboard) navigator.clipboard.writeText(link).catch(() => {});
      this.count.textContent = "link copied";
    }
  }

  const ordinal = (rank) => rank + (["th", "st", "nd", "rd"][rank % 100 > 10 && rank % 100 < 14 ? 0 : rank % 10] || "th");

  pentarch.open = (root, payload, options) => new Viewer(root, payload, options);
})();
