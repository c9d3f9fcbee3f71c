// What the page shows before anything has happened: the games, and one press that begins one of them.

import { button, el } from "./dom.js";
import { WIDE } from "./menus.js";
import { ask, fetchJson } from "./net.js";
import { Speaker } from "./speaker.js";

export class Welcome {
  // `begun({ seats, acts })` hears who plays, and where those act who are first; `failed()` that it has not begun.
  constructor(begun, failed) {
    this.begun = begun;
    this.failed = failed;
    this.isStarting = false;
    this.speakers = new Map();
    this.games = el("ul", { class: "games" });
    this.foot = el("div", { class: "foot", data: { place: "channel" } });
    this.node = el("section", { class: "welcome", "aria-label": "Welcome" },
      el("div", { class: "hero" },
        el("h2", {}, "Which game?"),
        el("p", {}, "Play against computers, start a table and play every seat (the names above are yours), or learn a game first."),
        this.games),
      this.foot);
    this.load();
  }

  async load() {
    const offers = await fetchJson("/games");
    this.games.replaceChildren(...offers.map((offer) => this.card(offer)));
  }

  card(offer) {
    const play = button("Play", () => this.start(offer, play, true), {
      class: "start blue", "aria-label": `Play ${offer.name} against computers`,
    });
    const start = button("Start", () => this.start(offer, start, false), {
      class: "start", "aria-label": `Start ${offer.name}`,
    });
    const learn = button("Learn", () => this.learn(offer, learn), {
      class: "start", "aria-label": `Learn ${offer.name} in two minutes`,
    });
    const card = el("li", { class: "game" },
      el("div", {},
        el("h3", {}, offer.name, el("small", {}, ` · ${offer.players} players`)),
        el("p", {}, offer.line)),
      el("div", { class: "starts" }, play, start, learn));
    card.style.setProperty("--accent", offer.colour);
    return card;
  }

  // The line to write in belongs to the user whose name is marked above.
  update(person) {
    this.node.dataset.seat = person.key;
    if (!this.speakers.has(person.key)) {
      const hint = `Press / to type a command as ${person.name}, for example /cards`;
      this.speakers.set(person.key, new Speaker(person, "channel", "#cards", WIDE.matches ? hint : undefined));
    }
    this.speaker = this.speakers.get(person.key);
    if (this.foot.lastChild !== this.speaker.composer.node) this.foot.replaceChildren(...this.speaker.nodes);
  }

  write() {
    this.speaker.composer.begin();
  }

  // What users have begun to write goes on in their own views.
  moveDrafts(viewOf) {
    for (const [key, speaker] of this.speakers) speaker.composer.moveTo(viewOf(key).panes.channel.speaker.composer);
  }

  // A lesson is an answer that only the user whose name is marked sees.
  async learn(offer, pressed) {
    pressed.setAttribute("aria-disabled", "true");
    await this.speaker.act("/learn", { game: offer.id });
    pressed.removeAttribute("aria-disabled");
  }

  // The welcome stays until the cards are dealt.
  async start(offer, pressed, alone) {
    if (this.isStarting) return;
    this.isStarting = true;
    pressed.setAttribute("aria-disabled", "true");
    this.speaker.say("");
    try {
      this.begun(await ask("/open", { game: offer.id, alone }));
    } catch (fault) {
      this.failed(fault.message);
    } finally {
      this.isStarting = false;
      pressed.removeAttribute("aria-disabled");
    }
  }
}
