// Small helpers to build the page without markup in strings: nothing a message says can become markup.

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

// Says something to screen readers without moving anybody's focus: texts, or nodes that name their language.
export function announce(...said) {
  const region = document.getElementById("said");
  region.replaceChildren();
  // Only a later change of the text is read out.
  requestAnimationFrame(() => { region.replaceChildren(...said); });
}
