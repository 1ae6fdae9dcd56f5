// The replay viewer: steps through a payload of dashboard/viewer/frames.py. No server round trips.
"use strict";
(() => {
  const { el, html } = pentarch;
  // Narrower than this the board stands in pieces, as viewer.css has it.
  const NARROW = 860;
  // Events that say why a match is over.
  const ENDINGS = ["ended", "over", "round_cap", "capital", "conquest"];
  const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];
  // What keys do something in: elsewhere on the page they step.
  const TAKES_KEYS = "input, select, textarea, button, a, summary, [contenteditable], [role=tab], [role=combobox], [role=listbox], [role=option]";

  const applyChange = (old, step) => {
    if (step === null || step === undefined) return old;
    if (Array.isArray(step)) return step[0];
    const next = Array.isArray(old) ? old.slice() : Object.assign({}, old);
    for (const key in step) next[key] = applyChange(old[key], step[key]);
    return next;
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
      if (this.options.kept) this.keep(this.options.kept);
      this.chooseEye(this.options.eye || this.fromAddress("eye") || "all");
      this.go(this.options.step || Number(this.fromAddress("step")));
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
      this.texts = button("text", "the board in words", () => this.toggleText());
      this.texts.setAttribute("aria-pressed", "false");
      this.outline = html("div", { class: "outline", role: "region", "aria-label": "the board in words", tabindex: "0", hidden: "" });
      // For those who hear the page: what the step is, once it stands still.
      this.said = html("p", { class: "said", role: "status" });
      this.count = html("span", { class: "count" });
      this.headline = html("span", { class: "headline" });
      this.picture = html("div", { class: "picture", role: "img", tabindex: "0" });
      this.painted = pentarch.picture(this.picture);
      this.about = pentarch.about(this.picture, (place) => this.board.about ? this.board.about(this.frames(this.eye).frames[this.step], place) : []);
      this.told = html("p", { class: "told" });
      this.comment = html("p", { class: "comment", hidden: "" });
      this.steps = pentarch.steps(this.payload, this.chapters(), (step) => this.go(step));
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
      root.replaceChildren(html("section", this.options.small ? { class: "pentarch small" } : { class: "pentarch", tabindex: "0" },
        this.header(),
        html("div", { class: "controls" },
          button(icon("M3 3v10M13 3L5 8l8 5z"), "first step (Home)", () => this.go(0)),
          button(icon("M12 3L4 8l8 5z"), "previous step (left)", () => this.go(this.step - 1)),
          this.play,
          button(icon("M4 3l8 5-8 5z"), "next step (right)", () => this.go(this.step + 1)),
          button(icon("M13 3v10M3 3l8 5-8 5z"), "last step (End)", () => this.go(this.payload.steps.length)),
          html("span", { class: "slide" }, this.filled, this.slider), this.count, this.speeds, this.eyes, this.codes, this.texts,
          ...(this.options.onward ? [this.onward = button("play on", "play on from here, at any seat", () => this.options.onward(this.step))] : []),
          ...(this.options.choices ? [] : [button("link", "copy a link to this step", () => this.copyLink())])),
        html("div", { class: "columns" },
          html("div", { class: "main" }, this.comment, this.headline, this.told, this.picture, this.outline, this.legend, this.charts),
          html("aside", {}, ...(this.options.choices ? [this.options.choices.build(this)] : []),
            ...(this.options.rules ? [this.options.rules.box] : []), this.seats,
            ...(this.options.notebook ? [this.options.notebook.build(this)] : []), this.remarks.box, this.steps.box)), this.said));
      this.root = root.firstChild;
      this.root.addEventListener("keydown", (event) => this.key(event));
      this.onkey = (event) => {
        if (this.root.isConnected && !this.options.small && !this.options.isFollower && !event.composedPath()[0].closest(TAKES_KEYS)) this.key(event);
      };
      document.addEventListener("keydown", this.onkey);
      this.isNarrow = this.isTooNarrow();
      this.watch = new ResizeObserver(() => this.fit());
      this.watch.observe(this.root);
      this.fillSeats();
      this.plots = pentarch.charts(this.payload.measures, (step) => this.go(step));
      this.charts.append(...this.plots.map(({ box }) => box));
    }

    isTooNarrow() {
      const wide = this.root.clientWidth;
      return !this.options.small && wide > 0 && wide < NARROW;
    }

    fit() {
      if (this.isNarrow === this.isTooNarrow()) return;
      this.isNarrow = !this.isNarrow;
      this.go(this.step);
    }

    header() {
      const { title, bots, outcome, verified, luck } = this.payload;
      // Inside a page there is a title above it.
      const head = html("header", {}, html(this.options.link ? "h2" : "h1", {}, title));
      bots.forEach((bot, seat) => {
        const chip = html("span", { class: "chip" },
          `p${seat + 1} ${bot}` + (outcome ? ` · ${ordinal(outcome.ranks[seat])}` : ""));
        chip.style.setProperty("--seat", pentarch.COLOURS[seat]);
        head.append(chip);
      });
      if (luck) head.append(html("span", { class: "reason" }, luck));
      if (verified)
        head.append(html("span", { class: "badge", title: "played again, every digest agrees" }, "✓ verified"));
      this.turned = html("button", { type: "button", class: "turned", hidden: "" });
      if (outcome) head.append(html("p", { class: "banner" }, this.result(), " ", this.turned));
      if (this.branch())
        head.append(html("p", { class: "branch" }, "Played on from another record: ",
          html("button", { type: "button", onclick: () => this.go(this.branch() - 1) }, `step ${this.branch()} is the first that is new`)));
      return head;
    }

    // Who won, how and by which rule.
    result() {
      const { bots, outcome, forfeits } = this.payload;
      const first = bots.map((bot, seat) => [`p${seat + 1} ${bot}`, outcome.ranks[seat]]).filter(([, rank]) => rank === 1).map(([name]) => name);
      const won = first.length > 1 ? `${first.join(" and ")} share the first place` : `${first[0]} wins`;
      const scores = outcome.scores.map((score, seat) => `p${seat + 1} ${score}`).join(", ");
      const lost = (forfeits || []).map(([, seat, verdict]) => ` ${seat} forfeited: ${verdict}.`).join("");
      const { events } = this.payload.steps[this.payload.steps.length - 1];
      const ending = events.filter(({ name }) => ENDINGS.includes(name)).map(({ sentence }) => ` ${sentence}`).join("");
      return `${won}: ${outcome.reason.replace(/_/g, " ")}, rule ${outcome.rule}.${ending} Scores: ${scores}.${lost}`;
    }

    // Where the match turned is known when it has been analysed, which may be later.
    tellTurned(step) {
      this.turned.hidden = !step;
      this.turned.textContent = `It turned at step ${step}`;
      this.turned.onclick = () => this.go(step);
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

    // Under which heading each step stands.
    chapters() {
      const { frames } = this.frames(Object.keys(this.payload.eyes)[0]);
      const branch = this.branch();
      return this.payload.steps.map((_, index) =>
        (branch && index + 1 >= branch ? "Played anew · " : "") + (this.board.chapter ? this.board.chapter(frames[index]) : "Steps"));
    }

    // The first step that another record, which this one was played on from, has otherwise; 0 if none.
    branch() {
      const parent = (this.payload.annotations || {}).parent;
      return parent && Number.isInteger(parent.step) ? parent.step : 0;
    }

    // What was chosen in a viewer that this one takes the place of.
    keep(old) {
      this.steps.enter(old.steps.entered);
      this.speed = old.speed;
      this.speeds.value = this.speed;
      if (old.isCoded) this.toggleCodes();
      if (old.isText) this.toggleText();
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
      this.say();
      this.go(this.step);
    }

    say() {
      this.steps.say(this.isCoded, this.eye, (index) => this.words(index) !== this.payload.steps[index].command);
    }

    toggleCodes() {
      this.isCoded = !this.isCoded;
      this.codes.setAttribute("aria-pressed", String(this.isCoded));
      this.say();
    }

    toggleText() {
      this.isText = !this.isText;
      this.texts.setAttribute("aria-pressed", String(this.isText));
      this.picture.hidden = this.legend.hidden = this.isText;
      this.outline.hidden = !this.isText;
      this.go(this.step);
    }

    // A command as this pair of eyes knows it.
    words(index) {
      const { command, to } = this.payload.steps[index];
      return this.eye === "all" || !to || to.includes(this.eye) ? command : "…";
    }

    phrase(index) {
      const step = this.payload.steps[index], words = this.words(index);
      return words === step.command ? step.phrase : words;
    }

    go(step) {
      const last = this.payload.steps.length;
      this.step = Math.max(0, Math.min(last, Number.isFinite(step) ? step : 0));
      const { frames, prepared } = this.frames(this.eye);
      const made = this.step ? this.payload.steps[this.step - 1] : null;
      const shown = {
        prepared,
        chart: this.payload.chart,
        step: this.step,
        before: frames[Math.max(0, this.step - 1)],
        seat: made ? made.seat : -1,
        words: made ? this.words(this.step - 1) : "",
        phrase: made ? this.phrase(this.step - 1) : "",
        events: made ? made.events.filter((e) => !e.to || this.eye === "all" || e.to.includes(this.eye)) : [],
        name: (seat) => this.payload.bots[seat],
      };
      const drawn = this.board.draw(frames[this.step], shown);
      this.drawn = drawn;
      const { notebook } = this.options;
      if (notebook) notebook.show();
      this.paint();
      const page = this.page();
      this.comment.hidden = !page || !page.text;
      this.comment.textContent = page ? page.text : "";
      this.told.textContent = made ? [`p${made.seat + 1}: ${shown.phrase}.`, ...shown.events.map(({ sentence }) => sentence)].join(" ") : "";
      this.about.renew();
      if (this.isText) this.outline.replaceChildren(pentarch.outline(frames[this.step]));
      this.headline.textContent = drawn.headline;
      this.picture.setAttribute("aria-label", `the board: ${drawn.headline}`);
      const skipped = this.payload.skipped || 0;
      this.count.textContent = `${skipped + this.step} / ${skipped + last}`;
      this.slider.value = this.step;
      if (this.onward) this.onward.disabled = this.step === last;
      this.filled.style.transform = `scaleX(${last ? this.step / last : 0})`;
      this.remarks.show(this.step, this.eye);
      for (const plot of this.plots) plot.show(this.step);
      // Last, because it asks where things are: everything is laid out once.
      this.steps.mark(this.step);
      if (this.step === last) this.stop();
      this.announce(drawn.headline);
      if (this.options.onstep) this.options.onstep(this.step, this.eye);
    }

    // The picture of the step that is shown, with what is marked on it and what can be clicked.
    paint() {
      const { frames, prepared } = this.frames(this.eye), view = frames[this.step];
      const { choices, notebook } = this.options;
      const over = [this.marks(view, prepared)];
      if (choices) over.push(choices.over(this.step === this.payload.steps.length, view, prepared));
      if (notebook) over.push(notebook.over(view, prepared));
      this.painted.paint(this.drawn, [...this.drawn.parts, ...over], this.isNarrow);
    }

    // What a study says about the step that is shown, if it does.
    page() {
      const eye = this.eye === "all" ? "" : this.eye;
      return (this.options.pages || []).find((page) => page.step === this.step && page.eye === eye);
    }

    marks(view, prepared) {
      const noted = this.remarks.places(this.step, this.eye);
      const said = (this.options.notebook && this.options.notebook.current()) || this.page();
      const draw = (places, seat) => pentarch.marks(this.board, view, prepared, places, seat);
      return (noted ? draw(noted.places, noted.seat) : "") + (said ? draw(pentarch.placesIn(said)) : "");
    }

    announce(headline) {
      clearTimeout(this.pause);
      if (this.timer) return;
      this.pause = setTimeout(() => {
        this.said.textContent = `Step ${this.count.textContent.replace("/", "of")}. ${this.steps.words(this.step)}. ${headline} ${this.comment.textContent}`;
      }, 300);
    }

    key(event) {
      if (event.target.closest("select, textarea, input[type=search], input[type=text]") || event.altKey || event.ctrlKey || event.metaKey) return;
      // A button that has the focus is pressed by space.
      if (event.key === " " && event.composedPath()[0].closest("button, summary")) return;
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
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
        this.go(this.payload.steps.length);
        return;
      }
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
      clearTimeout(this.pause);
      this.steps.close();
      this.watch.disconnect();
      document.removeEventListener("keydown", this.onkey);
    }
    stop() {
      clearInterval(this.timer);
      this.timer = null;
      this.walking = false;
      this.play.textContent = "play";
    }

    fromAddress(name) { return new URLSearchParams(location.hash.slice(1)).get(name); }
    copyLink() {
      const eye = this.eye === "all" ? "" : `&eye=${this.eye}`;
      const link = this.options.link ? this.options.link(this.step, this.eye) : `${location.href.split("#")[0]}#step=${this.step}${eye}`;
      if (navigator.clipboard) navigator.clipboard.writeText(link).catch(() => {});
      this.count.textContent = "link copied";
    }
  }

  const ordinal = (rank) => rank + (["th", "st", "nd", "rd"][rank % 100 > 10 && rank % 100 < 14 ? 0 : rank % 10] || "th");

  // A payload with the views that have been sent: where others cannot be asked for.
  pentarch.sent = (payload) => Object.assign({}, payload, {
    eyes: Object.fromEntries(Object.entries(payload.eyes).filter(([, eye]) => eye !== null)),
  });

  pentarch.open = (root, payload, options) => new Viewer(root, payload, options);
})();
