// One conversation of one user: its messages, a button to the newest one, and the text field.

import { button, el } from "./dom.js";
import { draw, follows } from "./message.js";
import { Speaker } from "./speaker.js";

// The pixels above its end at which a conversation still counts as read to the end.
const AT_END = 80;
// The most characters of a message that are read aloud.
const MOST_SAID = 300;
// The time after an answered press in which its last effects can reach the page.
const LAST_EFFECTS_MS = 500;

export class Pane {
  constructor(person, place, title) {
    this.person = person;
    // A user who writes wants to see the answer.
    this.speaker = new Speaker(person, place, title, undefined, () => this.toEnd());
    this.shown = new Map();
    this.isNew = true;
    this.list = el("div", { class: "messages", role: "log", "aria-live": "off", tabindex: 0,
      "aria-label": `${title}, as ${person.name} sees it` });
    this.empty = el("p", { class: "empty" });
    this.content = el("div", {}, this.empty);
    this.list.append(this.content);
    this.jump = button("", () => this.jumpToEnd(), { class: "jump", hidden: true });
    this.title = el("h3", { class: "pane-title" }, el("span", {}, title, el("span", { class: "unseen" })));
    this.node = el("div", { class: "pane", data: { place }, "aria-label": `${title} of ${person.name}` }, this.title, this.list,
      el("div", { class: "foot" }, this.jump, this.speaker.nodes));
    this.isAtEnd = true;
    this.top = 0;
    this.missed = new Set();
    this.changes = [];
    this.pressed = 0;
    this.list.addEventListener("scroll", () => this.scrolled());
    // Pictures get their height once loaded, and windows change theirs. A reader at the end stays there.
    const observer = new ResizeObserver(() => this.settle());
    observer.observe(this.list);
    observer.observe(this.content);
  }

  // Draws changed messages, and leaves everything else, the focus and the scrolling as they are.
  update(messages, known, hint) {
    const fresh = messages.filter((message) => !this.shown.has(message.id));
    const marks = this.marks();
    this.changes = [];
    this.drawn = [];
    this.forget(new Set(messages.map((message) => message.id)));
    let before = null;
    for (const message of messages) {
      this.put(message, follows(before, message), known);
      before = message;
    }
    this.empty.textContent = hint;
    this.empty.hidden = messages.length > 0;
    this.returnTo(marks);
    if (this.pressed) this.reveal();
    const isFirst = this.isNew;
    this.isNew = false;
    if (isFirst) return [];
    if (!this.isAtEnd) for (const { id } of fresh) this.missed.add(id);
    this.showJump();
    return fresh;
  }

  forget(ids) {
    for (const [id, entry] of this.shown) {
      if (ids.has(id)) continue;
      // When a focused message goes, the focus moves to the conversation, not to the top of the page.
      if (entry.node.contains(document.activeElement)) this.list.focus({ preventScroll: true });
      entry.node.remove();
      this.shown.delete(id);
      this.missed.delete(id);
    }
  }

  put(message, isFollowing, known) {
    const look = JSON.stringify([message, isFollowing, known]);
    const old = this.shown.get(message.id);
    if (old?.look === look) return;
    const node = draw(message, this.hands(message, known), isFollowing);
    this.shown.set(message.id, { look, node });
    this.drawn.push(node);
    if (old) this.replace(old.node, node, message);
    else this.content.append(node);
  }

  // Replaces a message, keeps the focus in the conversation, and notes the message's new text.
  replace(old, node, message) {
    const said = new Set(lines(old).map(timeless));
    const isInside = old.contains(document.activeElement);
    swap(old, node);
    if (isInside && !node.contains(document.activeElement)) this.list.focus({ preventScroll: true });
    const text = lines(node).filter((line) => !said.has(timeless(line))).map((line) => line.textContent).join(" ");
    if (text) this.changes.push({ text, language: message.language });
  }

  hands(message, known) {
    const about = { message: message.id };
    return {
      known,
      press: (control) => this.following("/press", { ...about, control }),
      choose: (control, values) => this.following("/choose", { ...about, control, values }),
      dismiss: () => this.speaker.act("/dismiss", about),
    };
  }

