// Shows a form that the bot has opened (a modal) as a dialog.

import { button, el, freshId } from "./dom.js";

// `submit(values)` sends the form.
export function showForm(form, submit) {
  const fields = [];
  const dialog = el("dialog", { class: "form", "aria-label": form.title });
  const close = () => dialog.close();
  const send = async (event) => {
    event.preventDefault();
    close();
    await submit(Object.fromEntries(fields.map((read) => read())));
  };
  dialog.append(el("form", { onsubmit: send },
    el("h2", {}, form.title),
    form.components.flatMap((one) => field(one, {}, fields)),
    el("div", { class: "row" },
      button("Cancel", close, { class: "control grey" }),
      el("button", { type: "submit", class: "control blue" }, "Submit"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, select")?.focus();
}

function field(given, words, fields) {
  switch (given.type) {
    case 1: return given.components.flatMap((one) => field(one, {}, fields));
    case 3: return labelled(given, words, choice(given), fields, read);
    case 4: return labelled(given, { label: given.label, ...words }, text(given), fields, (node) => node.value);
    case 10: return [el("p", {}, given.content)];
    case 18: return field(given.component, { label: given.label, hint: given.description }, fields);
    default: return [el("p", { class: "small" }, `(a field of type ${given.type})`)];
  }
}

function labelled(given, words, node, fields, value) {
  const id = freshId("field");
  node.id = id;
  node.required = given.required ?? true;
  fields.push(() => [given.custom_id, value(node)]);
  const hint = words.hint && el("small", {}, words.hint);
  return [el("label", { for: id }, words.label ?? "", hint), node];
}

function text(given) {
  const limits = { minlength: given.min_length, maxlength: given.max_length, placeholder: given.placeholder };
  const node = el(given.style === 2 ? "textarea" : "input", { ...limits, rows: given.style === 2 ? 8 : null });
  node.value = given.value ?? "";
  return node;
}

function choice(given) {
  const options = given.options.map((option) =>
    el("option", { value: option.value, selected: option.default }, option.label));
  return el("select", { multiple: (given.max_values ?? 1) > 1 }, options);
}

function read(node) {
  return [...node.selectedOptions].map((option) => option.value);
}
