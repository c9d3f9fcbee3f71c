// Puts the page together and keeps it up to date.

import { setClock } from "./clock.js";
import { WIDE } from "./menus.js";
import { fetchJson, listen } from "./net.js";
import { SeatView } from "./seat.js";
import { Tip } from "./tip.js";
import { Tools } from "./tools.js";
import { Welcome } from "./welcome.js";

const SEAT_WIDTH = 400;
const LONGEST_PRESS_MS = 1000;
const TITLE = "Cardcrate playground";

const root = document.getElementById("seats");
const tools = new Tools(toggle);
document.getElementById("tools").append(tools.node);
const welcome = new Welcome(begun, notBegun);
const tip = new Tip();

// The screens of all users shown so far, so that a user who is shown again looks as before.
const views = new Map();
let shown = seatsInAddress();
let active = shown[0];
let people = [];
// The conversation to open when a user is shown next, by user.
let opening = new Map();
let isFresh = false;
let isFetching = false;
let isOutdated = false;

function seatsInAddress() {
  const query = new URLSearchParams(location.search);
  return (query.get("seats") ?? query.get("seat") ?? "").split(",").filter(Boolean);
}

// Shows or hides a user. A narrow screen shows one at a time, a wide one any number in the server's order.
function toggle(key) {
  const isShown = shown.includes(key);
  if (!WIDE.matches) shown = [key];
  else if (isShown && !isFresh && shown.length > 1) shown = shown.filter((other) => other !== key);
  else if (!isShown) shown = people.map((person) => person.key).filter((other) => other === key || shown.includes(other));
  show(key);
}

function show(key) {
  active = key;
  history.replaceState(null, "", `?seats=${shown.join(",")}`);
  refresh();
}

// Shows the players of a game that a click has begun. Players who must act see their controls.
function begun({ seats, acts }) {
  const [first] = Object.keys(acts);
  shown = WIDE.matches ? seats.slice(0, roomFor()) : [first];
  if (!shown.includes(first)) shown[shown.length - 1] = first;
  opening = new Map(Object.entries(acts));
  show(first);
}

function notBegun(why) {
  tools.say(why);
  refresh();
}

function roomFor() {
  return Math.max(1, Math.floor(window.innerWidth / SEAT_WIDTH));
}

function viewOf(person) {
  if (!views.has(person.key)) views.set(person.key, new SeatView(person));
  return views.get(person.key);
}

function draw(state) {
  people = state.people;
  isFresh = state.fresh || welcome.isStarting;
  setClock(state.now);
  if (isFresh) drawWelcome();
  else drawSeats(state);
  tools.update(people, isFresh ? [active] : shown, state.warnings);
  // Lets tests that drive the page see which version it shows.
  root.dataset.version = state.version;
}

function drawWelcome() {
  welcome.update(people.find((person) => person.key === active));
  if (root.firstChild !== welcome.node) {
    const isUsed = root.contains(document.activeElement);
    root.replaceChildren(welcome.node);
    if (isUsed) welcome.speaker.composer.input.focus();
  }
  document.title = TITLE;
  tip.update(people, new Map());
}

function drawSeats(state) {
  const known = { names: state.names, channels: state.channels };
  const hint = state.table ? "A game is running here. Type /hand to see your cards." : "Nothing here yet.";
  const nodes = shown.map((key) => viewOf(people.find((one) => one.key === key)).node);
  const used = welcome.node.contains(document.activeElement) ? document.activeElement : null;
  const isFirst = root.contains(welcome.node);
  for (const node of [...root.children]) if (!nodes.includes(node)) node.remove();
  shown.forEach((key, at) => {
    const view = views.get(key);
    const isBack = root.children[at] !== view.node;
    if (isBack) root.insertBefore(view.node, root.children[at] ?? null);
    const person = people.find((one) => one.key === key);
    view.update(state.seats[key], person, { ...known, language: person.language }, { hint, isReadAloud: key === active, languages: state.languages, threads: state.threads, people, menus: state.menus });
    if (isBack) view.appear();
    if (opening.has(key)) view.open(opening.get(key));
    opening.delete(key);
  });
  // Moves drafts and the focus from the welcome to the users' screens.
  if (isFirst) welcome.moveDrafts((key) => viewOf(people.find((one) => one.key === key)));
  if (used) views.get(active)?.enter(used.matches("input"));
  // A user alone with computers doesn't need the tip.
  tip.update(state.table ? people : [], new Map(shown.map((key) => [key, views.get(key)])));
  document.title = shown.length === 1 ? `${views.get(shown[0]).person.name} · ${TITLE}` : TITLE;
}

// Redrawing a message between pointer down and the click would lose the click, so drawing waits for pointer up.
let letGo = Promise.resolve();
window.addEventListener("pointerdown", () => {
  letGo = new Promise((go) => {
    for (const event of ["pointerup", "pointercancel"]) window.addEventListener(event, () => setTimeout(go), { once: true });
    setTimeout(go, LONGEST_PRESS_MS);
  });
});

// As on Discord, a slash begins a command unless the user is typing elsewhere.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, dialog, [popover]")) return;
  event.preventDefault();
  (isFresh ? welcome : views.get(active))?.write();
});

async function refresh() {
  isOutdated = true;
  if (isFetching) return;
  isFetching = true;
  try {
    while (isOutdated) {
      isOutdated = false;
      const asked = shown.join(",");
      const state = await fetchJson(`/state?seats=${asked}`);
      await letGo;
      if (asked === shown.join(",")) draw(state);
      else isOutdated = true;
    }
  } catch {
    tools.lost(true);
  } finally {
    isFetching = false;
  }
}

async function start() {
  const state = await fetchJson("/state");
  people = state.people;
  const keys = people.map((person) => person.key);
  shown = shown.filter((key) => keys.includes(key));
  if (!shown.length) shown = keys.slice(0, roomFor());
  if (!WIDE.matches) shown = shown.slice(0, 1);
  [active] = shown;
  root.addEventListener("focusin", (event) => {
    active = event.target.closest(".seat")?.dataset.seat ?? active;
  });
  WIDE.addEventListener("change", () => {
    if (WIDE.matches) return;
    shown = [active];
    refresh();
  });
  listen(refresh, (isLost) => tools.lost(isLost));
}

start().catch(() => tools.lost(true));
