// The strip above the users: who is shown, the clock, and what no real Discord gives a tester.

import { button, el } from "./dom.js";
import { avatar } from "./message.js";
import { ask, fetchJson } from "./net.js";

export const WIDE = window.matchMedia("(width > 800px)");
const JUMPS = [["+1 min", 60], ["+10 min", 600], ["+1 h", 3600]];

export class Tools {
  // `toggle(key)` shows or hides a user.
  constructor(toggle) {
    this.toggle = toggle;
    this.chips = el("div", { class: "chips", role: "group", "aria-label": "Users shown" });
    this.note = el("p", { class: "note", role: "alert" });
    this.logButton = button("Log", () => this.showLog(), { class: "quiet" });
    const toolbox = el("details", { class: "toolbox" },
      el("summary", {}, "Tools"),
      el("div", { class: "tools" }, this.clock(),
        this.tool("Restart bot", "/restart", {}, "As after a crash: the bot starts anew on the same database"),
        this.tool("Delete table", "/delete-table", {}, "Delete the table's message, as a moderator may"),
        this.logButton));
    WIDE.addEventListener("change", () => { toolbox.open = WIDE.matches; });
    toolbox.open = WIDE.matches;
    this.node = el("div", { class: "strip" },
      el("h1", {}, "Cardcrate ", el("span", {}, "playground")),
      this.chips,
      toolbox,
      this.note);
  }

  clock() {
    const jumps = JUMPS.map(([label, seconds]) =>
      this.tool(label, "/wait", { seconds }, `Move the clock on by ${label.slice(1)}`));
    return el("div", { class: "clock", role: "group", "aria-label": "Clock" },
      el("time", { id: "clock", title: "The time in this Discord" }), jumps);
  }

  tool(label, path, body, title) {
    const press = async () => {
      node.disabled = true;
      this.note.textContent = "";
      try {
        await ask(path, body);
      } catch (fault) {
        this.note.textContent = fault.message;
      } finally {
        node.disabled = false;
      }
    };
    const node = button(label, press, { class: "quiet", title });
    return node;
  }

  update(people, shown, log) {
    const look = JSON.stringify([people, shown]);
    if (look !== this.look) {
      this.look = look;
      this.drawChips(people, shown);
    }
    this.logButton.textContent = log ? `Log (${log})` : "Log";
  }

  drawChips(people, shown) {
    const focused = document.activeElement?.dataset?.chip;
    this.chips.replaceChildren(
      ...people.map((person) => button([avatar(person.name, false), person.name], () => this.toggle(person.key), {
        class: "chip", "aria-pressed": String(shown.includes(person.key)), data: { chip: person.key },
      })),
      this.tool("+ user", "/add-user", {}, "Let another user join the server"));
    this.chips.querySelector(`[data-chip="${focused}"]`)?.focus();
  }

  lost(isLost) {
    this.note.textContent = isLost ? "The playground has stopped. Start it again and open its new link." : "";
  }

  async showLog() {
    const lines = await fetchJson("/log");
    const dialog = el("dialog", { class: "log", "aria-label": "Log" },
      el("h2", {}, "What the bot complained about"),
      lines.length ? el("pre", { tabindex: 0 }, lines.join("\n")) : el("p", {}, "Nothing so far."),
      el("div", { class: "row" }, button("Close", () => dialog.close(), { class: "control blue" })));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
