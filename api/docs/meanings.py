"""Descriptions of path and query parameters; a parameter means the same in every route."""

from __future__ import annotations

from typing import Final

_THING: Final = "by handle, id, reference or name, in any case"

PARAMETERS: Final = {
    "account": "an account, by id or name",
    "after": "only entries with a greater number",
    "before": "only entries with a lesser number",
    "bot": "the bot's account, by id",
    "campaign": "a campaign, by id",
    "character": f"a character, {_THING}; as a filter also an encounter or an enclave: the thing that events happened to",
    "code": "the code of an invitation or a recovery",
    "command": "a command: `<system>.<command>`, or its name alone: the game's own command, else that of free play",
    "deed": "only the entries of this deed, by the number of the entry that began it",
    "dry_run": "show the result without writing anything",
    "enclave": f"an enclave, {_THING}",
    "encounter": f"an encounter, {_THING}",
    "entry": "an entry's number, from 1",
    "entry_kind": "only entries of this kind: played entries, revisions, or records of members and dice",
    "fork": "a fork, by id",
    "fork_after": "only the fork's entries with a greater number",
    "forks": "whether to leave the campaign's forks as well",
    "invitation": "an invitation, by id or code",
    "kind": "only entries with an event of this kind, as first written or as in force",
    "limit": "how many at most",
    "member": "a member, by id or name; as a filter: only entries that they gave",
    "offset": "how many to leave out at the beginning",
    "order": "whether the oldest or the newest come first",
    "owner": "only decisions of this member, by id or name",
    "parent_after": "only the parent's entries with a greater number",
    "phase": "a downtime phase's number, from 1",
    "epoch": "a dice epoch's number, from 1; sessions and downtime phases end one and begin the next",
    "report": "a report's name",
    "rule": "a rule's id",
    "session": "only entries played in this session, by number",
    "status": "only entries with this status at the point of time that is read",
    "system": "a game, by id",
    "target": "a grid, by its name or by its subject",
    "token": "a token, by id",
    "seal": "a sealed secret, by its name, the number of its entry or its title",
    "webhook": "a webhook, by id",
    "channel": "a Discord channel, by the id that Discord gave it",
}
"""Descriptions of parameters for routes that describe them no closer."""

ENVELOPE: Final = {
    "id": "a UUID that the sender makes: sent again with the same body, it gives the same answer; left out, the server makes one",
    "encounter": "the encounter that the command belongs to, by handle or id; null: none",
    "dice": "dice rolled elsewhere: by label, or one list in rolling order; labels begin with one of the command's `x-dice-labels`, which `x-rolls` explains, or are its own",
    "responses": "answers in advance to the command's questions, by their keys, which begin with one of its `x-question-keys`, which `x-questions` explains",
    "reason": "the reason, kept with the entry",
    "force": "for game masters: overrule a rule's refusal; give a `reason`",
    "audience": "who may see the entry: `all`, `gm`, or these members, by id, and the game masters",
    "expected_entry": "the newest entry that the sender has seen: if anything that the command reads has changed since, the answer is 409",
    "dice_source": "where `dice` come from: rolled at the table, or, for game masters, set or imported",
    "version": "the version of `args`, by default the newest; older ones are still understood",
    "dry_run": "show the result without writing anything; server dice are marked `preview`",
}
"""The fields that every command has."""

BODIES: Final = {
    "CommandEnvelope": ENVELOPE,
    "BatchRequest": {
        "commands": "the commands, played in order, all or none; each has its own `id` and becomes an entry",
        "dry_run": ENVELOPE["dry_run"],
    },
    "RevisionRequest": {
        "id": ENVELOPE["id"],
        "amend": "entries whose command is replaced",
        "insert": "commands inserted directly after an entry, or before one",
        "policy": "the fate of entries that the changed past refuses: `refuse` writes nothing, `cascade` strikes them too, "
        "`keep` keeps what they did",
        "reason": "the reason, kept with the revision",
        "dry_run": "show the plan without writing anything; its hash may be sent as `plan`",
    },
    "Amend": {
        "entry": "the entry's number",
        "command": "the new command; null: the same command, with other dice or responses",
    },
    "Insert": {
        "after": "the number of the entry directly before it",
        "before": "the number of the entry that it goes directly before, in the place of `after`",
        "command": "the command to insert",
    },
    "NewCampaign": {
        "name": "its name for people",
        "system": "the game, by id",
        "options": "the game's optional rules and rulings, by name",
    },
    "NewFork": {"name": "its name for people"},
}
"""Descriptions of the fields of bodies, by the schema's name."""

ARGS: Final = {
    "data": "further values, by keys: numbers, words, truth values",
    "handle": "its short name in addresses, unique in the campaign; by default made of its name",
    "hidden": "whether only game masters know of it, until it is revealed",
    "owners": "the members who play it, by id",
    "sheet": "the members who see its whole sheet: `all`, `gm`, or ids of members; others see its name",
    "title": "its title for people; by default its name",
}
"""Descriptions of command fields that mean the same in every command."""

TAG: Final = "always this word, which marks the kind"
