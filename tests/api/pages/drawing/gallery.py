"""The pictures of boards of the demos, as they should look.

`pictures/<game>.json` is a board as its demo left it at some entry. `make docs` draws each anew
(`python -m tests.api.pages.drawing.gallery`); look at them before you keep them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from api.pages.drawing.areas import area_map
from api.pages.drawing.listing import map_list
from api.pages.drawing.squares import square_map
from api.pages.rendering import environment
from domain.layout import Layout, layout_of
from projections.views.board import BoardView

PICTURES: Final = Path(__file__).parent / "pictures"

GAMES: Final = ("midnight-in-vaia", "orcus", "rotted-capes", "weaverdice")


def board(game: str) -> BoardView:
    """A board of a game's demo. Two of the demos are played without a map, so theirs is drawn here."""
    seen = msgspec.json.decode((PICTURES / f"{game}.json").read_bytes(), type=BoardView)
    return msgspec.structs.replace(seen, **MAPS.get(game, {}))


def layout(game: str) -> Layout:
    """The layout of a game."""
    return layout_of(f"systems.{game.replace('-', '_')}")


def picture(seen: BoardView, layout: Layout) -> str:
    """The pictures of a board, and the list of what is on it."""
    texts = [
        environment().get_template(f"drawing/{name}.html").render(map=drawn, title=seen.name)
        for name, drawn in (("squares", square_map(seen, layout)), ("areas", area_map(seen, layout)))
        if drawn is not None
    ]
    if (listed := map_list(seen, layout)) is not None:
        link = {"link": lambda token: f"/characters/{token.handle}"}
        texts.append(environment().get_template("drawing/list.html").render(listed=listed, **link))
    return "\n".join(texts)


def _at(subject: str, **place: Any) -> dict[str, Any]:
    return {"subject": f"character/{subject}", "title": "", "area": "", "x": None, "y": None, "height": 0, **place}


MAPS: Final[dict[str, dict[str, Any]]] = {
    "midnight-in-vaia": {
        "positions": {
            "c-7": _at("c-7", x=1, y=2, facing="east"),
            "c-8": _at("c-8", x=2, y=4, height=3),
            "c-9": _at("c-9", x=6, y=3, size=2, facing="south-west"),
            "c-10": _at("c-10", x=4, y=1),
            "lamp": {"title": "Street lamp", "x": 4, "y": 1},
        },
        "zones": {
            "engulf-1": {
                "kind": "engulf",
                "title": "Burning oil",
                "squares": [[3, 2], [4, 2], [4, 3], [5, 3]],
                "source": "character/c-9",
            },
            "fog-1": {"kind": "fog", "squares": [[0, 0], [1, 0], [2, 0], [0, 1]]},
        },
    },
    "weaverdice": {
        "areas": {
            "stalls": {"title": "The stalls", "borders": ["roof", "quay", "alley"], "terrain": ["crowded"]},
            "alley": {"title": "Fishmonger's alley", "borders": ["stalls", "quay"], "light": "dark"},
            "quay": {"title": "The quay", "borders": ["stalls", "alley"]},
            "roof": {"title": "Roof of the customs house", "borders": ["stalls", "mast"]},
            "mast": {"title": "Crane", "borders": ["roof", "quay"]},
        },
        "positions": {
            "c-9": _at("c-9", area="roof", height=6),
            "c-10": _at("c-10", area="stalls"),
            "c-11": _at("c-11", area="stalls"),
            "c-12": _at("c-12", area="alley"),
            "c-13": _at("c-13", area="stalls"),
            "c-14": _at("c-14", area="quay"),
            "c-15": _at("c-15", area="quay"),
        },
        "zones": {"light-1": {"kind": "light field", "areas": ["stalls"], "source": "character/c-11"}},
        "props": {"crate": {"kind": "crate", "title": "Crate of ice", "area": "quay", "tracks": {"hp": 4}, "tags": ["slippery"]}},
        "crowds": {"buyers": {"kind": "buyers", "count": 40, "area": "stalls", "morale": 2}},
    },
}  # fmt: skip
"""Maps of boards whose demos have none."""


def draw() -> None:
    """Draw every picture."""
    for game in GAMES:
        (PICTURES / f"{game}.html").write_text(picture(board(game), layout(game)), encoding="utf-8")


if __name__ == "__main__":
    draw()
