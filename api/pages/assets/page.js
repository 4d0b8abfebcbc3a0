// What every page does: it follows its campaign live, and says so where the connection is lost.
import { follow } from "./live.js";
import { pick } from "./picking.js";

const live = document.querySelector("[data-live]");
if (live) follow(live.dataset.live, Number(live.dataset.head));
for (const section of document.querySelectorAll("[data-picks]")) pick(section);
