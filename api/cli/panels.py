"""The commands of `retcon`, by panel of its help. A new command gets its line here; it is imported when it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from api.cli.lazy import ListedCommand

PANELS: Final[Mapping[str, tuple[ListedCommand, ...]]] = {
    "Start": (
        ListedCommand("serve", "serving:serve", "Serve the HTTP interface until told to stop (Ctrl-C, SIGTERM)."),
        ListedCommand(
            "demo",
            "demos:demo",
            "Play the demo of a game; without SYSTEM, import the demo campaign, unless it is there, and say what to try.",
        ),
        ListedCommand(
            "import", "imports.group:importing", "Import recordings and tables of other programs as campaigns."
        ),
    ),
    "Set a table": (
        ListedCommand("found", "table.founding:found", "Found a campaign, and become its game master."),
        ListedCommand(
            "options",
            "table.founding:options",
            "Explain the options of a game, or of a campaign with the values in force; NAME=VALUE sets one of a campaign.",
        ),
        ListedCommand("invite", "table.members:invite", "Print a code that lets people into a campaign, this once."),
        ListedCommand(
            "invitations", "table.members:invitations", "List the invitations to a campaign that can still be used."
        ),
        ListedCommand(
            "join",
            "table.members:join",
            "Come into a campaign by a code that its game master gave you, or come back by a recovery code.",
        ),
        ListedCommand(
            "members",
            "table.members:members",
            "List the members of a campaign: their roles, and the characters they play.",
        ),
        ListedCommand("role", "table.members:role", "Give a member of a campaign another role."),
        ListedCommand(
            "dismiss",
            "table.members:dismiss",
            "End a member's part in a campaign. Their entries stay, and an invitation brings them back.",
        ),
        ListedCommand(
            "leave",
            "table.members:leave",
            "Leave a campaign. Your entries stay; only a new invitation brings you back.",
        ),
        ListedCommand(
            "recover",
            "table.members:recover",
            "Print a code for a member who lost their token. They redeem it within a day: `retcon join CODE`.",
        ),
        ListedCommand(
            "recoveries",
            "table.members:recoveries",
            "List the recovery codes of a campaign that can still be redeemed: whose they are, and until when.",
        ),
        ListedCommand(
            "close",
            "table.closing:close",
            "Close a campaign: nothing new is played in it, and all of it can still be read.",
        ),
        ListedCommand("reopen", "table.closing:reopen", "Open a closed or archived campaign again: play goes on."),
        ListedCommand("archive", "table.closing:archive", "Close a campaign, and leave it out of lists of campaigns."),
        ListedCommand("bot", "table.bots:bot", "The bots of your account, and what they may do for you in a campaign."),
        ListedCommand(
            "webhooks",
            "table.webhooks:webhooks",
            "Webhooks: have the news of a campaign sent to an address of yours, as you may see them.",
        ),
        ListedCommand(
            "discord",
            "table.discord:discord",
            "Discord: your link, the channels of a campaign, and the slash commands of the application.",
        ),
    ),
    "Look": (
        ListedCommand(
            "campaigns", "reading:campaigns", "List the campaigns you take part in; at the machine itself, all of them."
        ),
        ListedCommand("characters", "reading:characters", "List the characters of a campaign."),
        ListedCommand(
            "sheet",
            "reading:sheet",
            "Show a character's sheet, now or at any point of its past, as its game lays it out.",
        ),
        ListedCommand(
            "board", "reading:board", "Show the board of an encounter; of the only one, where there is just one."
        ),
        ListedCommand(
            "group",
            "groups:group",
            "Show a group: its members, what it has, its missions and grids; the only one, where there is just one.",
        ),
        ListedCommand(
            "roster",
            "groups:roster",
            "Show who belongs to a group and how they fare, and its followers: who is ready, who is tapped, what room there is.",
        ),
        ListedCommand(
            "days", "groups:days", "Show the log of a group: what its game wrote down about each of its days."
        ),
        ListedCommand(
            "grid",
            "groups:grid",
            "Show a group's knowledge about TARGET, a grid's name or its subject, as rows and columns.",
        ),
        ListedCommand("grids", "groups:grids", "List the intelligence grids of a group, and how much of each is open."),
        ListedCommand("log", "log:log", "Show the ledger, oldest entry first: every entry, or those that match."),
        ListedCommand(
            "entry", "reading:entry", "Show one entry: its command, its dice, its events, and its revisions."
        ),
        ListedCommand(
            "explain",
            "reading:explain",
            "Explain why a value is what it is: the chain of events, dice, modifiers and revisions behind it.",
        ),
        ListedCommand(
            "history",
            "table.history:history",
            "List the events of a character, an encounter or a group in the order of the story, or those of one of its values alone.",
        ),
        ListedCommand(
            "diff",
            "reading:diff",
            "Show every value that differs between two points, or between the played and the corrected past.",
        ),
    ),
    "Play, and change the past": (
        ListedCommand("play", "playing:play", "Give a command, and show the entry it became."),
        ListedCommand(
            "commands",
            "finding:commands",
            "Find commands of a game or a campaign by words, a rule's id or a chapter of the rulebook.",
        ),
        ListedCommand("catalogue", "finding:catalogue", "Find powers, monsters, gear and whatever a game brings."),
        ListedCommand(
            "decisions",
            "table.deciding:decisions",
            "List the open questions and offers of a campaign. `retcon answer` answers one.",
        ),
        ListedCommand("answer", "table.deciding:answer", "Answer an open question, or take an offer while it is open."),
        ListedCommand("undo", "revising:undo", "Undo entries, and decide every later entry again on the same dice."),
        ListedCommand(
            "redo", "revising:redo", "Let a struck entry stand again, or a revision that was undone; N is its number."
        ),
        ListedCommand(
            "amend",
            "revising:amend",
            "Say what entry N ought to have been: other dice, other answers, other arguments, or another command.",
        ),
        ListedCommand(
            "insert",
            "revising:insert",
            "Insert a command that was forgotten, directly after an entry, or directly before one.",
        ),
        ListedCommand(
            "rules", "revising:rules", "Decide the story anew under the current rules, and show the differences."
        ),
    ),
    "Between sessions": (
        ListedCommand("downtime", "downtime:downtime", "Downtime between sessions: plans, carrying them out, reports."),
    ),
    "Try what might have been": (
        ListedCommand(
            "fork",
            "forks:fork",
            "Fork a campaign after entry N, or now: a campaign of its own that shares the past up to there.",
        ),
        ListedCommand("forks", "forks:forks", "List the forks of a campaign that you take part in."),
        ListedCommand(
            "compare",
            "forks:compare",
            "Show what a campaign and its FORK (an id, or a name) have done since they went apart, and what differs today.",
        ),
        ListedCommand(
            "bring-back",
            "forks:bring_back",
            "Bring the commands of entries N of a FORK (an id, or a name) back into the campaign, as inserts into its past.",
        ),
    ),
    "Ask about the whole history": (
        ListedCommand(
            "report",
            "reports:report",
            "Show a report on a campaign, or on several: who hits, whose dice are cursed, what the winter was spent on.",
        ),
        ListedCommand("recap", "reports:recap", "Tell a session in sentences, each with its receipts."),
    ),
    "Prove": (
        ListedCommand(
            "verify",
            "proving:verify",
            "Check that a ledger is as it was written: chain, events, reads, texts, states, seeds and facts.",
        ),
        ListedCommand(
            "dice",
            "proving:dice",
            "Show the dice commitments and the revealed seeds, and recompute every die with a revealed seed.",
        ),
        ListedCommand(
            "verify-dice",
            "proving:verify_document",
            "Recompute the dice of a document that `retcon dice --document` wrote; needs no server and no database.",
        ),
        ListedCommand("seal", "table.sealing:seal", "Commit to a secret now, so that you can prove later what it was."),
        ListedCommand("unseal", "table.sealing:unseal", "Reveal a sealed secret to everybody, for good."),
        ListedCommand("seals", "table.sealing:seals", "List sealed secrets, or show one and check it."),
        ListedCommand("verify-seal", "table.sealing:verify_seal", "Check a sealed secret; needs no server."),
    ),
    "Keep": (
        ListedCommand(
            "backup", "backups:backup", "Back the whole installation up into one file, while it is in use or not."
        ),
        ListedCommand(
            "restore",
            "backups:restore",
            "Restore a backup into an empty place: a data folder without a database, or a new database at RETCON_DATABASE_URL.",
        ),
        ListedCommand(
            "export", "imports.export_import:export", "Write a ledger as JSON lines, as far as you may see it."
        ),
        ListedCommand(
            "rebuild",
            "projections:rebuild_all",
            "Make all that is derived from a ledger anew: states, checkpoints and facts. Play may go on meanwhile.",
        ),
        ListedCommand(
            "projections",
            "projections:projections",
            "Read models that follow the ledgers by themselves while `retcon serve` runs.",
        ),
    ),
    "Analyse": (
        ListedCommand(
            "facts",
            "sql:facts",
            "Show and export facts: rows about the events of campaigns, for analytics, which follow the ledgers.",
        ),
        ListedCommand(
            "sql",
            "sql:sql",
            "Ask the tables of a campaign, or of several, in SQL: as far as you may see them, and only to read.",
        ),
    ),
    "A service elsewhere": (
        ListedCommand(
            "login",
            "signing_in:login",
            "Sign in to a service elsewhere: from then on, commands work there as they do at its own machine.",
        ),
        ListedCommand(
            "logout",
            "signing_in:logout",
            "Forget a profile: NAME, or the one in use. The token stays valid; `retcon token revoke` ends one.",
        ),
        ListedCommand(
            "profiles",
            "signing_in:profiles",
            "List the services that you signed in to. `retcon --profile NAME …` uses another one for a single command.",
        ),
    ),
    "Installation": (
        ListedCommand(
            "mcp",
            "assistants:mcp",
            "Offer the campaigns to an assistant, over standard input and output (Model Context Protocol).",
        ),
        ListedCommand(
            "doctor",
            "doctor:doctor",
            "Check the environment: settings, folders, disk, database, migrations, rows, tokens, port.",
        ),
        ListedCommand(
            "systems",
            "installation:systems",
            "List the games that are installed; with SYSTEM, its commands and options.",
        ),
        ListedCommand(
            "config",
            "installation:config",
            "Show the settings in force and where they come from; secrets are not shown.",
        ),
        ListedCommand(
            "completion",
            "completion:completion",
            "Print what makes the tab key complete campaigns, handles, commands and their fields.",
        ),
        ListedCommand(
            "token",
            "installation:token",
            "The tokens of your account: yours by RETCON_TOKEN, else the installation owner's.",
        ),
        ListedCommand(
            "account",
            "table.accounts:account",
            "The accounts of the installation. All but `show` and `rename` are for its owner.",
        ),
    ),
}
"""The commands by panel of the help, each with the first paragraph of its own help."""
