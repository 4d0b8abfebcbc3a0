"""Whether the dice of a document are those of its seeds: written from the description in `domain/dice/provable.py` alone, with
nothing of the project's own, as somebody would who does not trust it."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any

Json = Any


def field(text: str) -> bytes:
    return len(text.encode()).to_bytes(4, "big") + text.encode()


def shown(seed: bytes, sides: int, *fields: object) -> int:
    """What the die of these fields shows."""
    message, block = b"".join(field(str(each)) for each in fields), 0
    while True:
        number = int.from_bytes(hmac.new(seed, message + field(str(block)), hashlib.sha256).digest(), "big")
        if number < 2**256 - 2**256 % sides:
            return number % sides + 1
        block += 1


def is_committed(seed: bytes, commitment: str) -> bool:
    return hashlib.sha256(field("retcon/dice/commitment/1") + seed).digest() == base64.b64decode(commitment)


def proved(document: Json) -> dict[str, list[str]]:
    """The labels of the document's dice by what came of each: right, wrong, waiting (its seed is not revealed), unseeded."""
    seeds: dict[tuple[int | None, str], bytes] = {}
    for epoch in document["epochs"]:
        for name in ("open", "sealed", "amendment"):
            if epoch.get(f"{name}_seed"):
                seed = base64.b64decode(epoch[f"{name}_seed"])
                assert is_committed(seed, epoch[f"{name}_commitment"]), (epoch, name)
                seeds[epoch["number"], name] = seed
    if document.get("amendment_seed"):
        older = base64.b64decode(document["amendment_seed"])
        assert is_committed(older, document["amendment_commitment"])
        seeds[None, "amendment"] = older
    by_verdict: dict[str, list[str]] = {"right": [], "wrong": [], "waiting": [], "unseeded": []}
    nonces = {entry["entry"]: entry.get("nonce") for entry in document["entries"]}
    for entry in document["entries"]:
        for die in entry["dice"]:
            keyed_to = entry
            if first := die.get("first_draw"):
                keyed_to = {"epoch": entry["epoch"], "entry": first["entry"], "nonce": nonces[first["entry"]]}
            by_verdict[_verdict(document["campaign"], keyed_to, die, seeds)].append(die["label"])
    return {verdict: labels for verdict, labels in by_verdict.items() if labels}


def _verdict(campaign: str, entry: Json, die: Json, seeds: dict[tuple[int | None, str], bytes]) -> str:
    if die.get("seed") is None:
        return "unseeded"
    amended = die["seed"] == "amendment"
    seed = seeds.get((die.get("epoch") if amended else entry["epoch"], die["seed"]))
    if seed is None:
        return "waiting"
    place = entry.get("place") or (entry["entry"], 0)
    if "tokens" in die:
        index = (die.get("first_draw") or die).get("index", 0)
        keyed, number = (die["kind"], *die["tokens"], index, die["sides"]), "2"
    else:
        was = die.get("was") or {"label": die["label"], "index": die.get("index", 0)}
        keyed, number = (was["label"], was["index"], die["sides"]), "1"
    if amended:
        value = shown(seed, die["sides"], f"retcon/dice/amendment/{number}", campaign, *place, *keyed)
    else:
        nonce = entry.get("nonce") or ""
        value = shown(seed, die["sides"], f"retcon/dice/epoch/{number}", campaign, entry["entry"], *keyed, nonce)
    return "right" if value == die["value"] else "wrong"
