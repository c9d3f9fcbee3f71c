// Communicates with the server: requests as JSON posts, changes as server-sent events.

export async function fetchJson(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await reason(answer));
  return answer.json();
}

export async function ask(path, body = {}) {
  const headers = { "Content-Type": "application/json" };
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Error("The playground doesn't answer. Is it still running in the terminal?");
  }
  if (!answer.ok) throw new Error(await reason(answer));
  return answer.json();
}

async function reason(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text).error;
  } catch {
    return text || `The playground answered ${answer.status}.`;
  }
}

// Calls `changed` at every change, and `lost` with whether the server is gone.
export function listen(changed, lost) {
  const events = new EventSource("/events");
  events.onmessage = () => { lost(false); changed(); };
  events.onerror = () => lost(true);
}
