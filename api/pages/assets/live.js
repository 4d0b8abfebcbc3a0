// The live connection of a page to its campaign. Entries that come in go on top of the timeline; whatever shows something
// that an entry changed is read again. The server sends everything after the last entry that arrived, so nothing is missed
// or doubled after the connection was lost.

import { keepingFocus } from "./focus.js";
import { localTimes } from "./times.js";

const PAUSES = { first: 500, longest: 15000 };

/** Follow a campaign from an entry on. */
export function follow(address, head) {
  let last = head;
  let pause = PAUSES.first;
  let lost = false;

  const connect = () => {
    const source = new EventSource(`${address}?after=${last}`);
    source.onopen = () => {
      pause = PAUSES.first;
      if (lost) tell("back");
      lost = false;
    };
    source.addEventListener("entry", (event) => {
      const entry = JSON.parse(event.data);
      if (entry.entry <= last) return;
      last = entry.entry;
      dispatchEvent(new CustomEvent("retcon:entry", { detail: last }));
      show(entry);
    });
    source.addEventListener("end", (event) => {
      if (JSON.parse(event.data).reason === "access-withdrawn") location.reload();
    });
    source.onerror = () => {
      // The browser would try again by itself, but not after every answer, and from its own idea of the last entry.
      source.close();
      if (!lost) tell("lost");
      lost = true;
      setTimeout(connect, pause);
      pause = Math.min(2 * pause, PAUSES.longest);
    };
  };
  connect();
}

/** Show an entry that came in. */
function show(entry) {
  for (const list of document.querySelectorAll("ol#timeline:not([data-filtered])")) keepingFocus(list, () => put(list, entry));
  for (const number of entry.entries ?? []) refresh(document.getElementById(`entry-${number}`));
  const changed = new Set(entry.changed ?? []);
  for (const part of document.querySelectorAll("[data-about]")) {
    const about = part.dataset.about.split(" ");
    if (about.includes("*") || about.some((one) => changed.has(one)) || (entry.asks && about.includes("questions"))) {
      refresh(part);
    }
  }
}

/** Put the row of an entry on top of a list, or in place of the row that is there. */
function put(list, entry) {
  const there = list.querySelector(`[data-entry="${entry.entry}"]`);
  if (there) there.outerHTML = entry.row;
  else list.insertAdjacentHTML("afterbegin", entry.row);
  const row = list.querySelector(`[data-entry="${entry.entry}"]`);
  row.classList.add("new");
  htmx.process(row);
  localTimes(row);
  const most = Number(list.dataset.most ?? Infinity);
  while (list.childElementCount > most) list.lastElementChild.remove();
}

const due = new Set();

/** Have a part of the page read again, once for all that comes in together. */
function refresh(part) {
  if (!part || due.has(part)) return;
  due.add(part);
  setTimeout(() => {
    due.delete(part);
    if (part.isConnected) htmx.trigger(part, "refresh");
  }, 30);
}

function tell(what) {
  const status = document.getElementById("connection");
  status.textContent = status.dataset[what];
  status.classList.toggle("lost", what === "lost");
  status.hidden = false;
  if (what === "back") setTimeout(() => (status.hidden = true), 4000);
}
