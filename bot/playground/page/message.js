// One message as Discord draws it.

import { written } from "./clock.js";
import { component } from "./component.js";
import { button, el } from "./dom.js";
import { markdown } from "./markdown.js";
import { named } from "./people.js";

const COLOURS = 8;

export function avatar(name, isBot) {
  const colour = isBot ? "bot" : `c${(name.charCodeAt(0) + name.length) % COLOURS}`;
  return el("span", { class: `avatar ${colour}`, "aria-hidden": "true" }, isBot ? "♠" : name[0]);
}

// `hands` is as for components, with `dismiss()`. A message that follows one of the same author has no head.
export function draw(message, hands, isFollowing) {
  const name = hands.known.names[message.author] ?? "Somebody";
  const time = written(message.at, "t");
  const node = el("article", {
    class: `message${message.private ? " private" : ""}${isFollowing ? " following" : ""}`,
    data: { id: message.id },
    "aria-label": `${name}, ${time}`,
  });
  if (!isFollowing) node.append(avatar(name, message.bot), head(message, name, time, hands.known));
  node.append(body(message, hands));
  return node;
}

function head(message, name, time, known) {
  const mark = message.bot && el("span", { class: "app" }, "APP");
  return el("div", { class: "head" }, named(message.author, name, "name", known), mark || null,
    el("span", { class: "when" }, time));
}

function body(message, hands) {
  const node = el("div", { class: "body", lang: message.language });
  if (message.text) node.append(el("div", { class: "text" }, markdown(message.text, hands.known)));
  node.append(...message.files.map((file) => el("a", { class: "file", href: file.url, download: file.name }, `📄 ${file.name}`)));
  node.append(...message.components.map((one) => component(one, hands)));
  if (message.edited) node.append(el("span", { class: "edited", lang: "en" }, "(edited)"));
  if (message.private) {
    node.append(el("p", { class: "only", lang: "en" }, "Only you can see this • ",
      button("Dismiss message", hands.dismiss, { class: "link" })));
  }
  return node;
}

export function follows(before, message) {
  return before !== null && before.author === message.author && before.private === message.private
    && message.at - before.at < 420;
}
