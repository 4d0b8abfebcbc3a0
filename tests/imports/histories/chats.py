"""Files of Roll20, made by hand in their shapes: chat archives with their data, pages that were copied, characters."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ANA, GRACE = "-OaPlayer00000000001", "-OaPlayer00000000002"
NOON = 1_767_268_800_000
_ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

Message = dict[str, Any]


def key(at: int, name: str = "") -> str:
    """An id of a record that came about so many seconds after noon."""
    moment, letters = NOON + at * 1000, ""
    for _ in range(8):
        moment, place = divmod(moment, 64)
        letters = _ALPHABET[place] + letters
    return letters + name.rjust(12, "0")


def dice(sides: int, *faces: int | Mapping[str, Any], **mods: Any) -> dict[str, Any]:
    """A part of a roll; a face may be an object that says that it was dropped."""
    results = [face if isinstance(face, Mapping) else {"v": face} for face in faces]
    return {"type": "R", "dice": len(faces), "sides": sides, "mods": mods, "results": results}


def dropped(face: int) -> Mapping[str, Any]:
    return {"v": face, "d": True}


def plus(expression: str) -> dict[str, Any]:
    return {"type": "M", "expr": expression}


def result(total: float, *parts: Any, **more: Any) -> dict[str, Any]:
    return {"type": "V", "rolls": list(parts), "resultType": "sum", "total": total, **more}


def inline(expression: str, total: float, *parts: Any) -> dict[str, Any]:
    return {"expression": expression, "results": result(total, *parts), "rollid": "-O1", "signature": "f00"}


def check(face: int, added: int = 2) -> dict[str, Any]:
    return inline(f"1d20+{added}", face + added, dice(20, face), plus(f"+{added}"))


def said(content: str, **more: Any) -> Message:
    return {"who": "Mira", "playerid": ANA, "type": "general", "content": content, **more}


def card(content: str, *inlinerolls: Message, template: str = "simple", **more: Any) -> Message:
    """A message that a sheet's card shows."""
    return said(content, **{"rolltemplate": template, "inlinerolls": list(inlinerolls), **more})


def thrown(total: int, *parts: Any, written: str = "1d20", **more: Any) -> Message:
    content = json.dumps(result(total, *parts))
    return said(content, **{"type": "rollresult", "origRoll": written, **more})


def archive(path: Path, *pages: Mapping[str, Any], title: str = "Chat Log for The Harbour") -> Path:
    """A chat archive's page, with the messages in its data."""
    data = base64.b64encode(json.dumps(list(pages)).encode()).decode()
    path.write_text(f'<html><head><title>{title}</title></head><script>\nvar msgdata = "{data}";\n</script></html>')
    return path


def at(seconds: Iterable[int], *messages: Message) -> dict[str, Message]:
    """A page of messages, each so many seconds after noon."""
    return {
        key(second, str(number)): {".priority": NOON + second * 1000, **message}
        for number, (second, message) in enumerate(zip(seconds, messages, strict=True))
    }


def shown(
    identity: str, body: str, *, kind: str = "general", by: str = "Mira:", player: str = ANA, time: str = "12:00PM"
) -> str:
    """A message as the page shows it; without `by` it belongs to a run."""
    head = ""
    if by:
        head = (
            '<div class="spacer"></div><div class="avatar" aria-hidden="true"><img src="/users/avatar/1/30"></div>'
            f"<span class='tstamp' aria-hidden='true'>January 01, 2026 {time}</span><span class=\"by\">{by}</span>"
        )
    named = f'data-messageid="{identity}"' if identity else ""
    return f'<div class="message {kind} player-{player}" {named} data-playerid="{player}">{head}{body}</div>\n'


def formula(written: str, total: int, *faces: tuple[int, int, str]) -> str:
    """A roll as the page shows it; each face with the sides of its die and further classes."""
    laid = "".join(
        f'<div data-origindex="0" class="diceroll d{sides} {more}"><div class="dicon"><div class="didroll">{face}</div>'
        '<div class="backing"></div></div></div>'
        for sides, face, more in faces
    )
    return (
        f'<div class="formula" style="margin-bottom: 3px;">rolling {written}</div><div class="clear"></div>'
        f'<div class="formula formattedformula"><div class="dicegrouping" data-groupindex="0">({laid})</div></div>'
        f'<div class="clear"></div><strong>=</strong><div class="rolled">{total}</div>'
    )


def tooltip(written: str, shown_dice: str, total: int, attribute: str = "title") -> str:
    """An inline roll as the page shows it, with its dice in a tooltip."""
    escaped = f'<img src="x" class="inlineqroll"> Rolling {written} = {shown_dice}'.replace("&", "&amp;").replace(
        '"', "&quot;"
    )
    return f'<span class="inlinerollresult" {attribute}="{escaped.replace("<", "&lt;")}">{total}</span>'


def face(number: int) -> str:
    return f'(<span class="basicdiceroll">{number}</span>)'


def page(path: Path, *messages: str) -> Path:
    path.write_text("<html><title>The Harbour</title><body>" + "".join(messages) + "</body></html>")
    return path


def attribute(name: str, current: object, maximum: object = "") -> dict[str, Any]:
    return {"name": name, "current": current, "max": maximum, "id": "-OaAttr0000000000001"}


ROW = "-OaRow_0000000000001"
MIRA: dict[str, Any] = {
    "oldId": "-OaChar0000000000001",
    "name": "Mira",
    "bio": "",
    "controlledby": f"{ANA},",
    "inplayerjournals": "all",
    "attribs": [
        attribute("strength", "16"),
        attribute("hp", 9, "21"),
        attribute("Untitled", ""),
        attribute("dexterity_mod", "@{dexterity}"),
        attribute(f"repeating_attack_{ROW}_atkname", "Dagger"),
        attribute(f"repeating_inventory_{ROW}_itemname", "Rope"),
        attribute(f"repeating_inventory_{ROW}_itemcount", "2"),
        attribute(f"repeating_spell-cantrip_{ROW}_spellname", "Light"),
        attribute(f"repeating_spell-cantrip_{ROW}_spelllevel", "cantrip"),
    ],
    "abilities": [],
}
