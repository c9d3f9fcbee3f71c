// The strip above the users: the users to show, the clock, and tools for testers that Discord doesn't have.

import { button, el } from "./dom.js";
import { menu, WIDE } from "./menus.js";
import { avatar } from "./message.js";
import { ask, fetchJson } from "./net.js";
import { markDue } from "./seat.js";
import { ALT, SLOW, toggle } from "./switches.js";

const NOTE_MS = 8000;
// The time for which a warning counts as new.
const NEW_SECONDS = 300;
const JUMPS = [["+1 min", 60], ["+10 min", 600], ["+1 h", 3600]];

export class Tools {
  // `toggle(key)` shows or hides a user.
  constructor(toggle) {
    this.toggle = toggle;
    this.isLost = false;
    this.warned = [];
    this.chips = el("div", { class: "chips", role: "group", "aria-label": "Users shown" });
    this.note = el("p", { class: "note", role: "alert" });
    this.buildMenus();
    this.node = el("div", { class: "strip" },
      el("h1", {}, "Cardcrate ", el("span", {}, "playground")),
      this.chips,
      this.menus,
      this.note);
    setInterval(() => this.count(), 1000);
  }

  buildMenus() {
    this.warnings = button("Warnings", () => this.showWarnings(), { class: "quiet" });
    const time = el("span", { class: "time-now" }, "Clock ", el("time", { id: "clock", title: "The time in this Discord" }));
    const jumps = el("div", { class: "jumps", role: "group", "aria-label": "Clock" }, JUMPS.map(([label, seconds]) =>
      this.tool(label, "/wait", { seconds }, `Move the clock forward by ${label.slice(1)}`)));
    const clock = menu("", jumps);
    const tools = menu("Tools",
      this.tool("Restart bot", "/restart", {}, "Kill the bot in the middle of whatever it does, and start it again on the same database"),
      this.tool("Delete table", "/delete-table", {}, "Delete the table's message, as a moderator may"),
      toggle(SLOW, "Slow network", "Show grey for 300 milliseconds before each new picture", false),
      toggle(ALT, "ALT on pictures", "Always show it, as phones do. Off: only under the pointer", true));
    const box = tools.querySelector(".menu-box");
    this.menus = el("div", { class: "menus" });
    // A narrow screen only has room for one menu, which then holds everything.
    const arrange = () => {
      if (WIDE.matches) {
        clock.querySelector("summary").append(time);
        clock.querySelector(".menu-box").append(jumps);
        this.menus.replaceChildren(clock, tools, this.warnings);
      } else {
        box.prepend(time, jumps);
        box.append(this.warnings);
        this.menus.replaceChildren(tools);
      }
    };
    WIDE.addEventListener("change", arrange);
    arrange();
  }

  tool(label, path, body, title) {
    // Not `disabled`, which would take the focus away from keyboard users.
    const isBusy = () => node.getAttribute("aria-disabled") === "true";
    const press = async () => {
      if (isBusy()) return;
      node.setAttribute("aria-disabled", "true");
      this.say("");
      try {
        await ask(path, body);
      } catch (fault) {
        this.say(fault.message);
        this.noteTimer = setTimeout(() => this.say(""), NOTE_MS);
      } finally {
        node.removeAttribute("aria-disabled");
      }
    };
    const node = button(label, press, { class: "quiet", title });
    return node;
  }

  // `marked` are the keys of users whose names are marked, `ages` the ages of warnings in seconds.
  update(people, marked, ages) {
    const look = JSON.stringify([people, marked]);
    if (look !== this.look) {
      this.look = look;
      this.drawChips(people, marked);
    }
    this.warned = ages.map((age) => performance.now() / 1000 - age);
    this.count();
  }

  count() {
    const number = this.warned.filter((at) => performance.now() / 1000 - at < NEW_SECONDS).length;
    this.warnings.textContent = number ? `Warnings (${number})` : "Warnings";
  }

  drawChips(people, marked) {
    const focused = document.activeElement?.dataset?.chip;
    const more = this.tool("+", "/add-user", {}, "Let someone else join the server");
    more.append(el("span", { class: "word" }, "person"));
    more.dataset.chip = "+";
    this.chips.replaceChildren(...people.map((person) => this.chip(person, marked.includes(person.key))), more);
    this.chips.querySelector(`[data-chip="${focused}"]`)?.focus();
  }

  chip(person, isMarked) {
    const label = [avatar(person.name, false), person.name, el("span", { class: "unseen" })];
    const node = button(label, () => this.toggle(person.key), {
      class: "chip", "aria-pressed": String(isMarked), data: { chip: person.key },
    });
    markDue(node, Boolean(person.acts));
    return node;
  }

  say(text) {
    clearTimeout(this.noteTimer);
    this.note.textContent = text;
  }

  lost(isLost) {
    if (isLost === this.isLost) return;
    this.isLost = isLost;
    this.say(isLost ? "The playground has stopped. Start it again and open its new link." : "");
  }

  async showWarnings() {
    const lines = await fetchJson("/warnings");
    const dialog = el("dialog", { class: "lines", "aria-label": "Warnings" },
      el("h2", {}, "The bot's warnings"),
      lines.length ? el("pre", { tabindex: 0 }, lines.join("\n")) : el("p", {}, "Nothing so far."),
      el("div", { class: "row" }, button("Close", () => dialog.close(), { class: "control blue" })));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
