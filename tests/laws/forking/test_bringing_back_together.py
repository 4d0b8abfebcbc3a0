"""What one entry of a fork creates is called otherwise in the campaign, and those that come back with it name it so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from domain.aggregates import CAMPAIGN, Campaign
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import RevisionRefused
from domain.play.refusals import Refused
from tests.laws.forking.test_bringing_back import back, fight, planned, written
from tests.laws.readers import untouched
from tests.laws.ring import Ring


def test_what_one_creates_is_meant_by_those_after_it() -> None:
    ring, forked = fight()
    entries = [forked.play("create", name="eve"), forked.play("hurt", target="eve", amount=2)]
    back(ring, forked, *entries)
    assert ring.hp("eve") == 18
    ring.check()


def test_an_instance_of_the_campaigns_own_under_the_same_id_is_not_touched() -> None:
    ring, forked = fight()
    forked.play("note")
    created = forked.play("create", name="eve")
    while ring.store.head(ring.campaign).entry < created - 1:
        ring.play("note")
    ring.play("create", name="fay")
    back(ring, forked, created, forked.play("hurt", target="eve", amount=2), after=created)
    assert (ring.hp("eve"), ring.hp("fay")) == (18, 20)


def test_a_condition_that_one_brings_is_ended_by_another() -> None:
    ring, forked = fight()
    blessed = forked.play("bless", target="ada")
    weak = forked.play("weaken", target="ada", condition=f"blessed-{blessed}")
    ended = forked.play("unbless", target="ada", condition=f"blessed-{blessed}")
    back(ring, forked, blessed, weak)
    assert (list(ring.who("ada").conditions), list(ring.who("ada").modifiers)) == (["blessed-4i2"], ["weak-4i1"])
    back(ring, forked, blessed, ended)
    assert list(ring.who("ada").conditions) == ["blessed-4i2"]
    ring.check()


def test_inserts_that_stand_there_already_are_counted() -> None:
    ring, forked = fight()
    ring.insert(4, "bless", target="ada")
    blessed = forked.play("bless", target="ada")
    back(ring, forked, blessed, forked.play("unbless", target="ada", condition=f"blessed-{blessed}"))
    assert list(ring.who("ada").conditions) == ["blessed-4i1"]


def test_what_an_insert_of_the_fork_made_is_known_by_its_place_there() -> None:
    ring, forked = fight()
    first = forked.play("note")
    blessed = forked.insert(first, "bless", target="ada") + 1
    ended = forked.play("unbless", target="ada", condition=f"blessed-{first}i1")
    back(ring, forked, blessed, ended)
    assert list(ring.who("ada").conditions) == []


def test_the_order_in_which_they_are_named_does_not_matter() -> None:
    ring, forked = fight()
    created = forked.play("create", name="eve")
    hit = forked.play("hurt", target="eve", amount=2)
    assert list(back(ring, forked, hit, created).became) == [created, hit]
    assert ring.hp("eve") == 18


def test_a_handle_that_is_taken_meanwhile_stands_in_the_way() -> None:
    ring, forked = fight()
    ring.play("create", name="eve")
    entries = [forked.play("create", name="eve"), forked.play("hurt", target="eve", amount=2)]
    with untouched(ring), pytest.raises(RevisionRefused) as refused:
        back(ring, forked, *entries, after=6)
    assert refused.value.plan.conflicts[0].refusal is not None


def test_a_dry_run_and_what_is_written_are_the_same_plan() -> None:
    ring, forked = fight()
    entries = [forked.play("create", name="eve"), forked.play("hurt", target="eve", amount=2)]
    shown = planned(back(ring, forked, *entries, dry_run=True))
    ring.play("note")
    assert written(back(ring, forked, *entries, plan=shown.hash)).header.kind == "revision"


def test_a_retry_of_them_brings_nothing_twice() -> None:
    ring, forked = fight()
    entries = [forked.play("create", name="eve"), forked.play("hurt", target="eve", amount=2)]
    again = "11111111-1111-4111-8111-111111111111"
    first, second = (back(ring, forked, *entries, id=again) for _ in range(2))
    assert (written(second), second.became, ring.hp("eve")) == (written(first), first.became, 18)


def test_undone_and_redone_they_are_the_same_again() -> None:
    ring, forked = fight()
    entries = [forked.play("create", name="eve"), forked.play("hurt", target="eve", amount=2)]
    revision = written(back(ring, forked, *entries)).header.number
    ring.undo(revision)
    ring.redo(revision)
    assert ring.hp("eve") == 18
    ring.check()


@pytest.mark.parametrize("seed", range(12))
def test_all_that_a_fork_did_comes_to_the_same_in_the_campaign(seed: int) -> None:
    ring = Ring("ada", "bo", seed=seed)
    forked = ring.fork()
    entries = list(strolls(forked, 25))
    became = back(ring, forked, *entries).became
    script = LedgerReader(ring.store, ring.campaign).script
    assert characters(ring) == characters(forked, {origin: script.key(here) for origin, here in became.items()})
    assert len(became) == len(entries) > 0
    ring.check()


def characters(ring: Ring, called: dict[int, str] | None = None) -> object:
    """Everybody's state, where the names of what these entries made end otherwise."""
    states = b",".join(b'"%s":%s' % (ref.encode(), state) for ref, state in ring.states().items() if ref != CAMPAIGN)
    ending = re.compile(rb"(?<=[a-z]-)(\d+)\b")
    return json.loads(b"{" + ending.sub(lambda m: (called or {}).get(int(m[1]), m[1].decode()).encode(), states) + b"}")


def strolls(ring: Ring, steps: int) -> Iterator[int]:
    """Random commands without dice that create things and name what was created; those that came to something."""
    for number in range(steps):
        campaign = ring.world().aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        who, target = ring.random.sample(sorted(campaign.handles), 2)
        blessings = [(name, one) for name in (who, target) for one in ring.who(name).conditions]
        name, condition = ring.random.choice(blessings or [(who, "none")])
        commands: list[dict[str, object]] = [
            {"word": "create", "name": f"p{number}"},
            {"word": "hurt", "target": target, "amount": 2},
            {"word": "guard", "who": who, "target": target},
            {"word": "bless", "target": target, "amount": 2},
            {"word": "weaken", "target": name, "condition": condition},
            {"word": "unbless", "target": name, "condition": condition},
            {"word": "turn", "target": target},
        ]
        with suppress(Refused):
            yield ring.play(**ring.random.choice(commands))  # type: ignore[arg-type]
