// Puts the page together and keeps it up to date.

import { setClock } from "./clock.js";
import { fetchJson, listen } from "./net.js";
import { SeatView } from "./seat.js";
import { Tools, WIDE } from "./tools.js";

const SEAT_WIDTH = 400;
const LONGEST_PRESS_MS = 1000;

const root = document.getElementById("seats");
const tools = new Tools(toggle);
document.getElementById("tools").append(tools.node);

const views = new Map();
let shown = seatsInAddress();
let active = shown[0];
let people = [];
let isFetching = false;
let isOutdated = false;

function seatsInAddress() {
  const query = new URLSearchParams(location.search);
  return (query.get("seats") ?? query.get("seat") ?? "").split(",").filter(Boolean);
}

// On a narrow screen one user at a time, else as many as are wanted, in the server's order.
function toggle(key) {
  const isShown = shown.includes(key);
  if (!WIDE.matches) shown = [key];
  else if (isShown && shown.length > 1) shown = shown.filter((other) => other !== key);
  else if (!isShown) shown = people.map((person) => person.key).filter((other) => other === key || shown.includes(other));
  active = key;
  history.replaceState(null, "", `?seats=${shown.join(",")}`);
  refresh();
}

function draw(state) {
  people = state.people;
  setClock(state.now);
  const known = { names: state.names, channels: state.channels };
  for (const [key, view] of views) {
    if (shown.includes(key)) continue;
    view.node.remove();
    views.delete(key);
  }
  shown.forEach((key, at) => {
    const person = people.find((one) => one.key === key);
    if (!views.has(key)) views.set(key, new SeatView({ ...person }));
    const view = views.get(key);
    if (root.children[at] !== view.node) root.insertBefore(view.node, root.children[at] ?? null);
    view.update(state.seats[key], person, known, key === active);
  });
  tools.update(people, shown, state.log);
  // Tells those who drive the page how far it has come.
  root.dataset.version = state.version;
  document.title = shown.length === 1 ? `${views.get(shown[0]).person.name} · Cardcrate playground` : "Cardcrate playground";
}

// A message that is drawn anew between pressing and letting go would swallow the click.
let letGo = Promise.resolve();
window.addEventListener("pointerdown", () => {
  letGo = new Promise((go) => {
    for (const event of ["pointerup", "pointercancel"]) window.addEventListener(event, go, { once: true });
    setTimeout(go, LONGEST_PRESS_MS);
  });
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
  const keys = state.people.map((person) => person.key);
  shown = shown.filter((key) => keys.includes(key));
  if (!shown.length) shown = keys.slice(0, Math.max(1, Math.floor(window.innerWidth / SEAT_WIDTH)));
  [active] = shown;
  root.addEventListener("focusin", (event) => {
    active = event.target.closest(".seat")?.dataset.seat ?? active;
  });
  listen(refresh, (isLost) => tools.lost(isLost));
}

start().catch(() => tools.lost(true));
