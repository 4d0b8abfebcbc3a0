"""Refusals that entries and plans hold: stored in English, and said in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from projections.names import Name
from projections.phrases.catalogue import catalogue, english
from projections.phrases.naming import refusal
from projections.translation.catalogues import texts_in, translations
from projections.translation.refusals import BASE, REFUSALS
from projections.translation.terms import REFUSAL, terms_of
from systems.registry import home
from tests.games.own import GAMES, REGISTRY

PACKAGES: Final = tuple(filter(None, (home(game.id) for game in (REGISTRY.base, *GAMES))))
FIELD: Final = re.compile(r"(?<!\{)\{([A-Za-z_0-9]*)(?:![rsa])?(?::[^{}]*)?\}(?!\})")
LETTERS: Final = 7
"""Shorter templates fit what people write themselves; they are parts of longer sentences."""


def templates(package: str) -> Iterator[str]:
    """The templates of a package that say enough to be told from what people write."""
    for template in texts_in(translations(package, "de", REFUSALS)):
        if sum(map(str.isalpha, FIELD.sub("", template))) >= LETTERS and ":," not in template:
            yield template


@pytest.mark.parametrize("package", [BASE, *PACKAGES])
def test_every_refusal_that_was_stored_is_said_in_german(package: str) -> None:
    say = terms_of((package,), "de")
    stored = {template: _made(template) for template in templates(package)}
    assert len(stored) > 20
    unsaid = {template for template, sentence in stored.items() if say(REFUSAL, sentence) == sentence}
    assert {each for each in unsaid if translations(package, "de", REFUSALS).gettext(each) != each} == set()


def _made(template: str) -> str:
    return FIELD.sub("Xyz", template).replace("{{", "{").replace("}}", "}")


BRYN: Final = "character/c-1"
NAMES: Final = {BRYN: Name(ref=BRYN, handle="bryn", name="Bryn")}


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        (f"{BRYN} is dead; only the living suffer this.", "Bryn"),
        ("Nobody ever wrote this sentence into a rule.", "Nobody ever wrote this sentence into a rule."),
    ],
)
def test_a_stored_refusal_keeps_its_names(sentence: str, part: str) -> None:
    german = catalogue("de", "systems.cthulhu_eternal", "systems.freeform").say(refusal(sentence, NAMES))
    assert part in german
    assert BRYN not in german


def test_a_stored_refusal_stays_as_it_is_in_english() -> None:
    assert english(refusal(f"{BRYN} is dead; only the living suffer this.", NAMES)) == (
        "Bryn is dead; only the living suffer this."
    )


def test_a_stored_refusal_with_a_name_is_another_sentence_in_german() -> None:
    sentence = f"{BRYN} is dead; only the living suffer this."
    german = catalogue("de", "systems.cthulhu_eternal").say(refusal(sentence, NAMES))
    assert german != english(refusal(sentence, NAMES))


def test_a_stored_refusal_may_begin_with_words_of_its_game() -> None:
    sentence = "A grapple takes an action of the turn, and none is left."
    german = catalogue("de", "systems.weaverdice", "systems.freeform").say(refusal(sentence, NAMES))
    assert german == "Ein Ringkampf braucht eine Aktion des Zugs; übrig: keine."
