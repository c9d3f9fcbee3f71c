// The components of a message, drawn from Discord's own JSON.

import { el } from "./dom.js";
import { emoji } from "./emoji.js";
import { markdown } from "./markdown.js";
import { select } from "./select.js";
import { isOn, SLOW } from "./switches.js";

// The time for which a picture is missing on a simulated slow network.
const SLOW_MS = 300;
const STYLES = { 1: "blue", 2: "grey", 3: "green", 4: "red" };

// `hands` has the known names and carries out controls: { known, press(control), choose(control, values) }.
const DRAWN = {
  1: (given, hands) => el("div", { class: "row" }, inner(given, hands)),
  2: pressable,
  3: (given, hands) => select(given, (values) => hands.choose(given.custom_id, values)),
  9: (given, hands) => el("div", { class: "section" },
    el("div", { class: "words" }, inner(given, hands)), component(given.accessory, hands)),
  10: (given, hands) => el("div", { class: "text" }, markdown(given.content, hands.known)),
  11: (given) => picture(given, "thumbnail"),
  12: gallery,
  14: separator,
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
    node.classList.add("accented");
    node.style.setProperty("--accent", `#${colour.toString(16).padStart(6, "0")}`);
  }
  return node;
}

function pressable(given, hands) {
  const label = el("span", {}, emoji(given), given.label);
  if (given.url) {
    return el("a", { class: "control grey", href: given.url, target: "_blank", rel: "noopener" }, label, " ↗");
  }
  const press = () => hands.press(given.custom_id);
  const props = { type: "button", class: `control ${STYLES[given.style]}`, disabled: given.disabled };
  return el("button", { ...props, onclick: press }, label);
}

function separator(given) {
  const size = given.spacing === 2 ? "apart" : null;
  return el(given.divider === false ? "div" : "hr", { class: size });
}

function gallery(given) {
  const shape = given.items.length > 1 ? "gallery several" : "gallery";
  return el("div", { class: shape }, given.items.map((item) => picture(item, "picture")));
}

// Draws a picture. The link over it has a short name, and its description opens below it, so that both are visible.
function picture(item, kind) {
  const { url, width, height } = item.media;
  const image = el("img", { src: url, width, height, alt: item.description ?? "", loading: "lazy" });
  if (isOn(SLOW)) {
    image.classList.add("late");
    setTimeout(() => image.classList.remove("late"), SLOW_MS);
  }
  const link = el("a", { class: "whole", href: url, target: "_blank", lang: "en", "aria-label": "Open the picture" });
  const described = item.description && el("details", { class: "alt" },
    el("summary", { lang: "en", "aria-label": "ALT, the picture in words" }, el("span", {}, "ALT")), el("p", {}, item.description));
  return el("figure", { class: kind }, el("div", { class: "frame" }, image, link), described);
}
