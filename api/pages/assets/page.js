// What every page does: it follows its campaign live, and says so where the connection is lost.
import { follow } from "./live.js";

const live = document.querySelector("[data-live]");
if (live) follow(live.dataset.live, Number(live.dataset.head));
