// The text field of a conversation. After a slash it suggests commands, options and values.

import { el, freshId } from "./dom.js";

const PAUSE_MS = 60;

export class Composer {
  // `doors` has send(text), which returns whether it was sent, and suggest(text), which returns { items, note, ready }.
  constructor(label, placeholder, doors) {
    this.doors = doors;
    this.items = [];
    this.active = -1;
    this.asked = 0;
    const id = freshId("suggestions");
    this.list = el("div", { role: "listbox", id, class: "list", "aria-label": "Suggestions" });
    this.help = el("p", { class: "help" });
    this.popup = el("div", { class: "suggestions", hidden: true }, this.help, this.list);
    this.input = el("input", {
      type: "text", role: "combobox", placeholder, "aria-label": label, autocomplete: "off",
      spellcheck: "false", maxlength: 4000, enterkeyhint: "send",
      "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": id,
      oninput: () => this.typed(), onkeydown: (event) => this.keyed(event), onblur: () => this.close(),
      onfocus: () => this.typed(),
    });
    const send = el("button", { type: "submit", class: "send", "aria-label": "Send" }, "➤");
    const sent = (event) => { event.preventDefault(); this.send(); };
    this.node = el("form", { class: "composer", onsubmit: sent }, this.popup, this.input, send);
  }

  // Focuses the field, and starts a command if it's empty.
  begin() {
    if (this.input.value) this.input.focus();
    else this.fill("/");
  }

  fill(text) {
    this.input.value = text;
    this.input.focus();
    this.input.setSelectionRange(text.length, text.length);
    this.typed();
  }

  typed() {
    if (!this.input.value.startsWith("/")) {
      this.close();
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE_MS);
  }

  async ask() {
    const text = this.input.value;
    const number = this.asked += 1;
    let answer;
    try {
      answer = await this.doors.suggest(text);
    } catch (fault) {
      answer = { items: [], note: fault.message, ready: true };
    }
    // The text has changed meanwhile, so the answer no longer fits.
    if (number !== this.asked || document.activeElement !== this.input) return;
    this.show(answer);
  }

  show({ items, note, ready }) {
    this.items = items;
    this.help.textContent = note;
    this.list.replaceChildren(...items.map((item, at) => this.option(item, at)));
    this.popup.hidden = !items.length && !note;
    this.input.setAttribute("aria-expanded", !this.popup.hidden);
    this.mark(ready ? -1 : 0);
  }

  option(item, at) {
    const pick = (event) => {
      // Keeps the focus in the text field.
      event.preventDefault();
      this.fill(item.text);
    };
    const props = { role: "option", id: `${this.list.id}-${at}`, class: "option", onpointerdown: pick };
    return el("div", props, el("span", {}, item.label), item.hint ? el("small", {}, item.hint) : null);
  }

  mark(at) {
    this.active = this.items.length ? Math.min(at, this.items.length - 1) : -1;
    [...this.list.children].forEach((option, place) => {
      option.setAttribute("aria-selected", place === this.active);
      if (place === this.active) option.scrollIntoView({ block: "nearest" });
    });
    if (this.active < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.active}`);
  }

  keyed(event) {
    if (this.popup.hidden || !this.items.length) {
      if (event.key === "Escape") this.close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isPick = event.key === "Tab" && !event.shiftKey;
    if (step) {
      this.mark((this.active + step + this.items.length) % this.items.length);
    } else if (isPick || (event.key === "Enter" && this.active >= 0)) {
      this.fill(this.items[Math.max(this.active, 0)].text);
    } else if (event.key === "Escape") {
      this.close();
    } else {
      return;
    }
    event.preventDefault();
  }

  close() {
    // A pending request would open the list again.
    clearTimeout(this.timer);
    this.asked += 1;
    this.items = [];
    this.active = -1;
    this.popup.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  // Moves unsent text to another field, except text that is being sent.
  moveTo(other) {
    if (this.input.value && this.input.value !== this.sending) other.input.value = this.input.value;
    this.input.value = "";
  }

  async send() {
    const text = this.input.value;
    if (!text.trim()) return;
    this.close();
    this.sending = text;
    if (await this.doors.send(text) && this.input.value === text) this.input.value = "";
    this.sending = undefined;
  }
}
