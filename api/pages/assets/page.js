// What every page does: it follows its campaign live, and says so where the connection is lost.
import { keepFocus } from "./focus.js";
import { offerInstances } from "./instances.js";
import { follow } from "./live.js";
import { pick } from "./picking.js";
import { localTimes } from "./times.js";

localTimes(document);
document.addEventListener("htmx:after:swap", () => localTimes(document));
keepFocus();

const live = document.querySelector("[data-live]");
if (live) follow(live.dataset.live, Number(live.dataset.head));
for (const form of document.querySelectorAll("form[data-command]")) offerInstances(form, form.dataset.command);
for (const section of document.querySelectorAll("[data-picks]")) pick(section);

// Of a long order of turns, whoever acts now is to be seen.
const turn = document.querySelector("#turns.long tr.active");
if (turn) turn.closest("#turns").scrollTop = turn.offsetTop - turn.offsetHeight * 3;

// On a phone the tabs are a row that is moved sideways: the open one is to be seen.
const tabs = document.querySelector(".tabs");
const current = tabs?.querySelector("[aria-current]");
if (current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
