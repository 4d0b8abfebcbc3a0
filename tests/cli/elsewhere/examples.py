"""Every command with command lines to try it by, in the order in which they are tried."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from api.cli.commands.serving import DEMO

HEAL: Final = '{"type": "freeform.heal", "args": {"target": "sh1", "track": "hp", "amount": 1}}'
ASK: Final = '{"owner": "Owner", "key": "way", "options": ["home", "docks"], "default": "home", "prompt": "Where to?"}'
REST: Final = '[{"type": "freeform.heal", "args": {"target": "sh1", "track": "hp", "notation": "1d4"}, "dice": [3]}]'

LICENSE: Final = str(Path(__file__).parents[3] / "LICENSE")

ROLLS: Final = str(Path(__file__).parents[2] / "data" / "evenings.csv")
PEOPLE: Final = str(Path(__file__).parents[2] / "data" / "people.csv")

NEWEST: Final = "<newest>"
"""Stands for the number of the newest entry of the fork."""

EXAMPLES: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "campaigns": (("campaigns",), ("campaigns", "--archived")),
    "characters": (("characters", DEMO), ("characters", DEMO, "--kind", "monster")),
    "sheet": (("sheet", DEMO, "sh1"), ("sheet", DEMO, "sh1", "--as-of", "40", "--plain"), ("sheet", DEMO, "nobody")),
    "board": (("board", DEMO), ("board", DEMO, "--as-of", "session:1")),
    "group": (("group", DEMO),),
    "roster": (("roster", DEMO, "crew"),),
    "days": (("days", DEMO),),
    "grid": (("grid", DEMO, "crew", "plans"),),
    "grids": (("grids", DEMO),),
    "log": (
        ("log", DEMO),
        ("log", DEMO, "--limit", "3"),
        ("log", DEMO, "--after", "5", "--character", "sh1", "--entry-kind", "play", "--full"),
        ("log", DEMO, "--member", "Nobody"),
    ),
    "entry": (("entry", DEMO, "218"), ("entry", DEMO, "99999")),
    "explain": (("explain", DEMO, "sh1", "hp"), ("explain", DEMO, "campaign", "ground.self.options.dice")),
    "history": (("history", DEMO, "sh1.tracks.hp"),),
    "diff": (("diff", DEMO, "10", "40"), ("diff", DEMO, "session:1", "--to-view", "as_played")),
    "members": (("members", DEMO),),
    "completion": (("completion", "bash"),),
    "systems": (("systems",), ("systems", "freeform")),
    "options": (("options", "freeform"), ("options", DEMO), ("options", DEMO, "dice=table")),
    "found": (("found", "Low Tide", "--game", "freeform"), ("found", "Low Tide", "--game", "freeform")),
    "invite": (("invite", "Low Tide", "--uses", "2"),),
    "invitations": (("invitations", "Low Tide"), ("invitations", "Low Tide", "--withdraw", "all")),
    "join": (("join", "no-code"),),
    "role": (("role", DEMO, "Player 0", "observer"), ("role", DEMO, "Player 0", "player")),
    "recover": (("recover", DEMO, "Player 0"),),
    "recoveries": (
        ("recoveries", DEMO),
        ("recoveries", DEMO, "--withdraw", "Player 0"),
        ("recoveries", DEMO, "--withdraw", "Player 0"),
    ),
    "bot create": (("bot", "create", "Echo"), ("bot", "create", "echo")),
    "discord link": (("discord", "link"), ("discord", "link", "--scope", "read")),
    "discord channels": (("discord", "channels", DEMO),),
    "discord leave": (("discord", "leave", DEMO, "645027906669510667"),),
    "bot list": (("bot", "list"),),
    "bot token": (("bot", "token", "Echo", "--label", "spare"), ("bot", "token", "Nobody")),
    "bot tokens": (
        ("bot", "tokens", "Echo"),
        ("bot", "tokens", "echo", "--revoke", "spare"),
        ("bot", "tokens", "Echo", "--revoke", "spare"),
    ),
    "bot allow": (("bot", "allow", DEMO, "Echo"),),
    "bot grants": (("bot", "grants", DEMO),),
    "bot forbid": (("bot", "forbid", DEMO, "Echo"),),
    "bot end": (("bot", "end", "Echo"),),
    "webhooks add": (
        ("webhooks", "add", DEMO, "https://hook.invalid/news"),
        ("webhooks", "add", DEMO, "https://192.0.2.1/hook"),
        ("webhooks", "add", DEMO, "http://example.org/hook"),
    ),
    "webhooks list": (("webhooks", "list", DEMO),),
    "webhooks undelivered": (
        ("webhooks", "undelivered", DEMO, "hook.invalid"),
        ("webhooks", "undelivered", DEMO, "nothing"),
    ),
    "webhooks test": (("webhooks", "test", DEMO, "hook"),),
    "webhooks replay": (("webhooks", "replay", DEMO, "https://hook.invalid/news", "--after", "3"),),
    "webhooks pause": (("webhooks", "pause", DEMO, "hook"),),
    "webhooks resume": (("webhooks", "resume", DEMO, "hook"),),
    "webhooks remove": (("webhooks", "remove", DEMO, "hook"),),
    "commands": (("commands", "freeform", "damage"), ("commands", DEMO, "heal")),
    "catalogue": (("catalogue", "rotted-capes", "gear", "rifle"), ("catalogue", DEMO)),
    "play": (
        ("play", DEMO, "freeform.damage", "--help"),
        ("play", DEMO, "freeform.damage", "--args", '{"target": "sh1", "track": "hp", "amount": 2}'),
        ("play", DEMO, "freeform.roll", "notation=1d6", "label=luck", "--dice", "luck=5", "--dry-run"),
        ("play", DEMO, "freeform.roll", "--args", '{"notation": "1d6", "label": "luck"}', "--dice", "luck=4"),
        ("play", DEMO, "freeform.ask", "--args", ASK),
        ("play", DEMO, "freeform.nothing"),
    ),
    "decisions": (("decisions", DEMO),),
    "answer": (("answer", DEMO, "docks"),),
    "undo": (
        ("undo", DEMO, "218", "--dry-run"),
        ("undo", DEMO, "34", "--yes"),
        ("undo", DEMO, "deed:218", "--yes", "--policy", "cascade"),
    ),
    "redo": (("redo", DEMO, "99999", "--yes"),),
    "amend": (("amend", DEMO, "218", "--dice", "nothing=3", "--dry-run"),),
    "insert": (
        ("insert", DEMO, "--after", "40", "--command", HEAL, "--yes"),
        ("insert", DEMO, "--before", "40", "--command", HEAL, "--yes"),
    ),
    "rules": (("rules", DEMO, "--dry-run"),),
    "downtime open": (("downtime", "open", DEMO, "--title", "Ashore", "--days", "2", "--slots", "sh1=2"),),
    "downtime plan": (("downtime", "plan", DEMO, "1", "sh1", "--actions", REST),),
    "downtime list": (("downtime", "list", DEMO),),
    "downtime process": (("downtime", "process", DEMO, "1", "--dry-run"), ("downtime", "process", DEMO, "1")),
    "downtime report": (("downtime", "report", DEMO, "1"),),
    "fork": (
        ("fork", DEMO, "40", "--name", "What if"),
        ("play", "What if", "freeform.note", "--args", '{"text": "Hm."}'),
    ),
    "forks": (("forks", DEMO),),
    "compare": (("compare", DEMO, "What if"),),
    "bring-back": (
        ("bring-back", DEMO, "What if", NEWEST, "--dry-run"),
        ("bring-back", DEMO, "What if", "41", "--yes"),
    ),
    "report": (("report",), ("report", "hits", DEMO), ("report", "hits", "--all"), ("report", "nothing", DEMO)),
    "recap": (
        ("recap", DEMO),
        ("recap", DEMO, "--session", "1", "--format", "html"),
        ("recap", DEMO, "--session", "9"),
    ),
    "verify": (("verify", DEMO), ("verify", "--all")),
    "dice": (("dice", DEMO),),
    "seal": (("seal", "Low Tide", "The mole", "--file", LICENSE), ("seal", "Low Tide", "", "--file", LICENSE)),
    "seals": (("seals", "Low Tide"), ("seals", "Low Tide", "the mole"), ("seals", DEMO)),
    "unseal": (("unseal", "Low Tide", "the mole", "--yes"), ("unseal", "Low Tide", "nothing", "--yes")),
    "export": (("export", "Low Tide"),),
    "import rolls": (
        ("import", "rolls", ROLLS, "--dry-run"),
        ("import", "rolls", ROLLS, "--strict"),
        ("import", "rolls", ROLLS, "--name", "Evenings", "--json"),
        ("import", "rolls", ROLLS, "--name", "Evenings"),
        ("import", "rolls", LICENSE),
    ),
    "import characters": (
        ("import", "characters", PEOPLE, "--campaign", "Low Tide", "--column", "name=Hero"),
        ("import", "characters", PEOPLE, "--campaign", "Low Tide", "--system", "weaverdice"),
        ("import", "characters", PEOPLE, "--column", "name=Nothing"),
        ("import", "characters", PEOPLE, "--campaign", "No Such"),
    ),
    "import avrae": (("import", "avrae", LICENSE), ("import", "avrae", LICENSE, "--strict")),
    "import foundry": (("import", "foundry", LICENSE), ("import", "foundry", PEOPLE, "--dry-run")),
    "import roll20": (("import", "roll20", LICENSE), ("import", "roll20", LICENSE, PEOPLE)),
    "import ledger": (("import", "ledger", LICENSE),),
    "facts export": (("facts", "export", DEMO, "--table", "dice"),),
    "sql": (
        ("sql", "SHOW TABLES", DEMO),
        ("sql", "DESCRIBE rolls", DEMO),
        ("sql", "SELECT kind, count(*) AS n FROM entries GROUP BY kind ORDER BY kind", DEMO),
        ("sql", "SELECT entry, label, total FROM rolls ORDER BY ALL LIMIT 9", DEMO, "--as-of", "90", "--format", "csv"),
        ("sql", "SELECT count(*) AS n FROM rulebook", "--all", "--json"),
        ("sql", "SELECT count(*) AS n FROM facts JOIN names USING (campaign)", DEMO, "--viewer", "Player 0"),
        ("sql", "SELECT nothing FROM entries", DEMO),
        ("sql", "DROP TABLE entries", DEMO),
        ("sql", "SELECT 1", "No Such"),
    ),
    "token create": (("token", "create", "phone", "--days", "3"),),
    "token list": (("token", "list", "--json"),),
    "token revoke": (("token", "revoke", "00000000-0000-0000-0000-000000000000"),),
    "account show": (("account", "show"),),
    "account rename": (
        ("account", "rename", "Player 0"),
        ("account", "rename", "Keeper"),
        ("account", "rename", "Owner"),
    ),
    "account create": (("account", "create", "Nell"), ("account", "create", "nell")),
    "account founder": (("account", "founder", "Nell"),),
    "account token": (("account", "token", "Nell"),),
    "account tokens": (("account", "tokens", "Nell"),),
    "account list": (("account", "list"),),
    "account end": (("account", "end", "Nell", "--yes"),),
    "close": (("close", "Low Tide", "--reason", "Enough."),),
    "reopen": (("reopen", "Low Tide"),),
    "archive": (("archive", "Low Tide"),),
    "dismiss": (("dismiss", DEMO, "Player 0"),),
    "leave": (("leave", "What if"),),
}
"""Commands that answer alike here and elsewhere."""

MACHINE_ONLY: Final[dict[str, tuple[str, ...]]] = {
    "serve": ("serve",),
    "demo": ("demo",),
    "backup": ("backup", "kept.zip"),
    "restore": ("restore", __file__),
    "rebuild": ("rebuild", "--all"),
    "projections status": ("projections", "status"),
    "projections retry": ("projections", "retry"),
    "facts publish": ("facts", "publish", "set"),
    "doctor": ("doctor",),
    "token renew": ("token", "renew"),
    "discord register": ("discord", "register"),
}
"""Commands for the machine that keeps the ledger."""

OF_ONESELF: Final = frozenset({"login", "logout", "profiles", "config", "verify-dice", "verify-seal", "mcp"})
"""Commands that are about neither a ledger nor a service, or that serve another program."""
