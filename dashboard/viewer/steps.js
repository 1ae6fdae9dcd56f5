// The list of steps: in sentences, under headings that fold, with a search field and filters.
"use strict";
(() => {
  const { html } = pentarch;
  // What a step is about, by the names of its verb and events in whatever ruleset.
  const KINDS = {
    battles: /^(attack|defen|killed|razed|looted|skirmish|battle|struck|cast|captured|neutralised|war|sent|plundered|conque|combat|strike|hits|attrition|retreat|hero_killed|raid|castle_taken|commit|target)/,
    trades: /^(trade|traded|offer|offered|accept|declin|haggle|buy|bought|sell|give|gave|swap|proposed|allied)/,
    builds: /^(build|built|break|repair|train|recruit|hire|hired|produce|upgrade|found|settle|laid|university|arrived|learned|research)/,
  };
  const FRAMES = 10;
  const HOLDS = ["pointerdown", "wheel", "keydown"];
  const sayings = [(step) => step.phrase, (event) => event.sentence];
  const codes = [(step) => step.command, (event) => event.text];

  const isAbout = (step, kind) => KINDS[kind].test(step.command) || step.events.some((event) => KINDS[kind].test(event.name));

  class Steps {
    constructor(payload, chapters, go) {
      this.steps = payload.steps;
      this.go = go;
      this.marked = null;
      this.list = html("div", { class: "steps", role: "group", "aria-label": "list of steps" });
      this.items = this.steps.map((step, index) => this.item(step, index));
      this.groups = this.chapters(chapters);
      this.list.append(...this.groups.map(({ box }) => box));
      for (const hold of HOLDS) this.list.addEventListener(hold, () => { this.isHeld = true; }, { passive: true });
      this.list.addEventListener("click", (event) => {
        const item = event.target.closest("li");
        if (item) this.go(Number(item.dataset.step));
      });
      this.list.addEventListener("keydown", (event) => this.key(event));
      this.box = html("div", { class: "narration" }, this.filters(payload.bots.length), this.list);
      // A list of another height may have lost the step that is shown.
      this.resized = new ResizeObserver(() => this.scroll());
      this.resized.observe(this.list);
    }

    item(step, index) {
      const item = html("li", { "data-step": index + 1 },
        html("button", { type: "button", tabindex: index ? "-1" : "0" }, html("b", {}, `p${step.seat + 1}`), " ", html("span", {}, step.phrase)));
      item.style.setProperty("--seat", pentarch.COLOURS[step.seat]);
      for (const event of step.events) {
        const line = html("small", {}, event.sentence);
        line.said = event;
        if (event.to) line.dataset.to = event.to.join(" ");
        item.append(line);
      }
      return item;
    }

    // Steps of one heading after another. The browser lays out only the groups in sight; of the others
    // it is told about how high they are.
    chapters(names) {
      const groups = [];
      names.forEach((name, index) => {
        const last = groups[groups.length - 1];
        if (last && last.name === name) last.items.push(this.items[index]);
        else groups.push({ name, items: [this.items[index]] });
      });
      for (const group of groups) {
        const lines = group.items.reduce((sum, item) => sum + 0.38 + 0.8 * item.children.length, 1.4);
        group.box = html("details", { open: "" }, html("summary", {}, group.name), html("ol", {}, ...group.items));
        group.box.style.containIntrinsicHeight = `auto ${Math.round(20 * lines)}px`;
      }
      return groups;
    }

    filters(seats) {
      const choose = (label, first, names) => html("select", { "aria-label": label, onchange: () => this.filter() },
        ...[["", first], ...names].map(([value, words]) => html("option", { value }, words)));
      this.search = html("input", {
        type: "search", placeholder: "search the steps", "aria-label": "search the steps", oninput: () => this.filter() });
      this.seat = choose("steps of which seat", "all seats", Array.from({ length: seats }, (_, i) => [String(i), `p${i + 1}`]));
      this.kind = choose("kind of steps", "everything", Object.keys(KINDS).map((kind) => [kind, kind]));
      this.none = html("p", { class: "none", hidden: "" }, "No step fits.");
      return html("div", { class: "filters" }, this.search, this.seat, this.kind, this.none);
    }

    filter() {
      const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      let found = 0;
      this.items.forEach((item, index) => {
        const step = this.steps[index], text = item.textContent.toLowerCase();
        item.hidden = !(words.every((word) => text.includes(word)) &&
          (!this.seat.value || step.seat === Number(this.seat.value)) && (!this.kind.value || isAbout(step, this.kind.value)));
        found += item.hidden ? 0 : 1;
      });
      for (const { box, items } of this.groups) box.hidden = items.every((item) => item.hidden);
      this.none.hidden = found > 0;
      this.scroll();
    }

    // What is entered in the filters, for a viewer that takes the place of this one.
    get entered() { return [this.search.value, this.seat.value, this.kind.value]; }
    enter([search, seat, kind]) {
      [this.search.value, this.seat.value, this.kind.value] = [search, seat, kind];
      if (search || seat || kind) this.filter();
    }

    // The list in sentences, or in the codes that programs use; `hides` tells which commands are secret.
    say(isCoded, eye, hides) {
      const [ofStep, ofEvent] = isCoded ? codes : sayings;
      this.items.forEach((item, index) => {
        item.querySelector("span").textContent = hides(index) ? "…" : ofStep(this.steps[index]);
        for (const line of item.querySelectorAll("small")) {
          line.textContent = ofEvent(line.said);
          line.hidden = Boolean(line.dataset.to) && eye !== "all" && !line.dataset.to.split(" ").includes(eye);
        }
      });
    }

    // What happened in a step, as the list has it.
    words(step) {
      const item = this.items[step - 1];
      return item ? [...item.querySelectorAll("button, small:not([hidden])")].map((line) => line.textContent).join(". ") : "";
    }

    mark(step) {
      if (this.marked) this.markAs(false);
      else if (this.items.length) this.buttonOf(this.items[0]).tabIndex = -1;
      this.marked = this.items[step - 1] || null;
      if (this.marked) {
        this.markAs(true);
        const box = this.marked.closest("details");
        if (!box.open) box.open = true;
        this.scroll();
      } else if (this.items.length) this.buttonOf(this.items[0]).tabIndex = 0;
    }

    markAs(isNow) {
      this.marked.classList.toggle("now", isNow);
      const button = this.buttonOf(this.marked);
      button.tabIndex = isNow ? 0 : -1;
      if (isNow) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }

    buttonOf(item) { return item.firstChild; }

    // Groups that come into sight may be higher or lower than they were thought to be: it is looked at
    // again, some frames long, whether the step is still there. Not under anybody's hands: what moves
    // between press and release is not clicked.
    scroll(again = FRAMES) {
      const { list, marked } = this;
      if (again === FRAMES) this.isHeld = false;
      if (!marked || marked.hidden || !again || this.isHeld) return;
      if (again < FRAMES) requestAnimationFrame(() => this.scroll(again - 1));
      const [item, whole] = [marked, list].map((node) => node.getBoundingClientRect());
      const isHigh = item.height > whole.height;
      if (item.top >= whole.top && (isHigh ? item.top < whole.top + 40 : item.bottom <= whole.bottom)) return;
      list.scrollTop += item.top - whole.top - (isHigh ? 0 : (whole.height - item.height) / 2);
      if (again === FRAMES) requestAnimationFrame(() => this.scroll(again - 1));
    }

    // Up and down go through the steps that are shown.
    key(event) {
      const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!way || !event.target.closest("li")) return;
      event.preventDefault();
      let number = Number(event.target.closest("li").dataset.step) - 1 + way;
      while (this.items[number] && this.items[number].hidden) number += way;
      if (!this.items[number]) return;
      this.go(number + 1);
      this.buttonOf(this.items[number]).focus({ preventScroll: true });
    }

    close() { this.resized.disconnect(); }
  }

  pentarch.steps = (payload, chapters, go) => new Steps(payload, chapters, go);
})();
