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
    "invitation": "an invitation, by id",
    "kind": "only entries with an event of this kind, as first written or as in force",
    "limit": "how many at most",
    "member": "a member, by id; as a filter: only what they gave",
    "name": "a file's name",
    "offset": "how many to leave out at the beginning",
    "order": "whether the oldest or the newest come first",
    "owner": "only what is asked of this member, by id",
    "parent_after": "only the parent's entries with a greater number",
    "phase": "a downtime phase's number, from 1",
    "rule": "a rule's id",
    "session": "only entries played in this session, by number",
    "status": "only entries that have this status at the point of time that is read",
    "system": "a game, by id",
    "target": "a grid, by its name or by whom it is about",
    "token": "a token, by id",
}
"""What is said of a parameter where the route that takes it says nothing closer."""
