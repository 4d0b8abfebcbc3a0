"""The meanings of the columns of the tables that relations and reports are made of. Those of several tables are described once."""

from __future__ import annotations

from typing import Final

from projections.analytics.relations.relation import SECONDS, Column
from projections.analytics.schema import schema_of

ABOUT: Final = {
    "campaigns": "A campaign.",
    "entries": "An entry of a ledger, in the version that the view holds true.",
    "facts": "Something that happened: an event of an entry, in the version that the view holds true.",
    "dice": "A die as it was first drawn. It is counted once, whatever became of its entry, in every view.",
    "names": "How a character, an encounter or a group is called.",
    "members": "Somebody with a part in a campaign.",
    "rulebook": "A rule of a system.",
    "entry_versions": "Each version that an entry ever had; in `entries` there are those of the view.",
    "fact_versions": "Each event of each version that an entry ever had; in `facts` there are those of the view.",
}
"""The meaning of a row of each table."""

_PLACED: Final = {
    "campaign": Column("The campaign, by id"),
    "entry": Column("The number of the entry"),
    "version": Column("0 as first written, else the revision that made the entry what it is here"),
    "place": Column("What orders entries as they are corrected: an insert stands right after another entry"),
    "at": Column("The moment at which it counts as having happened", "UTC"),
    "clock": Column("The in-game time since the campaign began", SECONDS),
    "session": Column("The number of the session; empty outside of sessions"),
    "scene": Column("The number of the scene; empty outside of scenes"),
    "encounter": Column("The encounter, by reference; empty outside of encounters"),
    "deed": Column("The entry with which the deed began that this one belongs to; an answer belongs to what asked"),
    "command": Column("The command that was given"),
    "actor": Column("The one who acts in the command, by reference"),
    "member": Column("The member who gave it, by id"),
    "by_gm": Column("Whether a game master gave it"),
    "through": Column("The bot that gave it for them, by id; empty where they did it themselves"),
    "audience": Column("The ones who may see it: `all`, `gm`, or members by id"),
    "struck": Column("The revision since which this version no longer holds; empty while it does"),
}

_ENTRY: Final = {
    "kind": Column("What the entry is: `play`, `revision`, `record`"),
    "status": Column(
        "`standing`, `amended` or `restated` (decided again); `struck`, `moot` or `refused` did not happen"
    ),
    "written": Column("The moment at which it was written", "UTC"),
    "rules": Column("The rules that it cites, by id"),
    "asks": Column("The kind of the question that it left open"),
    "answers": Column("The kind of the question that it answers"),
    "refused": Column("The rule by which it was refused"),
    "overruled": Column("How many refusals were overruled", "refusals"),
    "asked": Column("Of a revision: how many entries it was asked to change", "entries"),
    "followed": Column("Of a revision: how many changed because of those", "entries"),
    "inserted": Column("Of a revision: how many it adds", "entries"),
    "decided": Column("Of a revision: how many came out otherwise", "entries"),
    "withdraws": Column("Of a revision: the one that it switches off"),
    "reason": Column("Of a revision: why it was made; empty where nobody said, or the words were erased"),
}

_FACT: Final = {
    "seq": Column("The place among the events of the entry, from 0"),
    "position": Column("The position in the stream of all events; empty in later versions"),
    "kind": Column("What the event is about: `roll`, `wound`, `heal`, `spend`, `gain`, `turn` and the like"),
    "type": Column("The type of the event: `damage_taken`, `rolled`"),
    "aggregate": Column("The one whose event it is, by reference"),
    "component": Column("The part of it that changed: `tracks`, `conditions`, `items`"),
    "name": Column("The instance that changed, by name: `hp`; of a roll, its label"),
    "what": Column(
        "That instance in a word: the kind of a roll, the type of harm, the condition, the thing, whose turn it is"
    ),
    "title": Column("What people call the instance, where the event says so: the title of a session, a scene, a power"),
    "by": Column("The one who brought it about, by reference"),
    "against": Column("The one it was aimed at, by reference"),
    "rules": Column("The rules that produced it, by id"),
    "amount": Column("How much it says", "points"),
    "change": Column("By how much the instance rose or, below zero, fell", "points"),
    "level": Column("What the instance was set to; of the pace of an encounter, the round", "points"),
    "state": Column("The state that the instance came into"),
    "because": Column("Why the instance ended, in a word"),
    "total": Column("What the roll came to", "points"),
    "shown": Column("What its dice count as", "points"),
    "target": Column("What the total is held against", "points"),
    "outcome": Column("The outcome of the roll, or as it was judged"),
    "notation": Column("The dice as they are written"),
    "sides": Column("The sides of its dice, in rolling order", "sides"),
    "dice": Column("What its dice show, in rolling order", "pips"),
    "kept": Column("Whether its dice count, in rolling order"),
    "addends": Column("What was added to it, in words"),
    "added": Column("How much that added", "points"),
    "body": Column("The whole event, as JSON"),
}

_DIE: Final = {
    "number": Column("The place among the dice of the entry, from 0"),
    "at": Column("The moment at which it was drawn", "UTC"),
    "roller": Column("The one who rolled, by reference"),
    "label": Column("What the roll is called"),
    "roll": Column("The kind of the roll"),
    "sides": Column("How many sides it has", "sides"),
    "value": Column("What it shows", "pips"),
    "source": Column("Where it comes from: `server` dice are proven, `table` dice were typed in"),
    "sealed": Column("Whether it is shown to the game master alone"),
}

_OTHERS: Final = {
    "campaigns": {"name": Column("Its name"), "system": Column("The id of the system that is played")},
    "names": {
        "ref": Column("The reference"),
        "handle": Column("The short name, for commands"),
        "name": Column("The name"),
        "kind": Column("Its kind, as the system has it"),
        "owner": Column("The member whose it is, by id; empty where it is the game master's"),
    },
    "members": {
        "member": Column("The id"),
        "name": Column("The name"),
        "role": Column("`gm`, `player` or `observer`"),
    },
    "rulebook": {
        "system": Column("The system"),
        "rule": Column("The id of the rule"),
        "chapter": Column("The chapter that it stands in"),
        "text": Column("What it says"),
    },
}

_DESCRIBED: Final = {"entries": _PLACED | _ENTRY, "facts": _PLACED | _FACT, "dice": _PLACED | _DIE} | {
    name: {"campaign": _PLACED["campaign"]} | columns for name, columns in _OTHERS.items()
}


def described(table: str) -> dict[str, Column]:
    """Return the columns of a table of `projections.analytics.schema`, in their order. Raises KeyError where one is not described."""
    return {name: _DESCRIBED[table][name] for name in schema_of(table).names}
