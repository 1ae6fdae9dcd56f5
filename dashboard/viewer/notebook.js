// The notebook: words, marks and arrows for steps of a match, to be kept as a study. What is entered
// belongs to the step that is shown; a step about which nothing is said has no page.
"use strict";
(() => {
  const { html, rect } = pentarch;
  const MOST_TEXT = 4000, MOST_PLACE = 40, MOST_PAGES = 64;

  // Places as they are typed: `r1, r3 > r5`.
  const written = ({ marks, arrows }) => [...marks, ...arrows.map((ends) => ends.join(" > "))].join(", ");
  const readPlaces = (words) => {
    const marks = [], arrows = [];
    for (const part of words.split(",").map((one) => one.trim()).filter(Boolean)) {
      const ends = part.split(">").map((one) => one.trim().slice(0, MOST_PLACE));
      if (ends.length === 1) marks.push(ends[0]);
      else if (ends.length === 2 && ends.every(Boolean)) arrows.push(ends);
    }
    return pentarch.placesIn({ marks, arrows });
  };

  class Notebook {
    constructor(match, pages, save) {
      this.match = match;
      this.pages = pages.map((page) => Object.assign({}, page));
      this.save = save;
      this.tool = "";
      this.start = null;
    }

    build(viewer) {
      this.viewer = viewer;
      this.text = html("textarea", { rows: 3, maxlength: MOST_TEXT, "aria-label": "what to say about this step",
        placeholder: "What to say about this step", oninput: () => this.enter() });
      this.places = html("input", { type: "text", "aria-label": "marked places and arrows", placeholder: "places: r1, r1 > r3", oninput: () => this.enter() });
      this.tools = ["mark", "arrow"].map((tool) => html("button", { type: "button", "aria-pressed": "false",
        title: tool === "mark" ? "click places of the board to mark them" : "click where an arrow begins, then where it points",
        onclick: () => this.take(tool) }, tool));
      this.list = html("ol", {});
      this.done = html("button", { type: "button", class: "done", onclick: () => this.save(this.pages) }, "Save as a study");
      viewer.picture.addEventListener("click", (event) => {
        const target = event.target.closest("[data-key]");
        if (target && this.tool) this.point(target.dataset.key);
      });
      this.box = html("details", this.pages.length ? { class: "notebook", open: "" } : { class: "notebook" },
        html("summary", {}, "Annotate"), this.text, this.places, html("div", { class: "filter" }, ...this.tools, this.done), this.list);
      this.box.addEventListener("toggle", () => { if (!this.box.open) this.take(""); });
      return this.box;
    }

    // The page of the step and view that are shown, if there is one.
    current() {
      const { step } = this.viewer, eye = this.viewer.eye === "all" ? "" : this.viewer.eye;
      return this.pages.find((page) => page.match === this.match && page.step === step && page.eye === eye);
    }

    // What is in the fields becomes the page of this step.
    enter() {
      const { step } = this.viewer, eye = this.viewer.eye === "all" ? "" : this.viewer.eye;
      const old = this.current(), { marks, arrows } = readPlaces(this.places.value);
      const page = { match: this.match, step, eye, text: this.text.value, marks, arrows };
      const isEmpty = !page.text.trim() && !marks.length && !arrows.length;
      if (old && isEmpty) this.pages = this.pages.filter((one) => one !== old);
      else if (old) Object.assign(old, page);
      else if (!isEmpty && this.pages.length < MOST_PAGES) this.pages.push(page);
      this.write();
      this.viewer.paint();
    }

    // Another step is shown.
    show() {
      const page = this.current();
      this.text.value = page ? page.text : "";
      this.places.value = page ? written(page) : "";
      this.start = null;
      this.write();
    }

    write() {
      this.done.disabled = !this.pages.length;
      const now = this.current();
      this.list.replaceChildren(...this.pages.map((page, i) => html("li", page === now ? { class: "now" } : {},
        html("button", { type: "button", onclick: () => this.open(page), ...(page.match === this.match ? {} : { disabled: "" }) },
          `${page.match === this.match ? "" : `match ${page.match}, `}step ${page.step}${page.eye ? ` (${page.eye})` : ""}: ${page.text.slice(0, 60) || written(page).slice(0, 60)}`),
        ...(i ? [html("button", { type: "button", "aria-label": `move page ${i + 1} up`, onclick: () => this.raise(i) }, "↑")] : []),
        html("button", { type: "button", "aria-label": `remove page ${i + 1}`, onclick: () => this.remove(page) }, "×"))));
    }

    open(page) {
      this.viewer.chooseEye(page.eye || "all");
      this.viewer.go(page.step);
    }

    raise(i) {
      [this.pages[i - 1], this.pages[i]] = [this.pages[i], this.pages[i - 1]];
      this.write();
    }

    remove(page) {
      this.pages = this.pages.filter((one) => one !== page);
      this.show();
      this.viewer.paint();
    }

    take(tool) {
      this.tool = this.tool === tool ? "" : tool;
      this.start = null;
      this.tools.forEach((button) => button.setAttribute("aria-pressed", String(button.textContent === this.tool)));
      this.viewer.paint();
    }

    // A place of the board was clicked.
    point(key) {
      const drawn = readPlaces(this.places.value);
      if (this.tool === "mark")
        drawn.marks = drawn.marks.includes(key) ? drawn.marks.filter((one) => one !== key) : [...drawn.marks, key];
      else if (this.start === null || this.start === key) {
        this.start = this.start === key ? null : key;
        this.viewer.paint();
        return;
      } else {
        const isSame = ([from, to]) => from === this.start && to === key;
        drawn.arrows = drawn.arrows.some(isSame) ? drawn.arrows.filter((ends) => !isSame(ends)) : [...drawn.arrows, [this.start, key]];
        this.start = null;
      }
      this.places.value = written(drawn);
      this.enter();
    }

    // The places that can be clicked while a tool is taken up.
    over(view, prepared) {
      if (!this.tool) return "";
      return this.viewer.board.targets(view, prepared, "p1").map(({ key, x, y, width, height, round }) => rect(x, y, width, height, {
        rx: round || 6, "data-key": key, class: key === this.start ? "target picked" : "target" })).join("");
    }
  }

  pentarch.notebook = (...given) => new Notebook(...given);
})();
