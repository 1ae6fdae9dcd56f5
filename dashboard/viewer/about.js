// What is at a place of the board, beside the pointer. A tap shows it too; Escape puts it away.
"use strict";
(() => {
  const { html } = pentarch;

  const where = ({ clientX, clientY }) => `${clientX} ${clientY}`;

  class About {
    constructor(picture, tell) {
      this.picture = picture;
      this.tell = tell;
      this.place = null;
      this.pointer = null;
      this.dismissed = null;
      this.box = html("div", { class: "about", role: "tooltip", hidden: "" });
      picture.append(this.box);
      picture.addEventListener("pointerover", (event) => this.pass(event));
      picture.addEventListener("pointerdown", (event) => this.point(event));
      picture.addEventListener("pointerleave", () => this.show(null));
      picture.addEventListener("keydown", (event) => { if (event.key === "Escape") this.dismiss(); });
    }

    dismiss() {
      this.dismissed = this.pointer;
      this.show(null);
    }

    // The board can move under a pointer that rests: what was put away stays away until it moves.
    pass(event) {
      if (where(event) !== this.dismissed) this.point(event);
    }

    point(event) {
      this.pointer = where(event);
      this.dismissed = null;
      const found = event.target.closest("[data-place], [data-key]");
      this.show(found ? found.dataset.place || found.dataset.key : null, event);
    }

    // The same place, after a step.
    renew() {
      if (this.place) this.fill(this.tell(this.place));
    }

    show(place, event) {
      this.place = place;
      this.fill(place ? this.tell(place) : []);
      if (this.box.hidden) return;
      const frame = this.picture.getBoundingClientRect(), { offsetWidth, offsetHeight } = this.box;
      const x = event.clientX - frame.left + this.picture.scrollLeft, y = event.clientY - frame.top;
      const right = this.picture.scrollLeft + frame.width;
      this.box.style.left = `${Math.max(this.picture.scrollLeft, x + 16 + offsetWidth > right ? x - 16 - offsetWidth : x + 16)}px`;
      this.box.style.top = `${Math.max(0, y + 16 + offsetHeight > frame.height ? y - 16 - offsetHeight : y + 16)}px`;
    }

    fill(lines) {
      this.box.hidden = !lines.length;
      this.box.replaceChildren(...lines.map((words, i) => html(i ? "p" : "b", {}, words)));
    }
  }

  pentarch.about = (picture, tell) => new About(picture, tell);
})();
