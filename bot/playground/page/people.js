// Other people of the server: who they are, and the menu at their names, as Discord opens it.

import { button, el } from "./dom.js";

const GAP = 4;

// Opens below `at`. `entries` are pairs: what stands there, and what a press does.
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

// The name of a user; of somebody else, where there are menus, a button that opens theirs.
export function named(id, text, look, known) {
  if (!known.others?.has(id)) return el("span", { class: look }, text);
  return button(text, (event) => known.meet(id, event.currentTarget), { class: `${look} link` });
}
