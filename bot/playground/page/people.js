// The names of other users, and the menus that open at them, as on Discord.

import { button, el } from "./dom.js";

const GAP = 4;

// Opens a menu below `at`. `entries` are pairs of a label and the action of a press.
export function openMenu(at, title, entries) {
  const press = (act) => () => { box.hidePopover(); act(); };
  const box = el("div", {
    class: "popup people", popover: "auto", role: "group", "aria-label": title,
    ontoggle: (event) => { if (event.newState === "closed") box.remove(); },
  }, el("p", { class: "title" }, title), entries.map(([label, act]) => button(label, press(act), { class: "quiet" })));
  document.body.append(box);
  box.showPopover();
  const room = at.getBoundingClientRect();
  const below = room.bottom + GAP;
  const top = below + box.offsetHeight < window.innerHeight ? below : room.top - GAP - box.offsetHeight;
  const left = Math.min(room.left, window.innerWidth - box.offsetWidth - GAP);
  Object.assign(box.style, { top: `${Math.max(GAP, top)}px`, left: `${Math.max(GAP, left)}px` });
  box.querySelector("button")?.focus();
}

// Returns a user's name, or where there are menus, a button that opens another user's menu.
export function named(id, text, look, known) {
  if (!known.others?.has(id)) return el("span", { class: look }, text);
  return button(text, (event) => known.meet(id, event.currentTarget), { class: `${look} link` });
}
