"""Windows: those who mind one change its payload in order, ask, interrupt one another, and are undone like any rule."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from api.testing.games import GameTable
from domain.commands import CharacterRef, Command
from domain.kit.chapters import system_of
from domain.play.play import Play
from domain.play.windows import MOST_NESTED, Window
from domain.question_keys import QuestionKind
from domain.system import CommandSpec, System
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted
from domain.vocabulary.values import DamageTaken
from systems.midnight_in_vaia import CHAPTERS


class Blow(NamedTuple):
    """A blow with what it is worth; `parried` where nothing comes of it."""

    by: str
    amount: int
    parried: bool = False


HIT = Window("hit", Blow, over=lambda blow: blow.parried)
COUNTER = Window("counter", Blow, over=lambda blow: blow.parried)


class Strike(Command, frozen=True, kw_only=True):
    who: CharacterRef
    target: CharacterRef


class Raise(Command, frozen=True, kw_only=True, omit_defaults=True):
    who: CharacterRef
    what: str


def strike(play: Play, command: Strike) -> None:
    hurt(play, command.target, HIT.open(play, command.target, Blow(command.who, 8)))


def hurt(play: Play, who: str, blow: Blow) -> None:
    if not blow.parried:
        play.emit(who, DamageTaken(name="hp", amount=blow.amount))


def raise_guard(play: Play, command: Raise) -> None:
    play.emit(command.who, ConditionGained(name=command.what, condition=Condition(what=command.what)))


def shield(play: Play, who: str, blow: Blow) -> Blow:
    return blow._replace(amount=blow.amount // 2) if play.where(who, "conditions", "shield") else blow


def grit(play: Play, who: str, blow: Blow) -> Blow:
    return blow._replace(amount=blow.amount - 3) if play.where(who, "conditions", "grit") else blow


def parry(play: Play, who: str, blow: Blow) -> Blow:
    """Ask whether the blow is met; the answering blow is a window of its own, for the one who struck."""
    if not play.where(who, "conditions", "guard") or play.ask("parry", who, ("yes", "no"), "no", about=who) == "no":
        return blow
    hurt(play, blow.by, COUNTER.open(play, blow.by, Blow(who, 2)))
    return blow._replace(parried=True)


def counter_parry(play: Play, who: str, blow: Blow) -> Blow:
    """Whoever counters a counter opens the first window again, one deeper."""
    if not play.where(who, "conditions", "riposte"):
        return blow
    play.emit(who, Noted(name="depth", data={"open": " ".join(play.windows)}))
    hurt(play, blow.by, HIT.open(play, blow.by, Blow(who, 1)))
    return blow._replace(parried=True)


def forbid(play: Play, who: str, blow: Blow) -> Blow:
    if play.where(who, "conditions", "sacred"):
        play.refuse("sacred", "Nobody strikes them.")
    return blow


def endless(play: Play, who: str, blow: Blow) -> Blow:
    return HIT.open(play, who, blow)


HANDLERS: dict[Window[Any], Any] = {HIT: (shield, grit, forbid, parry), COUNTER: (counter_parry,)}


def game(windows: dict[Window[Any], Any] = HANDLERS, ordered: tuple[str, ...] = ()) -> System:
    kinds = (
        CommandSpec(name="strike", args=Strike, rule=strike, by="gm", summary="Strike somebody."),
        CommandSpec(name="raise", args=Raise, rule=raise_guard, by="gm", summary="Be ready for something."),
    )
    asked = (
        QuestionKind(name="parry", text="Whoever is struck is asked whether they parry."),
        QuestionKind(name="order", text="Whoever is struck says what comes first.", of="the window"),
    )
    return System(
        id="duel", name="Duel", version=1, kinds=kinds, windows=windows, ordered=ordered, question_kinds=asked
    )


def duel(*readied: str, system: System | None = None, foe: tuple[str, ...] = ()) -> GameTable:
    """Ana, readied for these things, and a foe who is readied for those."""
    table = GameTable(system or game())
    table.create("ana", tracks={"hp": 20}, owner="ana")
    table.create("foe", tracks={"hp": 20})
    for who, all_of_theirs in (("ana", readied), ("foe", foe)):
        for what in all_of_theirs:
            table.play("raise", who=who, what=what)
    return table


def struck(table: GameTable, **how: Any) -> int:
    return table.play("strike", who="foe", target="ana", **how)


def test_a_window_that_nobody_minds_leaves_the_payload_as_it_is() -> None:
    table = duel(system=game({HIT: ()}))
    struck(table)
    assert table.current("ana", "hp") == 12


def test_handlers_change_the_payload_in_the_order_in_which_the_game_lists_them() -> None:
    table = duel("shield", "grit")
    struck(table)
    assert table.current("ana", "hp") == 20 - (8 // 2 - 3)


def test_the_owner_orders_what_is_simultaneous_where_the_game_lets_them() -> None:
    table = duel("shield", "grit", system=game(ordered=("hit",)))
    struck(table, responses={"order/hit/ana/0": "grit"})
    assert table.current("ana", "hp") == 20 - (8 - 3) // 2


def test_a_handler_asks_and_the_rule_goes_on_with_the_answer() -> None:
    table = duel("guard")
    entry = struck(table)
    assert (table.current("ana", "hp"), table.current("foe", "hp")) == (20, 20)
    table.play("freeform.answer", deed=entry, key="parry/ana", choice="yes")
    assert (table.current("ana", "hp"), table.current("foe", "hp")) == (20, 18)


def test_a_declined_interrupt_lets_the_rule_go_on() -> None:
    table = duel("guard")
    struck(table, responses={"parry/ana": "no"})
    assert table.current("ana", "hp") == 12


def test_interrupts_are_interrupted_to_any_depth() -> None:
    table = duel("guard", foe=("riposte",))
    entry = struck(table, responses={"parry/ana": "yes", "parry/ana/2": "no"})
    (note,) = (one.event for one in table.emitted(entry) if isinstance(one.event, Noted))
    assert note.data == {"open": "hit counter"}
    assert (table.current("ana", "hp"), table.current("foe", "hp")) == (19, 20)


def test_a_handler_that_refuses_refuses_the_whole_command() -> None:
    table = duel("sacred")
    assert table.refusal("strike", who="foe", target="ana").rule == "sacred"


def test_handlers_after_one_that_ends_it_are_passed_by() -> None:
    table = duel("guard", "sacred", system=game({HIT: (parry, forbid), COUNTER: ()}))
    struck(table, responses={"parry/ana": "yes"})
    assert table.current("ana", "hp") == 20


def test_undoing_an_interrupter_lets_the_attack_that_it_interrupted_come_out_anew() -> None:
    table = duel("grit")
    raised = table.play("raise", who="ana", what="shield")
    struck(table)
    table.undo(raised)
    assert table.current("ana", "hp") == 20 - (8 - 3)
    table.redo(raised)
    assert table.current("ana", "hp") == 20 - (8 // 2 - 3)


def test_interrupts_that_answer_each_other_without_end_are_refused() -> None:
    refusal = duel(system=game({HIT: (endless,)})).refusal("strike", who="foe", target="ana")
    assert refusal.rule == "windows"
    assert str(MOST_NESTED) in refusal.player


def test_opening_a_window_that_the_game_does_not_declare_is_a_defect() -> None:
    with pytest.raises(ValueError, match="declares no window 'hit'"):
        struck(duel(system=game({})))


def chapter(windows: dict[Any, Any]) -> ModuleType:
    """A chapter that has only these handlers."""
    made = ModuleType("chapter")
    vars(made).update(WINDOWS=windows)
    return made


def registered(*chapters: dict[Any, Any], declared: tuple[Window[Any], ...] = (HIT, COUNTER)) -> System:
    """The game of these chapters beside those of a game that minds none of these windows, and with its data."""
    made = tuple(chapter(windows) for windows in chapters)
    return system_of("systems.midnight_in_vaia", (*CHAPTERS, *made), id="made", name="Made", windows=declared)


def test_chapters_register_their_handlers_in_the_order_of_the_chapters() -> None:
    system = registered({HIT: (shield,)}, {COUNTER: (counter_parry,), HIT: (grit, parry)})
    assert system.windows == {"hit": (shield, grit, parry), "counter": (counter_parry,)}


@pytest.mark.parametrize("window", [HIT, "hti"])
def test_a_chapter_that_minds_a_window_nobody_declared_is_an_error(window: object) -> None:
    with pytest.raises(ValueError, match=r"no window .* is declared"):
        registered({window: (shield,)}, declared=(COUNTER,))


def untyped(play: Play, who: str, blow):  # type: ignore[no-untyped-def]
    return blow


def of_another_payload(play: Play, who: str, blow: int) -> int:
    return blow


def forgetful(play: Play, who: str, blow: Blow) -> None:
    """Return no payload."""


@pytest.mark.parametrize("handler", [untyped, of_another_payload, forgetful, raise_guard])
def test_a_handler_takes_and_returns_the_payload_of_its_window(handler: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match=r"has to be \(play, subject, Blow\) -> Blow"):
        registered({HIT: (handler,)})


def test_two_windows_do_not_share_a_name() -> None:
    with pytest.raises(ValueError, match="two windows are called 'hit'"):
        registered(declared=(HIT, Window("hit", int)))


def test_two_handlers_of_a_window_do_not_share_a_name() -> None:
    with pytest.raises(ValueError, match="two handlers of the window 'hit'"):
        registered({HIT: (shield,)}, {HIT: (shield,)})
