"""A program of somebody else's: it speaks HTTP and JSON, and imports nothing of Retcon.

    python client.py URL TOKEN

It audits and corrects the demo combat, and prints what it saw as JSON.
"""

import json
import sys
import urllib.request
from typing import Any

URL, TOKEN = sys.argv[1:]
HIT_OF_NINE, HIT_OF_SEVENTEEN, THIRD_HIT = 218, 230, 184


def ask(path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{URL}/api/v1{path}", data, headers)) as answer:
        return json.load(answer)


campaign = next(one["id"] for one in ask("/campaigns") if one["name"] == "The Sea Hag")
at = f"/campaigns/{campaign}"


def hp(query: str = "") -> Any:
    return ask(f"{at}/characters/sh1{query}")["tracks"]["hp"]["current"]


def revise(**asked: object) -> Any:
    return ask(f"{at}/revisions", asked)


steps = ask(f"{at}/characters/sh1/explain?path=tracks.hp.current")["steps"]
seen = {
    "course": [step["after"] for step in steps],
    "damage dice": [[die["value"] for roll in step["rolls"] for die in roll["dice"]] for step in steps[1:]],
    "after the third hit": hp(f"?as_of={THIRD_HIT}"),
    "at the end": hp(),
}
struck = revise(undo=[HIT_OF_NINE], reason="it was the other hag")
seen["nine struck"] = hp()
seen["as the table saw it"] = hp(f"?as_of={HIT_OF_NINE}&view=as_played")
seen["as we hold it true"] = hp(f"?as_of={HIT_OF_NINE}")
revise(redo=HIT_OF_NINE)
seen["redone"] = hp()
command = ask(f"{at}/entries/{HIT_OF_SEVENTEEN}")["command"]
seven = {"type": command["type"], "args": {**command["args"], "notation": None, "amount": 7}}
seven["args"].pop("notation")
amended = revise(amend={"entry": HIT_OF_SEVENTEEN, "command": seven})
seen["seventeen amended to seven"] = hp()
revise(undo=[amended["entry"]["entry"]])
heal = {"type": "freeform.heal", "args": {"target": "sh1", "track": "hp", "amount": 10}}
plan = revise(insert={"after": THIRD_HIT, "command": heal}, dry_run=True)
seen["decided again for the insert"] = [entry["entry"] for entry in plan["entries"] if entry["outcome"] != "inserted"]
inserted = revise(insert={"after": THIRD_HIT, "command": heal}, plan=plan["plan"])
places = [inserted["entry"]["entry"] + 1, *(step["entry"] for step in steps[4:])]
seen["healed after the third hit"] = [hp(f"?as_of={entry}") for entry in places]
seen["verified"] = ask(f"{at}/verification")["faults"] == []
print(json.dumps(seen))
