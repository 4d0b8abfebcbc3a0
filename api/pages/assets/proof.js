// The page of proof: it fetches the campaign's dice and chain, checks them, and says what came of it. It also notes the
// commitments and the chain in this browser, so that what is exchanged later shows.
import { canCheck, checkChain, checkDice, genesis } from "./checking.js";

const MOST_ROWS = 200;
const part = document.getElementById("proof");
const { campaign, entry: only } = part.dataset;
const verdict = document.getElementById("verdict");
const counts = document.getElementById("counts");
const details = document.getElementById("details");

const text = (name, n = "") => document.querySelector(`[data-text="${name}"]`).content.textContent.replace("{n}", n);

function element(name, content = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = content;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function say(name) {
  verdict.textContent = text(name);
}

const count = (title, value) => counts.append(element("dt", title), element("dd", value));
const complain = (words) => details.append(element("p", words, { class: "problem" }));
const remark = (words) => details.append(element("p", words));

const seedNamed = (name) => {
  const [epoch, kind] = name.split("/");
  return `${epoch === "null" ? "" : `${epoch}, `}${text(`of-${kind}`)}`;
};

async function read(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** Follow the whole chain, part by part. */
async function followed(noted) {
  let { entry, hash, links } = await read(part.dataset.chain);
  let last = entry === 0 ? { entry, hash: await genesis(campaign) } : { entry, hash };
  const first = entry;
  let differs = null;
  while (links.length) {
    const checked = await checkChain(links, last);
    if (checked.wrong !== null) return { ...checked, first, differs };
    const same = links.find((link) => link.entry === noted?.entry);
    if (same && same.hash !== noted.hash) differs = same.entry;
    last = checked.last;
    ({ links } = await read(`${part.dataset.chain}?after=${last.entry}`));
  }
  if (noted && last.entry < noted.entry) differs = noted.entry;
  return { last, wrong: null, first, differs };
}

const NOTES = `retcon.noted.${campaign}`;

function commitmentsOf(dice) {
  const made = {};
  for (const epoch of dice.epochs) {
    for (const kind of ["open", "sealed", "amendment"]) {
      const committed = epoch[`${kind}_commitment`];
      if (committed) made[`${epoch.number}/${kind}`] = committed;
    }
  }
  return made;
}

function notes() {
  try {
    return JSON.parse(localStorage.getItem(NOTES));
  } catch {
    return null;
  }
}

/** Compare with what this browser noted before; note the new. Return the number of differences. */
function compare(dice, chain, before) {
  const made = commitmentsOf(dice);
  const known = before?.commitments ?? {};
  const exchanged = Object.keys(known).filter((name) => made[name] !== known[name]);
  for (const name of exchanged) complain(text("noted-seed", seedNamed(name)));
  if (chain.differs !== null) complain(text("noted-chain", chain.differs));
  const faults = exchanged.length + (chain.differs === null ? 0 : 1);
  if (faults || chain.wrong !== null) return faults;
  const at = before?.at ?? new Date().toISOString();
  remark(before ? text("noted-same", new Date(at).toLocaleString(document.documentElement.lang)) : text("noted-first"));
  try {
    localStorage.setItem(NOTES, JSON.stringify({ at, commitments: made, head: chain.last }));
  } catch {
    // A browser that keeps nothing compares nothing.
  }
  return 0;
}

const said = (each) => (each.verdict === "wrong" ? text(each.trouble, each.expected) : text(each.verdict));

function row(each) {
  const made = document.createElement("tr");
  const place = document.createElement("td");
  place.append(element("a", each.entry, { href: `${part.dataset.entries}${each.entry}` }));
  const die = element("td", `${each.die.label} (d${each.die.sides})`);
  made.append(place, die, element("td", each.die.value), element("td", said(each), { class: `check-${each.verdict}` }));
  return made;
}

/** List the dice, the wrong ones first. */
function list(dice) {
  if (!dice.length) return;
  const sorted = [...dice.filter((each) => each.verdict === "wrong"), ...dice.filter((each) => each.verdict !== "wrong")];
  const long = sorted.length > 10 ? " long" : "";
  const scroll = element("div", "", { class: `map-scroll${long}`, role: "region", tabindex: "0", "aria-label": text("dice") });
  const table = element("table", "", { class: "map-list" });
  const head = document.createElement("tr");
  for (const name of ["entry", "die", "shows", "result"]) head.append(element("th", text(name), { scope: "col" }));
  table.createTHead().append(head);
  table.createTBody().append(...sorted.slice(0, MOST_ROWS).map(row));
  scroll.append(table);
  details.append(scroll);
  if (sorted.length > MOST_ROWS) remark(text("more", MOST_ROWS));
}

function revealed(document) {
  const seeds = document.epochs.flatMap((epoch) => [epoch.open_seed, epoch.sealed_seed, epoch.amendment_seed]);
  return [...seeds, document.amendment_seed].filter(Boolean).length;
}

/** Say what came of the dice. Return the number of faults. */
function show({ dice, broken }, document) {
  for (const kind of ["recomputed", "wrong", "unrevealed", "unseeded", "masked"]) {
    const several = dice.filter((each) => each.verdict === kind).length;
    if (several || kind === "recomputed") count(text(`count-${kind}`), several);
  }
  count(text("seeds"), revealed(document) - broken.length);
  for (const name of broken) complain(text("seed-wrong", seedNamed(name)));
  return dice.filter((each) => each.verdict === "wrong").length + broken.length;
}

/** Check a document; without one, what the service has now, with its chain. */
async function check(copy = null) {
  counts.replaceChildren();
  details.replaceChildren();
  if (!canCheck()) return say("insecure");
  say("checking");
  part.setAttribute("aria-busy", "true");
  try {
    const document = copy ?? (await read(part.dataset.dice));
    const checked = await checkDice(document);
    if (only) checked.dice = checked.dice.filter((each) => String(each.entry) === only);
    let faults = show(checked, document);
    if (!copy && !only) faults += await chained(document);
    if (only && !checked.dice.length) remark(text("none"));
    list(checked.dice);
    const proved = checked.dice.some((each) => each.verdict === "recomputed");
    say(faults ? "wrong" : proved ? "right" : "nothing");
  } catch (error) {
    console.warn(error);
    say("failed");
  } finally {
    part.removeAttribute("aria-busy");
  }
}

async function chained(document) {
  const before = notes();
  const chain = await followed(before?.head);
  count(text("chain"), chain.last.entry - chain.first);
  const newest = element("p", `${text("newest")}: `);
  newest.append(element("code", `${chain.last.entry}:${chain.last.hash}`, { class: "hash" }));
  details.append(newest);
  if (chain.wrong !== null) complain(text("chain-wrong", chain.wrong));
  return compare(document, chain, before) + (chain.wrong === null ? 0 : 1);
}

document.getElementById("again").addEventListener("click", () => check());
document.getElementById("copy")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    await check(JSON.parse(await file.text()));
  } catch {
    counts.replaceChildren();
    details.replaceChildren();
    say("failed");
  }
  verdict.focus();
});
check();
