// The part of Discord's markdown that the bot uses, as DOM nodes.

import { relative, written } from "./clock.js";
import { el } from "./dom.js";
import { named } from "./people.js";

// In `known`, `names` and `channels` map ids to their texts, `open(place)` shows a conversation, and `meet(id, at)`
// opens the menu of one of the `others`.
export function markdown(text, known) {
  return blocks(text.split("\n"), known);
}

const HEADING = /^(#{1,3}) +(.*)$/;
const SMALL = /^-# (.*)$/;
const QUOTE = /^> (.*)$/;
const ITEM = /^( *)([-*]|\d+\.) +(.*)$/;
const FENCE = /^```(\w*)$/;

function blocks(lines, known) {
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.length) out.push(el("p", {}, inline(plain.join("\n"), known)));
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    const taken = block(lines, at, known);
    if (taken) {
      flush();
      out.push(taken.node);
      at = taken.next;
    } else {
      plain.push(lines[at]);
      at += 1;
    }
  }
  flush();
  return out;
}

function block(lines, at, known) {
  const line = lines[at];
  let found = HEADING.exec(line);
  if (found) {
    const level = found[1].length;
    // All headings of messages are below the conversation's name, whatever their size.
    const node = el("div", { role: "heading", "aria-level": 3, class: `h${level}` });
    node.append(...inline(found[2], known));
    return { node, next: at + 1 };
  }
  found = SMALL.exec(line);
  if (found) return { node: el("p", { class: "small" }, inline(found[1], known)), next: at + 1 };
  if (FENCE.test(line)) return fence(lines, at);
  if (QUOTE.test(line)) return quote(lines, at, known);
  if (ITEM.test(line)) return list(lines, at, known);
  return null;
}

function fence(lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end] !== "```") end += 1;
  return { node: el("pre", { tabindex: 0 }, lines.slice(at + 1, end).join("\n")), next: end + 1 };
}

function quote(lines, at, known) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((line) => QUOTE.exec(line)[1]);
  return { node: el("blockquote", {}, blocks(inner, known)), next: end };
}

// Parses a list with the lists inside its items, which are indented further.
function list(lines, at, known) {
  const [, indent, mark] = ITEM.exec(lines[at]);
  const isOrdered = /\d/.test(mark);
  const node = el(isOrdered ? "ol" : "ul", { start: isOrdered ? parseInt(mark, 10) : null });
  let next = at;
  while (next < lines.length) {
    const found = ITEM.exec(lines[next]);
    if (!found || found[1].length < indent.length) break;
    if (found[1].length > indent.length && node.lastChild) {
      const inner = list(lines, next, known);
      node.lastChild.append(inner.node);
      next = inner.next;
    } else if (/\d/.test(found[2]) !== isOrdered) {
      break;
    } else {
      node.append(el("li", {}, inline(found[3], known)));
      next += 1;
    }
  }
  return { node, next };
}

// Each rule has a pattern for the present place, and a function that returns its node.
const RULES = [
  [/^\\([^A-Za-z0-9\s])/, (found) => found[1]],
  [/^``([\s\S]+?)``(?!`)/, (found) => el("code", {}, found[1])],
  [/^`([^`]+)`/, (found) => el("code", {}, found[1])],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (found, known) => el("strong", {}, inline(found[1], known))],
  [/^__([\s\S]+?)__(?!_)/, (found, known) => el("u", {}, inline(found[1], known))],
  [/^\*(?=\S)([\s\S]*?\S)\*(?!\*)/, (found, known) => el("em", {}, inline(found[1], known))],
  [/^_(?=\S)([\s\S]*?\S)_(?![A-Za-z0-9_])/, (found, known) => el("em", {}, inline(found[1], known))],
  [/^~~([\s\S]+?)~~/, (found, known) => el("s", {}, inline(found[1], known))],
  [/^<@!?(\d+)>/, (found, known) => named(found[1], `@${known.names[found[1]] ?? "unknown"}`, "mention", known)],
  [/^<#(\d+)>/, (found, known) => place(known.channels[found[1]], known)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (found, known) => time(Number(found[1]), found[2], known.language)],
  [/^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/, (found, known) => link(found[2], inline(found[1], known))],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"')\]]/, (found) => link(found[0], [found[0]])],
  [/^\n/, () => el("br")],
  // Whole words, so that an underscore inside one isn't emphasis.
  [/^[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)*/, (found) => found[0]],
  [/^[\s\S]/, (found) => found[0]],
];

function inline(text, known) {
  const out = [];
  for (let rest = text; rest;) {
    for (const [shape, make] of RULES) {
      const found = shape.exec(rest);
      if (!found) continue;
      const made = make(found, known);
      if (typeof made === "string" && typeof out.at(-1) === "string") out[out.length - 1] += made;
      else out.push(made);
      rest = rest.slice(found[0].length);
      break;
    }
  }
  return out;
}

function time(seconds, style, language) {
  const title = written(seconds, "F", language);
  const props = { class: "time", datetime: new Date(seconds * 1000).toISOString(), lang: language, title };
  if (style !== "R") return el("time", props, written(seconds, style, language));
  return el("time", { ...props, "data-relative": seconds }, relative(seconds, language));
}

function place(channel, known) {
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  const open = (event) => { event.preventDefault(); known.open(channel.place); };
  return el("a", { class: "mention link", href: `#${channel.place}`, onclick: open }, `#${channel.name}`);
}

function link(href, children) {
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children);
}