  // Scrolls to answers of a control until its last effects are here.
  async following(path, what) {
    this.pressed += 1;
    await this.speaker.act(path, what);
    setTimeout(() => { this.pressed -= 1; }, LAST_EFFECTS_MS);
  }

  // Scrolls the lowest of the messages just drawn into view, or its beginning if it's too high.
  reveal() {
    const lowest = this.drawn.at(-1);
    if (!lowest) return;
    const [box, room] = [lowest, this.list].map((node) => node.getBoundingClientRect());
    const below = Math.min(box.bottom - room.bottom, box.top - room.top);
    if (below > 0) this.list.scrollTop += below;
  }

  // Returns the messages from the topmost visible one on, with their positions, for a reader above the end.
  marks() {
    if (this.isAtEnd) return [];
    const { top } = this.list.getBoundingClientRect();
    return [...this.shown]
      .map(([id, { node }]) => ({ id, box: node.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > top);
  }

  returnTo(marks) {
    const mark = marks.find(({ id }) => this.shown.has(id));
    if (mark) this.list.scrollTop += this.shown.get(mark.id).node.getBoundingClientRect().top - mark.box.top;
  }

  // Notes whether the reader is at the end. Only scrolling up leaves it, not new messages below.
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    if (!clientHeight) return;
    if (scrollHeight - scrollTop - clientHeight < AT_END) this.isAtEnd = true;
    else if (scrollTop < this.top) this.isAtEnd = false;
    this.top = scrollTop;
    this.showJump();
  }

  settle() {
    if (this.isAtEnd) this.toEnd();
  }

  toEnd() {
    this.isAtEnd = true;
    this.list.scrollTop = this.list.scrollHeight;
    this.showJump();
  }

  // Restores the reader's position when the conversation is on the screen again.
  appear() {
    if (this.isAtEnd) this.toEnd();
    else this.list.scrollTop = this.top;
  }

  jumpToEnd() {
    this.toEnd();
    this.list.focus({ preventScroll: true });
  }

  showJump() {
    if (this.isAtEnd) this.missed.clear();
    this.jump.hidden = this.isAtEnd;
    const number = this.missed.size;
    this.jump.textContent = number ? `↓ ${number} new` : "↓ Newest";
  }

  // Returns the nodes for screen readers: new messages, and new text in old ones.
  news(fresh) {
    const texts = fresh.map(({ id, language }) => ({ text: lines(this.shown.get(id).node).map((line) => line.textContent).join(" "), language }));
    return [
      ...texts.map((one) => spoken(`New message for ${this.person.name}: `, one)),
      ...this.changes.map((one) => spoken(`Changed for ${this.person.name}: `, one)),
    ];
  }
}

function spoken(head, { text, language }) {
  return el("p", {}, head, el("span", { lang: language }, text.slice(0, MOST_SAID)));
}

// Returns the paragraphs, headings and list entries of a message.
function lines(node) {
  return [...node.querySelectorAll(".text > :not(ol, ul), .text li")];
}

// Returns a line's text without its countdowns, which change by themselves.
function timeless(line) {
  const copy = line.cloneNode(true);
  for (const time of copy.querySelectorAll("time")) time.remove();
  return copy.textContent;
}

// Replaces a message, and moves the focus from an old control to the new one in its place.
function swap(old, fresh) {
  const controls = (node) => [...node.querySelectorAll("button:not(:disabled), a, summary")];
  const active = document.activeElement;
  // For an open list, it's the button that opened it.
  const used = active.closest(".select")?.querySelector(".opener") ?? active;
  const at = controls(old).indexOf(used);
  const label = used.textContent;
  keepPictures(old, fresh);
  old.replaceWith(fresh);
  if (at < 0) return;
  const now = controls(fresh);
  (now.find((control) => control.textContent === label) ?? now[at] ?? now[0])?.focus({ preventScroll: true });
}

// Keeps unchanged pictures, so that they aren't fetched again.
function keepPictures(old, fresh) {
  const before = [...old.querySelectorAll("img")];
  for (const image of fresh.querySelectorAll("img")) {
    const same = before.find((other) => other.src === image.src);
    if (!same) continue;
    same.alt = image.alt;
    image.replaceWith(same);
  }
}
