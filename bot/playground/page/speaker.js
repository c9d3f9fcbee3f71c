// One user's actions in one place: the text field, and the note about an action that failed.

import { Composer } from "./composer.js";
import { el } from "./dom.js";
import { showForm } from "./form.js";
import { ask } from "./net.js";

const NOTE_MS = 8000;

export class Speaker {
  constructor(person, place, title, placeholder = `Command as ${person.name}…`, sending = () => {}) {
    this.asker = { seat: person.key, place };
    this.isBusy = false;
    this.note = el("p", { class: "note", role: "alert" });
    this.composer = new Composer(`Write as ${person.name} in ${title}`, placeholder, {
      send: (text) => {
        sending();
        return this.act("/say", { text });
      },
      suggest: (text) => ask("/suggest", { ...this.asker, text }),
    });
    this.nodes = [this.note, this.composer.node];
  }

  // Does something as this user and shows its form or error. Returns whether it was done.
  async act(path, what) {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.say("");
    try {
      const answer = await ask(path, { ...this.asker, ...what });
      if (answer.error) throw new Error(answer.error);
      if (answer.form) showForm(answer.form, (values) => this.act("/submit", { form: answer.form.id, values }));
      return true;
    } catch (fault) {
      this.say(fault.message);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  say(text) {
    clearTimeout(this.noteTimer);
    this.note.textContent = text;
    if (text) this.noteTimer = setTimeout(() => { this.note.textContent = ""; }, NOTE_MS);
  }
}
