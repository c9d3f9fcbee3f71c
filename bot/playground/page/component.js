// The components of a message, drawn from Discord's own JSON.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { select } from "./select.js";

const STYLES = { 1: "blue", 2: "grey", 3: "green", 4: "red" };

// `hands` knows names and does what controls ask for: { known, press(control), choose(control, values) }.
const DRAWN = {
  1: (given, hands) => el("div", { class: "row" }, inner(given, hands)),
  2: pressable,
  3: (given, hands) => select(given, (values) => hands.choose(given.custom_id, values)),
  9: (given, hands) => el("div", { class: "section" },
    el("div", {}, inner(given, hands)), component(given.accessory, hands)),
  10: (given, hands) => el("div", { class: "text" }, markdown(given.content, hands.known)),
  11: (given) => picture(given, "thumbnail"),
  12: (given) => el("div", { class: "gallery" }, given.items.map((item) => picture(item, "picture"))),
  14: (given) => (given.divider === false ? el("div", { class: "gap" }) : el("hr")),
  17: container,
};

export function component(given, hands) {
  const draw = DRAWN[given.type];
  return draw ? draw(given, hands) : el("p", { class: "small" }, `(a component of type ${given.type})`);
}

function inner(given, hands) {
  return given.components.map((one) => component(one, hands));
}

function container(given, hands) {
  const node = el("div", { class: "container" }, inner(given, hands));
  const colour = given.accent_color;
  if (colour !== null && colour !== undefined) {
    node.style.setProperty("--accent", `#${colour.toString(16).padStart(6, "0")}`);
  }
  return node;
}

function pressable(given, hands) {
  const label = [given.emoji?.name, given.label].filter(Boolean).join(" ");
  if (given.url) {
    return el("a", { class: "control grey", href: given.url, target: "_blank", rel: "noopener" }, label);
  }
  const press = () => hands.press(given.custom_id);
  const props = { type: "button", class: `control ${STYLES[given.style]}`, disabled: given.disabled };
  return el("button", { ...props, onclick: press }, label);
}

// A picture, with its description to be opened by those who see the picture and test the description.
function picture(item, kind) {
  const { url } = item.media;
  const image = el("img", { src: url, alt: item.description ?? "", loading: "lazy" });
  const described = item.description
    && el("details", { class: "alt" }, el("summary", {}, "ALT"), el("p", {}, item.description));
  return el("figure", { class: kind }, el("a", { href: url, target: "_blank" }, image), described);
}
