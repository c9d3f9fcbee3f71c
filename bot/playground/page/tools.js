// The strip above the users: who is shown, the clock, and what no real Discord gives a tester.

import { button, el } from "./dom.js";
import { avatar } from "./message.js";
import { ask, fetchJson } from "./net.js";

export const WIDE = window.matchMedia("(width > 800px)");
const NOTE_MS = 8000;
const JUMPS = [["+1 min", 60], ["+10 min", 600], ["+1 h", 3600]];

export class Tools {
  // `toggle(key)` shows or hides a user.
  constructor(toggle) {
    this.toggle = toggle;
    this.isLost = false;
    this.chips = el("div", { class: "chips", role: "group", "aria-label": "Users shown" });
    this.note = el("p", { class: "note", role: "alert" });
    this.logButton = button("Log", () => this.showLog(), { class: "quiet" });
    const toolbox = el("details", { class: "toolbox" },
      el("summary", {}, "Tools"),
      el("div", { class: "tools" }, this.clock(),
        this.tool("Restart bot", "/restart", {}, "Kill the bot in the middle of whatever it does, and start it anew on the same database"),
        this.tool("Delete table", "/delete-table", {}, "Delete the table's message, as a moderator may"),
        this.logButton));
    WIDE.addEventListener("change", () => { toolbox.open = WIDE.matches; });
    toolbox.open = WIDE.matches;
    foldAway(toolbox);
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
    // Not `disabled`: that would take the focus from whoever uses the keyboard.
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
    const more = this.tool("+ user", "/add-user", {}, "Let another user join the server");
    more.dataset.chip = "+";
    this.chips.replaceChildren(
      ...people.map((person) => button([avatar(person.name, false), person.name], () => this.toggle(person.key), {
        class: "chip", "aria-pressed": String(shown.includes(person.key)), data: { chip: person.key },
      })), more);
    this.chips.querySelector(`[data-chip="${focused}"]`)?.focus();
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

// On a narrow screen the open tools lie over the users: they fold away when somebody goes on elsewhere.
function foldAway(toolbox) {
  const fold = () => { if (!WIDE.matches) toolbox.open = false; };
  document.addEventListener("pointerdown", (event) => { if (!toolbox.contains(event.target)) fold(); });
  toolbox.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    // A dialog gives the focus back.
    if (next && !toolbox.contains(next) && !next.closest("dialog")) fold();
  });
  toolbox.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || WIDE.matches) return;
    fold();
    toolbox.querySelector("summary").focus();
  });
}
