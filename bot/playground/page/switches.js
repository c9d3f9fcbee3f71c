// Settings of the page. They're the same on every screen, and the browser stores them.

import { button, el } from "./dom.js";

const ROOT = document.documentElement;

export const SLOW = "slow-network";
export const ALT = "alt-always";

// Returns a switch for a setting. While it's on, the page's root element has a class with its name.
export function toggle(name, label, title, isOnFirst) {
  const key = `cardcrate-${name}`;
  const state = el("span", { class: "state", "aria-hidden": "true" });
  const node = button([label, state], () => turn(!isOn(name)), { class: "quiet", role: "switch", title });
  const turn = (on) => {
    ROOT.classList.toggle(name, on);
    localStorage.setItem(key, on ? "on" : "off");
    node.setAttribute("aria-checked", on);
    state.textContent = on ? "on" : "off";
  };
  const kept = localStorage.getItem(key);
  turn(kept ? kept === "on" : isOnFirst);
  return node;
}

export function isOn(name) {
  return ROOT.classList.contains(name);
}
