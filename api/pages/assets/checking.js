// The check of a campaign's proof, with the browser's own SHA-256. It knows nothing of pages: it takes the documents as
// the service sends them, and says of each die, seed and entry what came of it. `domain/dice/provable.py` says how a die
// is made; `domain/records/chain.py`, how entries are chained.

const ROUND = 1n << 256n;
const words = new TextEncoder();

/** Whether this browser can check anything here: addresses without https lack the means, but for this computer's own. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

const joined = (parts) => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const field = (value) => {
  const text = words.encode(String(value));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length);
  return joined([length, text]);
};

const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unbase64 = (text) => (text == null ? null : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
const number = (bytes) => BigInt(`0x${hex(bytes)}`);
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** A seed that makes dice and tokens. */
class Seed {
  constructor(bytes) {
    this.bytes = bytes;
    this.key = crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  }

  async sign(message) {
    return new Uint8Array(await crypto.subtle.sign("HMAC", await this.key, message));
  }

  /** The face of a die with these fields. */
  async face(fields, sides) {
    const message = joined(fields.map(field));
    const size = BigInt(sides);
    for (let block = 0; ; block += 1) {
      const drawn = number(await this.sign(joined([message, field(block)])));
      if (drawn < ROUND - (ROUND % size)) return Number(drawn % size) + 1;
    }
  }

  async token(campaign, place, ordinal, ref) {
    return hex(await this.sign(joined(["retcon/dice/token/1", campaign, place, ordinal, ref].map(field))));
  }
}

/** A seed, once it is revealed, and the commitment that was made to it. */
async function pairOf(committed, revealed) {
  const [commitment, bytes] = [unbase64(committed), unbase64(revealed)];
  if (bytes === null) return { commitment, seed: null, broken: false };
  const whole = bytes.length === 32;
  const right = whole && hex(await sha256(joined([field("retcon/dice/commitment/1"), bytes])));
  const broken = !whole || commitment === null || hex(commitment) !== right;
  return { commitment, seed: whole ? new Seed(bytes) : null, broken };
}

async function pairsOf(document) {
  const pairs = new Map([["null/amendment", await pairOf(document.amendment_commitment, document.amendment_seed)]]);
  for (const epoch of document.epochs) {
    for (const kind of ["open", "sealed", "amendment"]) {
      const [committed, seed] = [epoch[`${kind}_commitment`], epoch[`${kind}_seed`]];
      if (kind !== "amendment" || committed || seed) pairs.set(`${epoch.number}/${kind}`, await pairOf(committed, seed));
    }
  }
  return pairs;
}

/** The entry that a die is keyed to: its own, or the one that it was drawn in first. */
function keyedTo(entry, die, nonces) {
  if (!die.first_draw) return entry;
  return { entry: die.first_draw.entry, epoch: entry.epoch, nonce: nonces.get(die.first_draw.entry) };
}

function fieldsOf(campaign, entry, die) {
  const amends = die.seed === "amendment";
  const place = amends ? (entry.place ?? [entry.entry, 0]) : [entry.entry];
  const nonce = amends ? [] : [entry.nonce ?? ""];
  const name = amends ? "amendment" : "epoch";
  if (die.tokens) {
    const index = die.first_draw ? die.first_draw.index : die.index;
    return [`retcon/dice/${name}/2`, campaign, ...place, die.kind ?? "", ...die.tokens, index, die.sides, ...nonce];
  }
  const { label, index } = die.was ?? die;
  return [`retcon/dice/${name}/1`, campaign, ...place, label, index, die.sides, ...nonce];
}

async function tokensAreRight(sealed, campaign, entry, die) {
  if (!sealed?.seed || !die.tokens) return true;
  const place = (die.seed === "amendment" && entry.place) || [entry.entry, 0];
  const refs = [die.roller_id, die.target_id];
  for (const [at, ref] of refs.entries()) {
    if (ref && die.tokens[at] !== (await sealed.seed.token(campaign, ...place, ref))) return false;
  }
  return true;
}

async function verdictOf(campaign, pairs, entry, die) {
  if (!die.seed) return { verdict: "unseeded" };
  const drawnIn = die.seed === "amendment" ? die.epoch || null : entry.epoch;
  const pair = pairs.get(`${drawnIn}/${die.seed}`);
  if (!pair) return { verdict: "wrong", trouble: "epoch_unknown" };
  if (pair.commitment === null) return { verdict: "wrong", trouble: "uncommitted" };
  if (pair.broken) return { verdict: "wrong", trouble: "commitment" };
  if (pair.seed === null) return { verdict: "unrevealed" };
  if (die.masked || (die.first_draw && !entry.nonce)) return { verdict: "masked" };
  const expected = await pair.seed.face(fieldsOf(campaign, entry, die), die.sides);
  if (expected !== die.value) return { verdict: "wrong", trouble: "value", expected };
  if (await tokensAreRight(pairs.get(`${drawnIn}/sealed`), campaign, entry, die)) return { verdict: "recomputed" };
  return { verdict: "wrong", trouble: "token" };
}

/**
 * Recompute every die of a document whose seed is revealed. Return `dice`, each with its `entry`, `die` and `verdict`:
 * `recomputed`, `unrevealed`, `unseeded`, `masked`, or `wrong` with its `trouble` and, where it is known, the value
 * `expected`; and `broken`, the revealed seeds that nobody committed to.
 */
export async function checkDice(document) {
  const numbers = document.epochs.map((epoch) => epoch.number);
  if (new Set(numbers).size < numbers.length) throw new Error("an epoch occurs twice in the document");
  const pairs = await pairsOf(document);
  const nonces = new Map(document.entries.map((entry) => [entry.entry, entry.nonce]));
  const dice = [];
  for (const entry of document.entries) {
    for (const die of entry.dice) {
      const keyed = keyedTo(entry, die, nonces);
      dice.push({ entry: entry.entry, die, ...(await verdictOf(document.campaign, pairs, keyed, die)) });
    }
  }
  const broken = [...pairs].filter(([, pair]) => pair.broken).map(([name]) => name);
  return { dice, broken };
}

/** The hash that a campaign's first entry follows. */
export const genesis = async (campaign) => hex(await sha256(unhex(campaign.replaceAll("-", ""))));

/**
 * Follow a chain of entries from a hash on: each hash must be that of the one before, the number and the digest, and
 * numbers have no gaps. Return the last link that is right, and the number of the first that is `wrong`, if there is one.
 */
export async function checkChain(links, before) {
  let last = before;
  for (const link of links) {
    const place = new Uint8Array(8);
    new DataView(place.buffer).setBigInt64(0, BigInt(link.entry));
    const hash = hex(await sha256(joined([unhex(last.hash), place, unhex(link.digest)])));
    if (link.entry !== last.entry + 1 || hash !== link.hash) return { last, wrong: link.entry };
    last = { entry: link.entry, hash };
  }
  return { last, wrong: null };
}

/** Whether the words of a sealed secret, with their salt, come to the digest that was published. */
export const checkSeal = async (seal) =>
  hex(await sha256(joined([unhex(seal.salt), words.encode(seal.text)]))) === seal.digest;
