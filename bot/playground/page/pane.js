// One conversation of one user: its messages, and the line to write in.

import { Composer } from "./composer.js";
import { announce, el } from "./dom.js";
import { showForm } from "./form.js";
import { draw, follows } from "./message.js";
import { ask } from "./net.js";

const NOTE_MS = 8000;
// So many pixels above its end a conversation still counts as read to the end.
const AT_END = 80;

export class Pane {
  constructor(person, place, title, welcome) {
    this.person = person;
    this.place = place;
    this.shown = new Map();
    this.isBusy = false;
    this.isNew = true;
    this.list = el("div", { class: "messages", role: "log", "aria-live": "off", tabindex: 0,
      "aria-label": `${title}, as ${person.name} sees it` });
    this.end = el("div", { class: "welcome" }, welcome(this));
    this.content = el("div", {}, this.end);
    this.list.append(this.content);
    this.note = el("p", { class: "note", role: "alert" });
    this.composer = new Composer(`Message ${title}`, {
      send: (text) => this.act("/say", { text }),
      suggest: (text) => ask("/suggest", { ...this.who(), text }),
    });
    this.node = el("section", { class: "pane", data: { place }, "aria-label": title },
      el("h3", { class: "pane-title" }, title), this.list, this.note, this.composer.node);
    this.isAtEnd = true;
    this.top = 0;
    this.list.addEventListener("scroll", () => this.scrolled());
    // Pictures get their height when they have come, and windows change theirs: who reads the end stays there.
    const observer = new ResizeObserver(() => { if (this.isAtEnd) this.toEnd(); });
    observer.observe(this.list);
    observer.observe(this.content);
  }

  who() {
    return { seat: this.person.key, place: this.place };
  }

  // Does something for this user and shows what comes of it; tells whether it was done.
  async act(path, what) {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.say("");
    try {
      const answer = await ask(path, { ...this.who(), ...what });
      if (answer.error) throw new Error(answer.error);
      if (answer.form) showForm(answer.form, (values) => this.submit(answer.form.id, values));
      return true;
    } catch (fault) {
      this.say(fault.message);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  submit(form, values) {
    return this.act("/submit", { form, values });
  }

  say(text) {
    clearTimeout(this.noteTimer);
    this.note.textContent = text;
    if (text) this.noteTimer = setTimeout(() => { this.note.textContent = ""; }, NOTE_MS);
  }

  // Draws what has changed and leaves everything else, with focus and scrolling, as it is.
  update(messages, known) {
    const fresh = messages.filter((message) => !this.shown.has(message.id));
    this.forget(new Set(messages.map((message) => message.id)));
    let before = null;
    for (const message of messages) {
      this.put(message, follows(before, message), known);
      before = message;
    }
    this.end.hidden = messages.length > 0;
    const isFirst = this.isNew;
    this.isNew = false;
    return isFirst ? [] : fresh;
  }

  forget(ids) {
    for (const [id, entry] of this.shown) {
      if (ids.has(id)) continue;
      entry.node.remove();
      this.shown.delete(id);
    }
  }

  put(message, isFollowing, known) {
    const look = JSON.stringify([message, isFollowing, known]);
    const old = this.shown.get(message.id);
    if (old?.look === look) return;
    const node = draw(message, this.hands(message, known), isFollowing);
    this.shown.set(message.id, { look, node });
    if (old) swap(old.node, node);
    else this.content.append(node);
  }

  hands(message, known) {
    const about = { message: message.id };
    return {
      known,
      press: (control) => this.act("/press", { ...about, control }),
      choose: (control, values) => this.act("/choose", { ...about, control, values }),
      dismiss: () => this.act("/dismiss", about),
    };
  }

  // What has grown below moves nothing: only who scrolls up leaves the end.
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    if (scrollHeight - scrollTop - clientHeight < AT_END) this.isAtEnd = true;
    else if (scrollTop < this.top) this.isAtEnd = false;
    this.top = scrollTop;
  }

  toEnd() {
    this.isAtEnd = true;
    this.list.scrollTop = this.list.scrollHeight;
  }

  read(messages) {
    for (const message of messages) {
      const text = this.shown.get(message.id)?.node.querySelector(".body").innerText ?? "";
      announce(`New message for ${this.person.name}: ${text.slice(0, 300)}`);
    }
  }
}

// Replaces a message; a control that had the focus hands it to the one in its place.
function swap(old, fresh) {
  const controls = (node) => [...node.querySelectorAll("button, a, summary")];
  const at = controls(old).indexOf(document.activeElement);
  const label = document.activeElement?.textContent;
  old.replaceWith(fresh);
  if (at < 0) return;
  const now = controls(fresh);
  (now.find((control) => control.textContent === label) ?? now[at] ?? now[0])?.focus({ preventScroll: true });
}
