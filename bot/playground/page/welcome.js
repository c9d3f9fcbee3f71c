// The welcome, which the page shows before anything has happened. A click on one of its games begins it.

import { button, el } from "./dom.js";
import { menu, WIDE } from "./menus.js";
import { ask, fetchJson } from "./net.js";
import { Speaker } from "./speaker.js";

export class Welcome {
  // `begun({ seats, acts })` gets the players and the places where some must act. `failed(why)` is for errors.
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
        el("p", {}, "Play deals at once, against computers."),
        this.games),
      this.foot);
    this.load();
  }

  async load() {
    const offers = await fetchJson("/games");
    this.games.replaceChildren(...offers.map((offer) => this.cover(offer)), this.others(offers));
  }

  // Returns a game's tile, which is its cover with the button in the free corner.
  cover(offer) {
    const play = button("Play", () => this.start(play, { game: offer.id, seat: this.person.key }), {
      class: "start blue", "aria-label": `Play ${offer.name} against computers`,
    });
    const image = el("img", { src: `/cover/${offer.id}`, width: 900, height: 360, alt: offer.said });
    return el("li", { class: "game" }, image, play);
  }

  others(offers) {
    const sit = offers.map((offer) => {
      const node = button(offer.name, () => this.start(node, { game: offer.id }), {
        class: "quiet", "aria-label": `Start ${offer.name}`,
      });
      return node;
    });
    const learn = offers.map((offer) => {
      const node = button(offer.name, () => this.learn(offer, node), {
        class: "quiet", "aria-label": `Learn ${offer.name} in two minutes`,
      });
      return node;
    });
    return el("li", { class: "others" },
      el("p", {}, "Play every seat yourself (the names above are yours), or learn a game first."),
      el("div", { class: "starts" }, menu("Sit in every seat", sit), menu("Learn a game", learn)));
  }

  // Shows the text field of the user whose name is marked above.
  update(person) {
    this.person = person;
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

  // Moves unsent texts to the users' own screens.
  moveDrafts(viewOf) {
    for (const [key, speaker] of this.speakers) speaker.composer.moveTo(viewOf(key).panes.channel.speaker.composer);
  }

  // Opens a lesson, as an answer that only the marked user sees.
  async learn(offer, pressed) {
    pressed.setAttribute("aria-disabled", "true");
    await this.speaker.act("/learn", { game: offer.id });
    pressed.removeAttribute("aria-disabled");
  }

  // Starts a game. The welcome stays until the cards are dealt.
  async start(pressed, wish) {
    if (this.isStarting) return;
    this.isStarting = true;
    pressed.setAttribute("aria-disabled", "true");
    this.speaker.say("");
    try {
      this.begun(await ask("/open", wish));
    } catch (fault) {
      this.failed(fault.message);
    } finally {
      this.isStarting = false;
      pressed.removeAttribute("aria-disabled");
    }
  }
}
