// The rules beside a board: what the commands that can be given now do, with the rules they follow.
"use strict";
(() => {
  const { html } = pentarch;

  class Rules {
    constructor(entries, isOpen) {
      this.entries = entries;
      this.box = html("details", isOpen ? { class: "rules", open: "" } : { class: "rules" },
        html("summary", {}, "Rules of these commands"),
        html("dl", {}, ...entries.flatMap(({ usage, meaning, rules }) => [
          html("dt", {}, usage),
          html("dd", {}, meaning, ...rules.map(({ id, text }) => html("p", {}, html("b", {}, id), ` ${text}`))),
        ])));
      this.box.hidden = !entries.length;
    }

    get isOpen() { return this.box.open; }
  }

  pentarch.rules = (entries, isOpen) => new Rules(entries, isOpen);
})();
