"""Texts about characters name whom their reader may know, and nobody else."""

from __future__ import annotations

import pytest

from domain.aggregates import Aggregate, Campaign, begin
from domain.visibility.audience import GM, Viewer
from domain.visibility.wording import MISSING, Wording
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Audience
from domain.vocabulary.catalogue import Handle
from domain.vocabulary.profile import Profile
from tests.visibility.marked import PLAYER, Worlds, creature

HERO, JUDGE, SPY, FIGHT = "character/c-3", "character/c-7", "character/c-12", "encounter/e-4"


def person(ref: str, name: str, audience: Audience = "all") -> Aggregate:
    made = creature(ref)
    made.profile = {"self": Profile(handle=name.lower().replace(" ", "-"), name=name, audience=audience)}
    return made


def wording(viewer: Viewer = PLAYER) -> Wording:
    people = person(HERO, "Ada Byron"), person(JUDGE, "The Masked Judge", "gm"), person(SPY, "Spy", "gm")
    return VisibleWorld(Worlds(*people, person(FIGHT, "The Roof")), viewer).wording


@pytest.mark.parametrize(
    ("text", "player", "gm"),
    [
        (f"{JUDGE} has hold of {HERO}.", "somebody has hold of Ada Byron.", "The Masked Judge has hold of Ada Byron."),
        (
            f"{HERO} takes no part in {FIGHT}.",
            "Ada Byron takes no part in The Roof.",
            "Ada Byron takes no part in The Roof.",
        ),
        (
            f"{SPY} and {JUDGE} see {SPY}.",
            "somebody and somebody-2 see somebody.",
            "Spy and The Masked Judge see Spy.",
        ),
        (
            f"Dice are missing: hit/{HERO} (d6).",
            "Dice are missing: hit/ada-byron (d6).",
            "Dice are missing: hit/ada-byron (d6).",
        ),
        ("Nobody has hold of you.", "Nobody has hold of you.", "Nobody has hold of you."),
        ("There is no campaign/self.", "There is no the campaign.", "There is no the campaign."),
    ],
)
def test_a_sentence_has_the_names_that_its_reader_may_know(text: str, player: str, gm: str) -> None:
    assert (wording().sentence(text), wording(GM).sentence(text)) == (player, gm)


@pytest.mark.parametrize(
    ("text", "player", "gm"),
    [
        (f"damage/{HERO}", "damage/ada-byron", "damage/ada-byron"),
        (f"damage/{JUDGE}", "damage/somebody", "damage/the-masked-judge"),
        (
            f"option/{SPY}/{HERO}/{JUDGE}",
            "option/somebody/ada-byron/somebody-2",
            "option/spy/ada-byron/the-masked-judge",
        ),
        ("attack", "attack", "attack"),
    ],
)
def test_a_label_has_the_handles_that_its_reader_may_know(text: str, player: str, gm: str) -> None:
    assert (wording().label(text), wording(GM).label(text)) == (player, gm)


def test_an_unknown_character_keeps_their_number_in_all_that_is_shown_together() -> None:
    words = wording()
    texts = [words.label(f"hit/{SPY}"), words.sentence(f"{JUDGE} dodges."), words.label(f"hit/{SPY}")]
    assert texts == ["hit/somebody", "somebody-2 dodges.", "hit/somebody"]


def test_the_number_of_an_unknown_character_tells_nothing_of_what_was_shown_before() -> None:
    visible = VisibleWorld(Worlds(person(JUDGE, "Judge", "gm"), person(SPY, "Spy", "gm")), PLAYER)
    assert [visible.afresh().wording.label(f"hit/{ref}") for ref in (SPY, JUDGE)] == ["hit/somebody"] * 2


def test_in_a_value_references_stay_references_and_sentences_are_told() -> None:
    value = {"of": HERO, "who": JUDGE, "why": f"{JUDGE} holds {HERO}.", "all": [HERO, JUDGE], HERO: 1, JUDGE: 2}
    fields = {"of": HERO, "who": "hidden", "why": "somebody holds Ada Byron.", "all": [HERO], HERO: 1}
    assert wording().as_json(value) == fields


def test_to_a_game_master_a_value_is_told_whole() -> None:
    value = {"who": JUDGE, "why": f"{JUDGE} holds {HERO}.", "both": f"{JUDGE} {HERO}"}
    assert wording(GM).as_json(value) == value | {"why": "The Masked Judge holds Ada Byron."}


def test_what_is_missing_on_an_unknown_character_is_not_told() -> None:
    sentence = f"{JUDGE} has no rope."
    assert [wording(who).refusal_sentence(sentence, f"{JUDGE}.items.rope") for who in (PLAYER, GM)] == [
        MISSING,
        "The Masked Judge has no rope.",
    ]


def test_of_a_list_in_words_only_those_are_told_whom_the_reader_may_know() -> None:
    listed = f"{JUDGE}, {HERO}, {SPY}"
    assert [wording(who).as_json({"killed": listed})["killed"] for who in (PLAYER, GM)] == [HERO, listed]


def test_typed_dice_are_told_under_the_labels_that_the_reader_is_shown() -> None:
    dice: dict[str, tuple[int, ...]] = {f"damage/{JUDGE}": (3,), f"damage/{HERO}": (4,)}
    assert wording().labelled(dice) == {"damage/somebody": (3,), "damage/ada-byron": (4,)}


def test_a_choice_is_told_by_handle() -> None:
    handles = [wording(who).as_json({"choice": ref})["choice"] for who in (PLAYER, GM) for ref in (HERO, JUDGE)]
    assert handles == ["ada-byron", "somebody", "ada-byron", "the-masked-judge"]


def test_a_title_is_told_by_name() -> None:
    assert wording().as_json([{"title": HERO, "of": HERO}, {"title": SPY}]) == [
        {"title": "Ada Byron", "of": HERO},
        {"title": "somebody"},
    ]


class TestOlderThings:
    """In what was stored before texts carried references, people stand by handle and name."""

    def old(self, viewer: Viewer = PLAYER) -> Wording:
        return self.world(viewer).afresh(old=True).wording

    def world(self, viewer: Viewer = PLAYER) -> VisibleWorld:
        judge, hero = person(JUDGE, "The Masked Judge", "gm"), person(HERO, "Ada Byron")
        campaign = begin("campaign/self")
        assert isinstance(campaign, Campaign)
        campaign.handles = {
            "the-masked-judge": Handle(ref=JUDGE, kind="character", folded="the masked judge", audience="gm"),
            "ada-byron": Handle(ref=HERO, kind="character", folded="ada byron"),
        }
        return VisibleWorld(Worlds(judge, hero, campaign), viewer)

    @pytest.mark.parametrize(
        ("text", "masked"),
        [
            ("damage/the-masked-judge", "damage/somebody"),
            ("the-masked-judge attacks: how does ada-byron defend?", "somebody attacks: how does ada-byron defend?"),
            ("The Masked Judge's day has ended already.", "somebody's day has ended already."),
            ("the-masked-judges", "the-masked-judges"),
        ],
    )
    def test_handles_and_names_of_the_hidden_are_masked_as_whole_words(self, text: str, masked: str) -> None:
        assert (self.old().label(text), self.old().sentence(text), self.old().text(text)) == (masked, masked, masked)
        assert self.old(GM).sentence(text) == text

    def test_in_what_is_new_a_word_that_happens_to_be_such_a_handle_stays(self) -> None:
        assert self.old().again().label("x/the-masked-judge") == "x/somebody"
        assert self.world().afresh().wording.label("x/the-masked-judge") == "x/the-masked-judge"
