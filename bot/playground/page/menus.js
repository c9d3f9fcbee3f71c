// Menus of the strip. They open below their names, and close when the user clicks or moves elsewhere.

import { el } from "./dom.js";

export const WIDE = window.matchMedia("(width > 800px)");

// `name` is the menu's label, a text or a node.
export function menu(name, ...inner) {
  const node = el("details", { class: "menu" },
    el("summary", { class: "quiet" }, name), el("div", { class: "menu-box" }, inner));
  // Scrolls a menu that opens below the screen into view.
  node.addEventListener("toggle", () => {
    if (node.open) node.querySelector(".menu-box").scrollIntoView({ block: "nearest" });
  });
  const fold = () => { node.open = false; };
  document.addEventListener("pointerdown", (event) => { if (!node.contains(event.target)) fold(); });
  node.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    // A dialog returns the focus when it closes.
    if (next && !node.contains(next) && !next.closest("dialog")) fold();
  });
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !node.open) return;
    fold();
    node.querySelector("summary").focus();
  });
  return node;
}
