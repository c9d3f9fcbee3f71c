// One user's screen: the card channel and the DM with the bot, as tabs or side by side where there is room.

import { button, el, freshId } from "./dom.js";
import { avatar } from "./message.js";
import { ask } from "./net.js";
import { Pane } from "./pane.js";

const FIRST = "/game new game:C.R.A.P. ";

export class SeatView {
  constructor(person) {
    this.person = person;
    this.panes = {
      channel: new Pane(person, "channel", "#cards", welcome),
      dm: new Pane(person, "dm", "@Cardcrate", () => el("p", {}, "This is the DM with Cardcrate.")),
    };
    this.tabs = { channel: this.tab("channel", "# cards"), dm: this.tab("dm", "@ Cardcrate") };
    this.unread = { channel: new Set(), dm: new Set() };
    this.closer = button("", () => this.closeDms(), { class: "quiet" });
    this.node = el("section", { class: "seat", data: { seat: person.key }, "aria-label": person.name },
      this.head(), el("div", { class: "panes" }, this.panes.channel.node, this.panes.dm.node));
    this.open("channel");
  }

  head() {
    const away = el("a", {
      class: "quiet", href: `/?seat=${this.person.key}`, target: "_blank",
      title: `Open ${this.person.name} in a tab of its own`,
    }, "↗", el("span", { class: "unseen" }, `${this.person.name} in a tab of its own`));
    return el("div", { class: "seat-head" }, avatar(this.person.name, false),
      el("h2", {}, this.person.name),
      el("div", { class: "tabs", role: "tablist", "aria-label": `${this.person.name}: conversations` },
        this.tabs.channel, this.tabs.dm),
      this.closer, away);
  }

  tab(place, label) {
    const pane = this.panes[place].node;
    pane.id = freshId("pane");
    const keyed = (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = place === "dm" ? "channel" : "dm";
      this.open(other);
      this.tabs[other].focus();
    };
    return el("button", {
      type: "button", role: "tab", class: "tab", "aria-controls": pane.id,
      onclick: () => this.open(place), onkeydown: keyed,
    }, label, el("span", { class: "unread" }));
  }

  open(place) {
    this.place = place;
    this.node.dataset.place = place;
    for (const [name, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", name === place);
      tab.tabIndex = name === place ? 0 : -1;
    }
    this.unread[place].clear();
    this.count(place);
    this.panes[place].toEnd();
  }

  count(place) {
    const number = this.unread[place].size;
    const mark = this.tabs[place].querySelector(".unread");
    mark.textContent = number || "";
    mark.setAttribute("aria-label", number ? `${number} unread` : "");
  }

  isSeen(place) {
    return this.panes[place].node.offsetParent !== null;
  }

  update(screen, person, known, isReadAloud) {
    this.person.closed = person.closed;
    this.closer.textContent = person.closed ? "DMs closed" : "DMs open";
    this.closer.classList.toggle("closed", person.closed);
    this.closer.title = person.closed ? "Let the bot's DMs in again" : "Refuse the bot's DMs, as many users do";
    for (const [place, pane] of Object.entries(this.panes)) {
      const fresh = pane.update(screen[place], known);
      this.note(place, screen[place], this.isSeen(place) ? [] : fresh);
      if (isReadAloud) pane.read(fresh);
    }
  }

  // Keeps count of what has come unseen and is still there.
  note(place, messages, fresh) {
    const there = new Set(messages.map((message) => message.id));
    const old = [...this.unread[place]].filter((id) => there.has(id));
    this.unread[place] = new Set([...old, ...fresh.map((message) => message.id)]);
    this.count(place);
  }

  async closeDms() {
    try {
      await ask("/dms", { seat: this.person.key, closed: !this.person.closed });
    } catch (fault) {
      this.panes[this.place].say(fault.message);
    }
  }
}

function welcome(pane) {
  return [
    el("h3", {}, "Welcome to #cards!"),
    el("p", {}, "Open a table here, press Join as other users, then Start. For example:"),
    button(FIRST, () => pane.composer.fill(FIRST), { class: "example" }),
  ];
}
