// What a record tells of a step beside the rules: clocks, how it came about, and the bot's notes.
// Annotations are foreign values of any shape: whatever is not as expected is left out.
"use strict";
(() => {
  const { html } = pentarch;
  const HOW = {
    a: "answered", p: "as planned", f: "the only legal command", s: "played for a forfeited seat",
  };
  const MOST = 4000;

  const list = (value) => (Array.isArray(value) ? value : []);
  const seconds = (value) => (value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3)) + " s";

  // By step, counted from 1: [what, seat] of entries [step, seat, ...].
  const byStep = (entries) => {
    const found = new Map();
    for (const entry of list(entries))
      if (Array.isArray(entry) && Number.isInteger(entry[0])) found.set(entry[0], entry);
    return found;
  };

  class Remarks {
    constructor(payload) {
      const all = payload.annotations;
      this.steps = payload.steps;
      this.seats = payload.bots.length;
      this.all = all && typeof all === "object" && !Array.isArray(all) ? all : {};
      this.notes = byStep(this.all.notes);
      this.refused = byStep(this.all.refused);
      this.box = html("div", { class: "remarks" });
    }

    // What each seat has left after a step: what was told of it last.
    clocks(step) {
      const left = list(this.all.left), found = Array(this.seats).fill(null);
      for (let i = 0; i < step && i < left.length; i++)
        if (Number.isFinite(left[i])) found[this.steps[i].seat] = left[i] / 1000;
      return found;
    }

    // The places that the bot has noted at a step, for who may know its notes.
    places(step, eye) {
      const note = this.notes.get(step), made = step ? this.steps[step - 1] : null;
      if (!note || !made || (eye !== "all" && eye !== `p${made.seat + 1}`)) return null;
      return { places: pentarch.placesIn(note[2]), seat: `p${made.seat + 1}` };
    }

    show(step, eye) {
      const made = step ? this.steps[step - 1] : null;
      const out = [];
      const clocks = this.clocks(step);
      if (clocks.some((left) => left !== null))
        out.push(html("p", { class: "clocks" }, ...clocks.map((left, seat) => {
          const clock = html("span", {}, `p${seat + 1} ${left === null ? "–" : seconds(left)}`);
          clock.style.setProperty("--seat", pentarch.COLOURS[seat]);
          return clock;
        })));
      if (made) {
        const how = HOW[String(this.all.how || "")[step - 1]], spent = list(this.all.spent)[step - 1];
        const words = [how, Number.isFinite(spent) && how === HOW.a ? `in ${seconds(spent / 1e6)}` : ""];
        if (how) out.push(html("p", {}, words.filter(Boolean).join(" ")));
        const refused = this.refused.get(step), note = this.notes.get(step);
        const isOwn = eye === "all" || eye === `p${made.seat + 1}`;
        if (refused && isOwn)
          out.push(html("p", {}, `the rest of the plan was dropped: ${String(refused[2]).slice(0, MOST)}: ${String(refused[3]).slice(0, MOST)}`));
        if (note && isOwn)
          out.push(html("details", { open: "" }, html("summary", {}, `notes of p${made.seat + 1}`),
            html("pre", {}, (typeof note[2] === "string" ? note[2] : JSON.stringify(note[2], null, 1) || "").slice(0, MOST))));
      }
      this.box.replaceChildren(...out);
    }
  }

  pentarch.remarks = (payload) => new Remarks(payload);
})();
