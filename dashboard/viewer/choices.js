// Choosing a command: by clicking places on the board, or from the legal commands by verb.
"use strict";
(() => {
  const { html, rect } = pentarch;
  const MOST = 40;

  class Choices {
    constructor(turn, legal, phrases, mine, enter) {
      this.turn = turn;
      this.legal = legal;
      this.phrases = phrases;
      this.mine = mine;
      this.enter = enter;
      this.picked = [];
      this.sent = false;
    }

    // The panel beside the board.
    build(viewer) {
      this.viewer = viewer;
      this.search = html("input", {
        type: "search", placeholder: "search the commands", "aria-label": "search the commands",
        oninput: () => this.renew(),
        onkeydown: (event) => { if (event.key === "Enter") this.enterOnly(); },
      });
      this.clear = html("button", { type: "button", onclick: () => this.pick(null) }, "clear");
      this.title = html("b", { class: "turn" });
      this.groups = html("div", { class: "groups" });
      this.filter = html("div", { class: "filter" }, this.search, this.clear);
      this.later = html("button", { type: "button", hidden: "", onclick: () => viewer.go(viewer.payload.steps.length) },
        "Go to the last step to choose");
      viewer.picture.addEventListener("click", (event) => {
        const target = event.target.closest("[data-key]");
        if (target) this.pick(target.dataset.key);
      });
      return html("div", { class: "choices", "data-turn": this.turn }, this.title,
        this.filter, this.later, this.groups);
    }

    keysOf(command) {
      const { frames, prepared } = this.viewer.frames(this.viewer.eye);
      return this.viewer.board.keys(command, frames[frames.length - 1], this.mine, prepared);
    }

    // Everything that was clicked must occur; in the order of the clicks if any command has that.
    fitting() {
      if (!this.keys) this.keys = this.legal.map((command) => this.keysOf(command));
      const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      const found = this.legal.map((command, i) => [command, this.keys[i], this.phrases[i]]).filter(([command, keys, phrase]) =>
        words.every((word) => `${command} ${phrase.toLowerCase()}`.includes(word)) && this.picked.every((key) => keys.includes(key)));
      const ordered = found.filter(([, keys]) => {
        let at = -1;
        return this.picked.every((key) => (at = keys.indexOf(key, at + 1)) >= 0);
      });
      return ordered.length ? ordered : found;
    }

    pick(key) {
      if (key === null) { this.picked = []; this.search.value = ""; }
      else if (this.picked.includes(key)) this.picked = this.picked.filter((one) => one !== key);
      else {
        this.picked.push(key);
        // A click that fits nothing with the earlier ones begins anew.
        if (!this.fitting().length) this.picked = [key];
      }
      this.renew();
    }

    renew() {
      const found = this.fitting();
      this.open = new Set(found.flatMap(([, keys]) => keys));
      this.clear.hidden = !this.picked.length && !this.search.value;
      this.title.textContent = this.sent ? "…"
        : !this.legal.length ? "Waiting for the others"
          : `Your turn: ${found.length} of ${this.legal.length} commands` +
            (this.picked.length ? ` with ${this.picked.join(", ")}` : "");
      const verbs = new Map();
      for (const one of found) {
        const verb = one[0].split(" ")[0];
        verbs.set(verb, [...(verbs.get(verb) || []), one]);
      }
      const few = found.length <= MOST;
      this.groups.replaceChildren(...[...verbs].map(([verb, commands]) => {
        const box = html("details", few || verbs.size === 1 ? { open: "" } : {},
          html("summary", {}, `${verb.replace(/_/g, " ")} (${commands.length})`),
          ...commands.slice(0, 2 * MOST).map(([command, keys, phrase]) => html("button", {
            type: "button", class: found.length === 1 ? "only" : "", "data-command": command, title: command,
            onmouseenter: () => this.light(keys), onmouseleave: () => this.light([]),
            onfocus: () => this.light(keys), onblur: () => this.light([]),
            onclick: () => this.send(command) }, phrase)));
        if (commands.length > 2 * MOST)
          box.append(html("small", {}, `and ${commands.length - 2 * MOST} more: click on the board or search`));
        return box;
      }));
      this.viewer.go(this.viewer.step);
    }

    // What a command is about lights up on the board while somebody is at it.
    light(keys) {
      for (const target of this.viewer.picture.querySelectorAll("[data-key]"))
        target.classList.toggle("lit", keys.includes(target.dataset.key));
    }

    enterOnly() {
      const found = this.fitting();
      if (found.length === 1) this.send(found[0][0]);
    }

    send(command) {
      if (this.sent) return;
      this.sent = true;
      this.legal = [];
      this.keys = null;
      this.picked = [];
      this.renew();
      this.enter(command);
    }

    // The places that can be clicked now, above the board.
    over(isLast, view, prepared) {
      // The commands belong to the last step: beside an earlier board they would mislead.
      this.groups.hidden = this.filter.hidden = !isLast;
      this.later.hidden = isLast || !this.legal.length;
      if (!isLast || !this.open) return "";
      return this.viewer.board.targets(view, prepared, this.mine)
        .filter(({ key }) => this.open.has(key) || this.picked.includes(key))
        .map(({ key, x, y, width, height, round }) => rect(x, y, width, height, {
          rx: round || 6, "data-key": key, class: this.picked.includes(key) ? "target picked" : "target",
        })).join("");
    }
  }

  pentarch.choices = (...given) => new Choices(...given);
})();
