// A line in the timeline between what was there when one was last here and what is new. The browser keeps the numbers; whoever
// opens a page again within half an hour has not been away.

const AWAY = 30 * 60 * 1000;

/** Note which entry is the newest, and draw the line above what one had seen before this visit. */
export function markSince(live) {
  const key = `retcon-since ${live.dataset.live}`;
  const head = Number(live.dataset.head);
  const now = Date.now();
  const last = kept(key);
  // A visit has a line for as long as it lasts, where anything was new when it began; what comes in meanwhile draws none.
  const visit = last && now - last.at <= AWAY ? { since: last.since, first: last.first } : { since: last?.head ?? head, first: head };
  keep(key, { ...visit, head, at: now });
  addEventListener("retcon:entry", (event) => keep(key, { ...visit, head: event.detail, at: Date.now() }));
  if (visit.since >= visit.first) return;
  document.addEventListener("htmx:after:swap", () => draw(visit.since));
  draw(visit.since);
}

function draw(since) {
  const list = document.querySelector("ol#timeline[data-since]:not([data-filtered])");
  if (!list || list.querySelector(".since")) return;
  const rows = [...list.querySelectorAll(":scope > [data-entry]")];
  const seen = rows.find((row) => Number(row.dataset.entry) <= since);
  if (!seen || seen === rows[0]) return;
  const line = document.createElement("li");
  line.className = "since";
  line.textContent = list.dataset.since;
  seen.before(line);
}

function kept(key) {
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return [value?.since, value?.first, value?.head, value?.at].every(Number.isFinite) ? value : null;
  } catch {
    return null; // nothing that was written here, or a browser that keeps nothing
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing has no line.
  }
}
