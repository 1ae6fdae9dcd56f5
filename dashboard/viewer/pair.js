// Two records of one ruleset side by side, stepping together.
"use strict";
(() => {
  const { html } = pentarch;

  const told = ({ seat, phrase }) => `p${seat + 1} ${phrase}`;
  const made = ({ seat, command, events }) => JSON.stringify([seat, command, events.map(({ text }) => text)]);

  // The first step that differs: 0 if the records begin differently, null if nothing does. Where one record
  // ends before the other, the step that it lacks.
  const difference = (one, other) => {
    if (JSON.stringify(one.eyes.all.first) !== JSON.stringify(other.eyes.all.first)) return 0;
    const most = Math.max(one.steps.length, other.steps.length);
    for (let i = 0; i < most; i++)
      if (!one.steps[i] || !other.steps[i] || made(one.steps[i]) !== made(other.steps[i])) return i + 1;
    return null;
  };

  const isFrom = (payload, parent) => {
    const given = (payload.annotations || {}).parent;
    return Boolean(given) && given.digest === parent.digest && Number.isInteger(given.step);
  };

  class Pair {
    constructor(root, payloads, options) {
      this.payloads = payloads.map(pentarch.sent);
      this.options = options;
      this.differs = difference(...payloads);
      this.sides = payloads.map((_, i) => html("div", { class: "side", role: "region", "aria-label": options.names[i] }));
      root.replaceChildren(html("div", { class: "pentarch pair" }, this.head(),
        html("div", { class: "sides" }, ...this.sides.map((side, i) => html("div", {}, html("h2", {}, options.names[i]), side)))));
      this.viewers = [];
      this.payloads.forEach((payload, i) => {
        this.viewers.push(pentarch.open(this.sides[i], payload, {
          // Keys that are pressed anywhere on the page lead the first, and the other one follows.
          step: options.step, link: options.link, isFollower: i > 0, onstep: (step, eye) => this.follow(i, step, eye),
        }));
      });
    }

    head() {
      const out = [html("p", { role: "status" }, this.words())];
      if (this.differs !== null)
        out.push(html("button", { type: "button", onclick: () => this.viewers[0].go(this.differs) }, "to the first difference"));
      return html("header", {}, ...out);
    }

    words() {
      const [one, other] = this.payloads, [first, second] = this.options.names;
      const from = isFrom(other, one) ? `${second} was played on from ${first}, from step ${other.annotations.parent.step}. `
        : isFrom(one, other) ? `${first} was played on from ${second}, from step ${one.annotations.parent.step}. ` : "";
      if (this.differs === null) return `${from}Both are the same, step for step.`;
      if (this.differs === 0) return `${from}They begin differently.`;
      const next = (payload) => (payload.steps[this.differs - 1] ? told(payload.steps[this.differs - 1]) : "nothing, it is over");
      return `${from}The first difference is step ${this.differs}. ${first}: ${next(one)}. ${second}: ${next(other)}.`;
    }

    // Both stand at the same step, the shorter one at its last.
    follow(index, step, eye) {
      const other = this.viewers[1 - index];
      if (this.isFollowing || !other) return;
      this.isFollowing = true;
      other.go(step);
      this.isFollowing = false;
      if (this.options.onstep) this.options.onstep(step, eye);
    }

    stop() { for (const viewer of this.viewers) viewer.stop(); }
    close() { for (const viewer of this.viewers) viewer.close(); }
  }

  pentarch.pair = (root, payloads, options) => new Pair(root, payloads, options);
})();
