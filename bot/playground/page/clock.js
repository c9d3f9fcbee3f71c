// The server's clock, which a tester can move. It keeps running here between messages from the server.

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

const locale = (language) => language === "en" ? "en-GB" : language;

export function written(seconds, style, language = "en") {
  return new Intl.DateTimeFormat(locale(language), FORMATS[style] ?? FORMATS.f).format(seconds * 1000);
}

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]];
const formats = new Map();

// Returns a time relative to now, as Discord writes it in this language.
export function relative(seconds, language) {
  if (!formats.has(language)) formats.set(language, new Intl.RelativeTimeFormat(locale(language), { numeric: "auto" }));
  const left = Math.round(seconds - now()), format = formats.get(language);
  for (const [unit, size] of UNITS) {
    if (Math.abs(left) >= size) return format.format(Math.round(left / size), unit);
  }
  return format.format(left, "second");
}

// Updates everything that depends on the time, without redrawing messages.
function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative), node.lang);
    if (node.textContent !== text) node.textContent = text;
  }
  const shown = document.getElementById("clock");
  if (shown) shown.textContent = written(now(), "t");
}

setInterval(tick, 500);
