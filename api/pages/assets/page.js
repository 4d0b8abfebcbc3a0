// What every page does: it follows its campaign live, and says so where the connection is lost.
import { keepFocus } from "./focus.js";
import { offerInstances } from "./instances.js";
import { follow } from "./live.js";
import { pick } from "./picking.js";
import { markSince } from "./since.js";
import { localTimes } from "./times.js";

localTimes(document);
document.addEventListener("htmx:after:swap", () => localTimes(document));
keepFocus();

const live = document.querySelector("[data-live]");
if (live) {
  markSince(live);
  follow(live.dataset.live, Number(live.dataset.head));
}
for (const form of document.querySelectorAll("form[data-command]")) offerInstances(form, form.dataset.command);
for (const section of document.querySelectorAll("[data-picks]")) pick(section);

// Of a long order of turns, whoever acts now is to be seen.
const turn = document.querySelector("#turns.long tr.active");
if (turn) turn.closest("#turns").scrollTop = turn.offsetTop - turn.offsetHeight * 3;

// The other tabs are unfolded over the page: they fold up again by Escape, or where one goes on elsewhere.
const others = document.querySelector(".others");
if (others) {
  document.addEventListener("click", (event) => others.contains(event.target) || others.removeAttribute("open"));
  others.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !others.open) return;
    others.removeAttribute("open");
    others.querySelector("summary").focus();
  });
}
