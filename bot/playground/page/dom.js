// Helpers that build the page without markup in strings, so that a message's text can't become markup.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return node;
}

export function button(label, press, props = {}) {
  return el("button", { type: "button", onclick: press, ...props }, label);
}

let numbers = 0;

export function freshId(word) {
  numbers += 1;
  return `${word}-${numbers}`;
}

// The most announcements that are kept, so that the page doesn't grow without limit.
const MAX_ANNOUNCEMENTS = 20;

// Makes screen readers read these nodes aloud in order, without moving the focus.
export function announce(...said) {
  const region = document.getElementById("said");
  region.append(...said);
  while (region.childElementCount > MAX_ANNOUNCEMENTS) region.firstChild.remove();
}
