// The server's clock, which the tester may move: it runs on here between two messages from the server.

let ahead = 0;

export function setClock(seconds) {
  ahead = seconds - performance.now() / 1000;
  tick();
}

export function now() {
  return performance.now() / 1000 + ahead;
}

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

export function written(seconds, style) {
  return new Intl.DateTimeFormat("en-GB", FORMATS[style] ?? FORMATS.f).format(seconds * 1000);
}

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]];
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export function relative(seconds) {
  const left = Math.round(seconds - now());
  for (const [unit, size] of UNITS) {
    if (Math.abs(left) >= size) return RELATIVE.format(Math.round(left / size), unit);
  }
  return RELATIVE.format(left, "second");
}

// Everything on the page that depends on the time and is not redrawn for it.
function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
  const shown = document.getElementById("clock");
  if (shown) shown.textContent = written(now(), "t");
}

setInterval(tick, 500);
