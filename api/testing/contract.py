"""Promises of every game about its commands, rolls and questions, as tests that any game's tests inherit:

class TestMyGame(GameContract):
    games = (SYSTEM,)
"""

from __future__ import annotations

from typing import Any, ClassVar

from api.testing.games import GameTable
from api.testing.keys import disagreements, marked_fields, refused_keys
from domain.question_keys import QuestionKind
from domain.system import RollKind, System
from projections.views.catalogue import entries_in, uses_of

PLAYER, STRANGER = "ana", "zoe"
"""The member who plays the characters of the examples, and a player who owns nothing."""


class GameContract:
    """Tests of a class that inherits it, one for each game in `games`, or for each command of theirs."""

    games: ClassVar[tuple[System, ...]] = ()

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Give each test the games, or their commands."""
        if "type" in metafunc.fixturenames:
            cases = [(game, type) for game in self.games for type in sorted(game.kinds)]
            metafunc.parametrize(("game", "type"), cases, ids=[type for _, type in cases])
        elif "game" in metafunc.fixturenames:
            metafunc.parametrize("game", self.games, ids=[game.id for game in self.games])

    def test_the_example_of_a_command_works(self, game: System, type: str) -> None:
        table, args = set_up(game, type)
        stored = table.ledger.store.entry(table.campaign_id, table.play(type, **args))
        assert stored is not None
        assert stored.status == "standing"

    def test_a_command_is_turned_away_from_who_may_not_give_it(self, game: System, type: str) -> None:
        by = game.kinds[type].by
        table, args = set_up(game, type)
        for player in {"gm": (PLAYER, STRANGER), "owner": (STRANGER,)}.get(by, ()):
            assert table.forbidden(type, as_player=player, **args)

    def test_the_catalogue_has_the_choices_of_the_fields_that_take_its_keys(self, game: System) -> None:
        assert list(disagreements(game)) == []

    def test_commands_take_every_key_of_the_catalogue_that_they_name(self, game: System) -> None:
        named = [type for type in game.kinds if any(marked_fields(game, type))]
        assert [wrong for type in named for wrong in refused_keys(game, *set_up(game, type), type)] == []

    def test_every_entry_of_the_catalogue_has_an_address_and_rules_that_there_are(self, game: System) -> None:
        entries = list(entries_in(game))
        assert len({(entry.kind, entry.id) for entry in entries}) == len(entries)
        assert {rule for entry in entries for rule in entry.rules} <= game.rules.keys()

    def test_what_an_entry_of_the_catalogue_names_is_in_the_catalogue(self, game: System) -> None:
        keys = {(entry.kind, entry.key) for entry in entries_in(game)}
        named = {
            (field.of, value)
            for entry in entries_in(game)
            for field in entry.fields
            if field.of
            for value in field.values
        }
        assert named <= keys

    def test_every_kind_of_the_catalogue_is_taken_by_a_command(self, game: System) -> None:
        assert [kind for kind in game.catalogue if kind not in uses_of(game)] == []

    def test_every_command_says_what_it_does(self, game: System) -> None:
        assert [kind.name for kind in game.kinds.values() if not kind.summary.endswith(".")] == []

    def test_every_rule_that_is_named_says_something(self, game: System) -> None:
        named = {rule for kind in game.kinds.values() for rule in kind.rules}
        named |= {rule for option in game.options.values() for rule in option.rules}
        assert named <= game.rules.keys()

    def test_every_kind_of_rolls_and_questions_is_told_in_a_sentence(self, game: System) -> None:
        kinds: list[RollKind | QuestionKind] = [
            *(game.roll_kinds or {}).values(),
            *(game.question_kinds or {}).values(),
        ]
        assert [kind.name for kind in kinds if not kind.text.endswith(".") or len(kind.text.split()) < 4] == []


def set_up(game: System, type: str) -> tuple[GameTable, dict[str, Any]]:
    """Return a table at which the example of a command works next, and the args of that example."""
    table, player = GameTable(game, {"dice": "server"}, players=(PLAYER, STRANGER)), game.examples.player
    for step in (*game.examples.setup, *game.examples.before(type)):
        table.play(step.type, **seated(step.args, player))
    return table, seated(dict(game.kinds[type].example), player)


def seated(args: Any, player: str) -> Any:
    """Args in which the table's player sits where the example has its own."""
    match args:
        case str():
            return PLAYER if args == player else args
        case dict():
            return {key: seated(value, player) for key, value in args.items()}
        case list() | tuple():
            return [seated(item, player) for item in args]
        case _:
            return args
