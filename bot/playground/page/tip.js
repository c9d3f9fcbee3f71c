// A tip above the first player's conversation that names them and explains the yellow dot, until it's closed.

import { button, el } from "./dom.js";

const READ = "cardcrate-dot-explained";

export class Tip {
  constructor() {
    this.acted = null;
    this.firsts = [];
    this.text = el("p", {});
    this.node = el("div", { class: "tip", role: "note" }, this.text,
      button("Got it", () => this.close(), { class: "control grey" }));
  }

  // `views` are the users on the screen, by key. The tip appears only if the page was open at the deal.
  update(people, views) {
    const acting = people.filter((person) => person.acts);
    if (this.acted === 0 && acting.length) this.begin(acting);
    this.acted = acting.length;
    const first = acting.find((person) => this.firsts.includes(person.key) && views.has(person.key));
    if (!first) {
      this.node.remove();
      return;
    }
    const { node, list } = views.get(first.key).panes[first.acts];
    if (this.node.parentNode !== node) node.insertBefore(this.node, list);
  }

  begin(acting) {
    if (localStorage.getItem(READ)) return;
    const names = new Intl.ListFormat("en-GB").format(acting.map((person) => person.name));
    this.text.textContent = `${names} ${acting.length > 1 ? "are" : "is"} first. A yellow dot shows who acts now.`;
    this.firsts = acting.map((person) => person.key);
  }

  close() {
    const { parentNode } = this.node;
    localStorage.setItem(READ, "yes");
    this.firsts = [];
    this.node.remove();
    parentNode.querySelector(".messages").focus({ preventScroll: true });
  }
}
