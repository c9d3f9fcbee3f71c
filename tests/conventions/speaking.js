"use strict";
// How the page speaks: this part is the same in every page, and written by `python -m tests.conventions.speaking`.
let spoken = "en";
/** Mark a message that is said later. */
const message = text => text;
/** A message in the language that is spoken, with its facts. */
const say = (text, facts = {}) => (WORDS[text]?.[Object.keys(LANGUAGES).indexOf(spoken) - 1] ?? text)
  .replace(/\{(\w+)\}/g, (blank, name) => facts[name] ?? blank);

function speak(tag) {
  spoken = document.documentElement.lang = tag;
  for (const node of document.querySelectorAll("[data-say]")) {
    node.dataset.say ||= node.textContent.trim().replace(/\s+/g, " ");
    node.textContent = say(node.dataset.say);
  }
  for (const node of document.querySelectorAll("[data-name]")) node.setAttribute("aria-label", say(node.dataset.name));
}
/** The language of the page's address, of its file's name (`page.de.html`) or of the browser; English without any. */
function wanted() {
  const named = [new URLSearchParams(location.hash.slice(1)).get("lang"), ...location.pathname.split("/").pop().split(/\.|%20|\(/)];
  const tags = Object.keys(LANGUAGES), base = tag => tag.split("-")[0];
  const found = navigator.languages.map(one => tags.find(tag => tag === one) ?? tags.find(tag => base(tag) === base(one)));
  return [...named.filter(one => tags.includes(one)), ...found.filter(Boolean), "en"][0];
}

const chooser = document.getElementById("language");
chooser.append(...Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag)));
chooser.value = wanted();
speak(chooser.value);
chooser.onchange = () => {
  speak(chooser.value);
  document.dispatchEvent(new Event("speak"));
};
