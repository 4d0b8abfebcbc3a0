"""Escapes: who gets free, and by which rolls."""

from __future__ import annotations

import pytest

from tests.games.cthulhu_eternal.brawl import Brawl, pin, target_of


class TestEscape:
    def held(self, **bo: int) -> Brawl:
        """Ana has pinned Bo in the turn before; it is her count."""
        table = Brawl()
        table.person("bo", dex=11, **bo)  # type: ignore[arg-type]
        table.begin(ana=14, bo=11, cal=9)
        pin(table)
        table.next(3)
        return table

    @pytest.mark.rules("CE-ACT-17")
    @pytest.mark.parametrize(
        ("strength", "unarmed", "target"), [(12, 59, 60), (12, 61, 61), (12, 60, 60), (3, 15, 15), (18, 20, 90)]
    )
    def test_an_escape_rolls_the_better_of_str_and_unarmed_combat(
        self, strength: int, unarmed: int, target: int
    ) -> None:
        table = self.held(str=strength, unarmed_combat=unarmed)
        table.next()
        escaped = table.play("escape", who="bo", dice={"escape": [98], "hold/ana": [98]})
        assert target_of(table, escaped, "escape") == target

    @pytest.mark.rules("CE-ACT-18")
    @pytest.mark.parametrize(("strength", "unarmed", "target"), [(13, 60, 65), (11, 60, 60)])
    def test_who_does_not_attack_holds_on_with_the_better_of_both(
        self, strength: int, unarmed: int, target: int
    ) -> None:
        table = Brawl()
        table.person("ana", dex=14, str=strength, unarmed_combat=unarmed)
        table.begin(ana=14, bo=11)
        pin(table)
        table.next(3)
        escaped = table.play("escape", who="bo", dice={"escape": [50], "hold/ana": [40]})
        assert target_of(table, escaped, "hold") == target

    @pytest.mark.rules("CE-ACT-18", "CE-RULING-02", "CE-RULING-03")
    @pytest.mark.parametrize(
        ("escape", "hold", "free"),
        [
            (50, 40, True),
            (40, 50, False),
            (50, 50, False),
            (50, 70, True),
            (70, 80, False),
            (11, 50, True),
            (50, 11, False),
        ],
    )
    def test_the_escape_has_to_overcome_the_hold(self, escape: int, hold: int, free: bool) -> None:
        table = self.held()
        table.next()
        table.play("escape", who="bo", dice={"escape": [escape], "hold/ana": [hold]})
        assert ("pinned" not in table.conditions("bo")) is free

    @pytest.mark.rules("CE-ACT-18")
    @pytest.mark.parametrize(("escape", "free"), [(41, True), (40, False), (39, False)])
    def test_who_attacks_the_pinned_in_this_turn_holds_on_by_that_roll(self, escape: int, free: bool) -> None:
        table = self.held()
        table.strike("ana", "bo", 40, 2)
        table.next()
        table.play("escape", who="bo", dice={"escape": [escape]})
        assert ("pinned" not in table.conditions("bo")) is free

    @pytest.mark.rules("CE-ACT-18")
    def test_an_attack_on_another_is_no_hold(self) -> None:
        table = self.held()
        table.strike("ana", "cal", 70)
        table.next()
        escaped = table.play("escape", who="bo", dice={"escape": [50], "hold/ana": [40]})
        assert table.rolls(escaped) == {"escape": 50, "hold/ana": 40}

    @pytest.mark.rules("CE-ACT-19")
    @pytest.mark.parametrize(("blow", "hp"), [(45, 10), (50, 8), (51, 8)])
    def test_free_the_same_roll_defends_until_the_next_action(self, blow: int, hp: int) -> None:
        table = self.held()
        table.next()
        table.play("escape", who="bo", dice={"escape": [50], "hold/ana": [40]})
        table.next()
        table.strike("cal", "bo", blow, 2 if hp < 10 else None)
        assert (table.conditions("bo"), table.hp("bo")) == (["escaping"], hp)

    @pytest.mark.rules("CE-ACT-19")
    def test_the_next_action_ends_that(self) -> None:
        table = self.held()
        table.next()
        table.play("escape", who="bo", dice={"escape": [50], "hold/ana": [40]})
        table.next(3)
        table.play("act", who="bo", what="Runs.")
        assert table.conditions("bo") == []

    @pytest.mark.rules("CE-ACT-19")
    def test_of_two_who_pin_both_have_to_be_overcome(self) -> None:
        table = Brawl()
        table.begin(ana=14, cal=12, bo=11)
        pin(table)
        table.next()
        pin(table, "cal")
        table.next(3)
        table.next()
        dice = {"escape": [50], "hold/ana": [40], "hold/cal": [55]}
        table.play("escape", who="bo", dice=dice)
        assert ("pinned" in table.conditions("bo"), table.sheet("ana").links) == (True, {})

    @pytest.mark.rules("CE-ACT-19", "CE-RULING-58")
    def test_on_a_shared_count_they_are_pinned_until_it_is_over(self) -> None:
        table = Brawl()
        table.begin(ana=12, bo=12)
        pin(table)
        table.next()
        table.play("escape", who="bo", dice={"escape": [50], "hold/ana": [40]})
        assert table.conditions("bo") == ["pinned"]
        struck = table.strike("ana", "bo", 80, 3)
        assert target_of(table, struck, "attack") == 80
        table.next()
        assert (table.conditions("bo"), table.hp("bo")) == (["escaping"], 7)

    @pytest.mark.rules("CE-ACT-20")
    def test_who_fails_stays_pinned_and_cannot_defend(self) -> None:
        table = self.held()
        table.next()
        table.play("escape", who="bo", dice={"escape": [70], "hold/ana": [80]})
        table.next()
        table.strike("cal", "bo", 2, 3)
        assert (table.conditions("bo"), table.hp("bo")) == (["pinned"], 7)

    @pytest.mark.rules("CE-ACT-20")
    def test_a_dodge_is_refused(self) -> None:
        table = self.held()
        table.next()
        assert table.refusal("dodge", who="bo").rule == "CE-DEF-12"
