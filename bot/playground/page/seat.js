// One user's screen: the card channel, its threads and the DM with the bot, as tabs or, with enough room, side by side.

import { announce, button, el, freshId } from "./dom.js";
import { avatar } from "./message.js";
import { ask } from "./net.js";
import { Pane } from "./pane.js";
import { openMenu } from "./people.js";

const ROOM_FOR_ONE = 360;

export class SeatView {
  constructor(person) {
    this.person = person;
    this.places = [];
    this.panes = {};
    this.tabs = {};
    this.unread = {};
    this.speaks = el("select", {
      "aria-label": `${person.name}: language of Discord`,
      title: "The language of this user's Discord", onchange: () => this.speak(),
    });
    this.tag = el("span", { "aria-hidden": "true" });
    this.closer = button("", () => this.closeDms(), { class: "quiet" });
    this.members = button("☺\ufe0e", () => this.showMembers(), {
      class: "quiet members", title: "Members", "aria-label": `Members, for ${person.name}`,
    });
    this.tablist = el("div", { class: "tabs", role: "tablist", "aria-label": `${person.name}: conversations` });
    this.rooms = el("div", { class: "panes" });
    this.node = el("section", { class: "seat", data: { seat: person.key }, "aria-label": person.name },
      this.head(), this.rooms);
    this.add("channel", "# cards", "#cards");
    this.add("dm", "@ Cardcrate", "@Cardcrate");
    this.node.addEventListener("focusin", (event) => this.entered(event));
    new ResizeObserver(() => this.fit()).observe(this.node);
    this.fit();
    this.open("channel");
  }

  head() {
    const away = el("a", {
      class: "quiet away", href: `/?seat=${this.person.key}`, target: "_blank",
      title: `Open ${this.person.name} in a tab of its own`,
    }, "↗", el("span", { class: "unseen" }, `${this.person.name} in a tab of its own`));
    return el("div", { class: "seat-head" },
      el("h2", {}, avatar(this.person.name, false), el("span", {}, this.person.name)),
      this.tablist, el("div", { class: "quiet speaks" }, this.tag, this.speaks), this.members, this.closer, away);
  }

  // Adds a conversation. Threads go between the channel and the DM.
  add(place, label, title) {
    this.panes[place] = new Pane(this.person, place, title);
    this.tabs[place] = this.tab(place, label);
    this.unread[place] = new Set();
    const before = place === "dm" ? null : "dm";
    this.places.splice(before && this.panes[before] ? -1 : this.places.length, 0, place);
    this.tablist.insertBefore(this.tabs[place], this.tabs[before] ?? null);
    this.rooms.insertBefore(this.panes[place].node, this.panes[before]?.node ?? null);
  }

  // Adds a tab for each new thread. Its messages are unread.
  addThreads(threads) {
    for (const { id, name } of threads) {
      if (this.panes[id]) continue;
      this.add(id, `↳ ${name}`, name);
      this.panes[id].isNew = this.panes.channel.isNew;
      this.isWide = undefined;
      this.fit();
    }
  }

  tab(place, label) {
    const pane = this.panes[place].node;
    pane.id = freshId("pane");
    const keyed = (event) => {
      const { places } = this;
      const beside = (step) => places.at((places.indexOf(place) + step) % places.length);
      const to = { ArrowLeft: beside(-1), ArrowRight: beside(1), Home: places[0], End: places.at(-1) }[event.key];
      if (!to) return;
      event.preventDefault();
      this.open(to);
      this.tabs[to].focus();
    };
    return el("button", {
      type: "button", role: "tab", class: "tab", id: freshId("tab"), "aria-controls": pane.id, "aria-selected": "false", tabindex: -1,
      onclick: () => this.open(place), onkeydown: keyed,
    }, label, el("span", { class: "unseen" }), el("span", { class: "unread" }));
  }

  // Shows all conversations side by side if there's room, then as regions instead of tab panels.
  fit() {
    const isWide = this.node.clientWidth >= ROOM_FOR_ONE * this.places.length;
    if (isWide === this.isWide) return;
    this.isWide = isWide;
    this.node.classList.toggle("both", isWide);
    this.tablist.hidden = isWide;
    for (const [place, pane] of Object.entries(this.panes)) {
      pane.node.setAttribute("role", isWide ? "region" : "tabpanel");
      if (isWide) pane.node.removeAttribute("aria-labelledby");
      else pane.node.setAttribute("aria-labelledby", this.tabs[place].id);
      pane.appear();
    }
  }

