"""What the parameters of paths and queries mean, each the same wherever it stands."""

from __future__ import annotations

from typing import Final

_THING: Final = "by handle, id, reference or name, in any case"

PARAMETERS: Final = {
    "after": "only entries with a greater number",
    "before": "only entries with a lesser number",
    "bot": "the bot's account, by id",
    "campaign": "a campaign, by id",
    "character": f"a character, {_THING}; as a filter also an encounter or an enclave: whatever events happened to",
    "code": "the invitation's code",
    "deed": "only the entries of this deed, by the number of the entry that began it",
    "dry_run": "only say what would come of it: nothing is written",
    "enclave": f"an enclave, {_THING}",
    "encounter": f"an encounter, {_THING}",
    "entry": "an entry's number, from 1",
    "entry_kind": "only entries of this kind: played, revisions of the past, or records of members and dice",
    "fork": "a fork, by id",
    "fork_after": "only the fork's entries with a greater number",
    "forks": "whether to leave the campaign's forks as well",
    "invitation": "an invitation, by id",
    "kind": "only entries with an event of this kind, as first written or as in force",
    "limit": "how many at most",
    "member": "a member, by id or name; as a filter: only what they gave",
    "offset": "how many to leave out at the beginning",
    "order": "whether the oldest or the newest come first",
    "owner": "only what is asked of this member, by id or name",
    "parent_after": "only the parent's entries with a greater number",
    "phase": "a downtime phase's number, from 1",
    "epoch": "a dice epoch's number, from 1; sessions and downtime phases end one and begin the next",
    "report": "a report's name",
    "rule": "a rule's id",
    "session": "only entries played in this session, by number",
    "status": "only entries that have this status at the point of time that is read",
    "system": "a game, by id",
    "target": "a grid, by its name or by whom it is about",
    "token": "a token, by id",
}
"""What is said of a parameter where the route that takes it says nothing closer."""

ENVELOPE: Final = {
    "type": "which command: `<system>.<command>`, or `freeform.<command>` for what every game has",
    "id": "a UUID of the sender's: sent again with the same body, it gives the same answer; one is made where it is left out",
    "encounter": "the encounter in which it is given, by handle or id; null: none",
    "args": "the command's own fields",
    "dice": "dice rolled elsewhere: by label, or one list in rolling order; labels begin with one of the kinds that `x-rolls` points to",
    "responses": "answers in advance to questions that it will ask, by their keys, which begin with one of the kinds that `x-questions` points to",
    "reason": "why, in words that are kept with the entry",
    "force": "for game masters: overrule what a rule refuses; a `reason` says why",
    "audience": "who may see the entry: `all`, `gm`, or these members, by id, and the game masters",
    "expected_entry": "the newest entry that the sender has seen: where what the command looks at has changed since, 409",
    "dice_source": "where `dice` come from: rolled at the table, or, for game masters, set or imported",
    "version": "the version of `args`, today's where it is left out; older ones are still understood",
    "dry_run": "only say what would come of it: nothing is written, and server dice are marked `preview`",
}
"""The fields that every command has."""

BODIES: Final = {
    "CommandRequest": ENVELOPE,
    "BatchRequest": {
        "commands": "played in order, all of them or none, an entry each; each with an `id` of its own",
        "dry_run": ENVELOPE["dry_run"],
    },
    "RevisionRequest": {
        "id": ENVELOPE["id"],
        "amend": "entries that are to have been another command",
        "insert": "commands that are to have been given after an entry",
        "policy": "what becomes of entries that the changed past refuses: `refuse` writes nothing, `cascade` strikes them too, "
        "`keep` keeps what they did",
        "reason": "why, in words that are kept with the revision",
        "dry_run": "only say what would come of it: the plan, whose hash may be sent as `plan`",
    },
    "Amend": {
        "entry": "the entry's number",
        "command": "what it is to have been; null: the same, on other dice or responses",
    },
    "Insert": {
        "after": "the number of the entry it is to stand directly after",
        "command": "what is to have been given there",
    },
    "NewCampaign": {
        "name": "what people call it",
        "system": "the game that it is played with, by id",
        "options": "the game's optional rules and rulings, by name",
    },
    "NewFork": {"name": "what people call it"},
}
"""What the fields of bodies mean, by the schema's name."""

ARGS: Final = {
    "data": "what else is kept with it, by keys: numbers, words, truth values",
    "handle": "its short name in addresses, unique in the campaign; by default made of its name",
    "hidden": "whether only game masters know of it, until it is revealed",
    "owners": "the members who play it, by id",
    "sheet": "who sees all of its sheet: `all`, `gm`, or these members, by id; others see its name",
    "title": "what people call it; by default its name",
}
"""What these fields of commands mean, whichever command they stand in."""

TAG: Final = "always this word: it tells this kind from the others"
