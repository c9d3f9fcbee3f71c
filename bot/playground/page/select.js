// A select of a message: a button that opens a list. If it takes several values, a second button sends them.

import { button, el, freshId } from "./dom.js";
import { emoji } from "./emoji.js";

export function select(given, choose) {
  return new Select(given, choose).node;
}

class Select {
  constructor(given, choose) {
    this.options = given.options;
    this.choose = choose;
    this.least = given.min_values ?? 1;
    this.most = given.max_values ?? 1;
    this.chosen = new Set(given.options.filter((option) => option.default).map((option) => option.value));
    this.list = el("div", {
      role: "listbox", class: "list", "aria-label": given.placeholder,
      "aria-multiselectable": this.isSingle ? null : "true", onkeydown: (event) => this.move(event),
    }, given.options.map((option) => this.entry(option)));
    this.list.firstElementChild?.setAttribute("tabindex", "0");
    this.done = button("", () => this.send(), { class: "control blue", hidden: this.isSingle });
    const id = freshId("list");
    this.popup = el("div", {
      id, class: "popup", popover: "auto", ontoggle: (event) => this.toggled(event), onfocusout: (event) => this.left(event),
    }, this.list, this.done);
    this.opener = el("button", {
      type: "button", class: this.look, popovertarget: id, "aria-haspopup": "listbox", disabled: given.disabled,
      onkeydown: (event) => this.opened(event),
    }, el("span", {}, this.label(given.placeholder)));
    this.node = el("div", { class: "select" }, this.opener, this.popup);
  }

  get isSingle() {
    return this.most === 1;
  }

  // Several chosen entries wrap onto more lines, as on Discord.
  get look() {
    if (!this.chosen.size) return "opener";
    return this.chosen.size > 1 ? "opener chosen several" : "opener chosen";
  }

  label(placeholder) {
    const labels = this.options.filter((option) => this.chosen.has(option.value)).map((option) => option.label);
    return labels.join(", ") || placeholder || "Make a selection";
  }

  entry(option) {
    const keyed = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.pick(option.value);
    };
    return el("div", {
      role: "option", tabindex: -1, class: "option", data: { value: option.value },
      onclick: () => this.pick(option.value), onkeydown: keyed,
    }, el("span", {}, emoji(option), option.label), option.description && el("small", {}, option.description));
  }

  // Opens the list at once for a key, because the popup's event comes after the next key.
  opened(event) {
    if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    this.popup.showPopover();
    this.begin();
  }

  toggled(event) {
    const isOpen = event.newState === "open";
    this.opener.setAttribute("aria-expanded", isOpen);
    if (isOpen && !this.popup.contains(document.activeElement)) this.begin();
  }

  // Closes the list when the focus leaves it, because it covers other controls.
  left(event) {
    const next = event.relatedTarget;
    if (next && !this.popup.contains(next)) this.popup.hidePopover();
  }

  begin() {
    this.refresh();
    place(this.popup, this.opener);
    this.list.firstElementChild?.focus();
  }

  pick(value) {
    if (this.isSingle) {
      this.chosen = new Set([value]);
      this.send();
      return;
    }
    if (!this.chosen.delete(value) && this.chosen.size < this.most) this.chosen.add(value);
    this.refresh();
  }

  send() {
    this.popup.hidePopover();
    this.opener.focus();
    this.choose([...this.chosen]);
  }

  refresh() {
    const { chosen, least, most } = this;
    for (const option of this.list.children) {
      option.setAttribute("aria-selected", chosen.has(option.dataset.value));
    }
    this.done.textContent = `Choose ${chosen.size} of ${least === most ? most : `${least} to ${most}`}`;
    this.done.disabled = chosen.size < least;
  }

  move(event) {
    const options = [...this.list.children];
    const at = options.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    options[Math.min(Math.max(to, 0), options.length - 1)].focus();
  }
}

// Places the list below its button, or above it if there's more room.
function place(popup, opener) {
  const box = opener.getBoundingClientRect();
  const below = window.innerHeight - box.bottom;
  const isBelow = below > 260 || below > box.top;
  popup.style.left = `${box.left}px`;
  popup.style.width = `${box.width}px`;
  popup.style.maxHeight = `${(isBelow ? below : box.top) - 12}px`;
  popup.style.top = isBelow ? `${box.bottom + 4}px` : "auto";
  popup.style.bottom = isBelow ? "auto" : `${window.innerHeight - box.top + 4}px`;
}