  entered(event) {
    const place = event.target.closest(".pane")?.dataset.place;
    if (place && place !== this.place) this.open(place);
  }

  open(place) {
    this.place = place;
    for (const [name, tab] of Object.entries(this.tabs)) {
      this.panes[name].node.classList.toggle("open", name === place);
      tab.setAttribute("aria-selected", name === place);
      tab.tabIndex = name === place ? 0 : -1;
    }
    this.unread[place].clear();
    this.count(place);
    this.panes[place].appear();
  }

  // Restores the screen after another user was shown.
  appear() {
    for (const pane of Object.values(this.panes)) pane.appear();
    this.unread[this.place].clear();
    this.count(this.place);
  }

  // Opens the channel of a mention and focuses it.
  follow(place) {
    this.open(place);
    this.enter(false);
  }

  enter(isWriting) {
    const { list, speaker } = this.panes[this.place];
    (isWriting ? speaker.composer.input : list).focus({ preventScroll: true });
  }

  write() {
    this.panes[this.place].speaker.composer.begin();
  }

  count(place) {
    const number = this.unread[place].size;
    const mark = this.tabs[place].querySelector(".unread");
    mark.replaceChildren(...number ? [String(number), el("span", { class: "unseen" }, " unread")] : []);
  }

  isSeen(place) {
    return this.panes[place].node.offsetParent !== null;
  }

  // `hint` is the text of a conversation without messages.
  update(screen, person, known, { hint, isReadAloud, languages, threads, people, menus }) {
    this.person = person;
    this.others = people.filter((one) => one.key !== person.key);
    this.menus = menus;
    this.addThreads(threads);
    const inDm = { ...known, open: (place) => this.follow(place) };
    // Only servers have menus of users.
    const inServer = { ...inDm, others: new Set(this.others.map((one) => one.id)), meet: (id, at) => this.meet(id, at) };
    this.offer(languages);
    this.closer.textContent = person.closed ? "DMs closed" : "DMs open";
    this.closer.classList.toggle("closed", person.closed);
    this.closer.title = person.closed ? "Let the bot's DMs in again" : "Refuse the bot's DMs, as many users do";
    const news = Object.entries(this.panes).flatMap(([place, pane]) => {
      for (const node of [this.tabs[place], pane.title.firstChild]) markDue(node, person.acts === place);
      const fresh = pane.update(screen[place], place === "dm" ? inDm : inServer, hint);
      this.note(place, screen[place], this.isSeen(place) ? [] : fresh);
      return pane.news(fresh);
    });
    if (isReadAloud && news.length) announce(...news);
  }

  // Counts unseen messages that are still there.
  note(place, messages, fresh) {
    const there = new Set(messages.map((message) => message.id));
    const old = [...this.unread[place]].filter((id) => there.has(id));
    this.unread[place] = new Set([...old, ...fresh.map((message) => message.id)]);
    this.count(place);
  }

  // The chip shows the language's tag, and its list shows each language's own name.
  offer(languages) {
    if (!this.speaks.options.length) {
      this.speaks.append(...languages.map(({ tag, name }) =>
        el("option", { value: tag }, name)));
    }
    this.speaks.value = this.person.language;
    this.tag.textContent = this.person.language.slice(0, 2).toUpperCase();
  }

  async speak() {
    try {
      await ask("/language", { seat: this.person.key, language: this.speaks.value });
    } catch (fault) {
      this.panes[this.place].speaker.say(fault.message);
    }
  }

  showMembers() {
    const at = this.members;
    openMenu(at, "Members", this.others.map(({ id, name }) => [name, () => this.meet(id, at)]));
  }

  // Opens another user's menu. The answer appears in the open conversation, or in the channel instead of the DM.
  meet(id, at) {
    const { key, name } = this.others.find((one) => one.id === id);
    const place = this.place === "dm" ? "channel" : this.place;
    const use = (entry) => () => {
      if (place !== this.place) this.open(place);
      this.panes[place].speaker.act("/menu", { other: key, entry });
    };
    openMenu(at, name, this.menus.map((entry) => [entry, use(entry)]));
  }

  async closeDms() {
    try {
      await ask("/dms", { seat: this.person.key, closed: !this.person.closed });
    } catch (fault) {
      this.panes[this.place].speaker.say(fault.message);
    }
  }
}

// Marks a user who must act: with a dot, and with words for screen readers.
export function markDue(node, isDue) {
  node.classList.toggle("due", isDue);
  node.querySelector(".unseen").textContent = isDue ? "(acts now)" : "";
}
