"""What was unlocked is passed on: in documents, to those who have them, and at meetings."""

from typing import Any

import pytest

from domain.play.refusals import Absent
from systems.weaverdice.investigation.briefings import WRITEUP
from tests.games.weaverdice.informing import Briefing


@pytest.fixture
def table() -> Briefing:
    table = Briefing()
    table.lay()
    table.unlock("0/0", "0/1")
    table.cape("pal", owner="")
    table.begin()
    return table


def knowing(table: Briefing, who: str) -> list[str]:
    """The spaces that a character knows."""
    cells = table.group("crew").cells
    return sorted(n.removeprefix("target/") for n, cell in cells.items() if table.ref(who) in cell.known_by)


def documents(table: Briefing, who: str) -> list[str]:
    return [name for name, item in table.sheet(who).items.items() if item.what == WRITEUP]


@pytest.mark.rules("WD-UTIL-07")
class TestSpellingItOut:
    def write(self, table: Briefing, **more: Any) -> int:
        return table.on("spell_it_out", who="bandit", **more)

    def test_unlocks_become_a_document(self, table: Briefing) -> None:
        self.write(table)
        (document,) = table.sheet("bandit").items.values()
        assert document.data["spaces"] == "target/0/0 target/0/1"

    def test_the_receiver_of_a_document_knows_its_spaces(self, table: Briefing) -> None:
        self.write(table, to=["ribbit", "pal"])
        assert [knowing(table, who) for who in ("ribbit", "pal")] == [["0/0", "0/1"]] * 2

    def test_some_of_them_can_be_written_up(self, table: Briefing) -> None:
        self.write(table, spaces=["0/1"], to=["pal"])
        assert knowing(table, "pal") == ["0/1"]

    def test_what_the_writer_does_not_know_cannot(self, table: Briefing) -> None:
        table.unlock("1/0", by=("ribbit",))
        assert table.refused("spell_it_out", who="bandit", spaces=["1/0"]) == "WD-UTIL-07"

    def test_a_locked_space_cannot_be_spelled_out(self, table: Briefing) -> None:
        assert table.refused("spell_it_out", who="bandit", spaces=["3/3"]) == "WD-UTIL-07"

    def test_a_later_owner_of_a_document_reads_it(self, table: Briefing) -> None:
        self.write(table)
        (document,) = documents(table, "bandit")
        move: dict[str, Any] = {"from": "bandit", "to": "pal", "item": document}
        table.play("freeform.transfer_item", **move)
        table.play("read_writeup", who="pal", item=document)
        assert knowing(table, "pal") == ["0/0", "0/1"]

    def test_nobody_reads_a_document_that_they_do_not_have(self, table: Briefing) -> None:
        self.write(table)
        with pytest.raises(Absent):
            table.play("read_writeup", who="pal")

    def test_a_document_tells_what_it_told_when_it_was_written(self, table: Briefing) -> None:
        self.write(table, to=["pal"])
        table.unlock("1/0")
        table.play("read_writeup", who="pal")
        assert knowing(table, "pal") == ["0/0", "0/1"]

    def test_spelling_it_out_ends_the_action(self, table: Briefing) -> None:
        self.write(table)
        assert table.refused("spell_it_out", who="bandit") == "WD-UTIL-11"


@pytest.mark.rules("WD-UTIL-08")
class TestPresentation:
    def test_every_member_knows_what_the_speaker_knows(self, table: Briefing) -> None:
        table.on("hold_presentation", who="bandit")
        assert knowing(table, "ribbit") == ["0/0", "0/1"]

    def test_everybody_present_learns_what_is_presented(self, table: Briefing) -> None:
        table.on("hold_presentation", who="bandit", present=["pal"])
        assert (knowing(table, "pal"), knowing(table, "ribbit")) == (["0/0", "0/1"], [])

    def test_the_speaker_tells_no_more_than_they_know(self, table: Briefing) -> None:
        table.unlock("1/0", by=("ribbit",))
        table.on("hold_presentation", who="bandit", present=["pal"])
        assert knowing(table, "pal") == ["0/0", "0/1"]

    def test_a_speaker_who_knows_no_space_has_none_to_present(self, table: Briefing) -> None:
        table.begin("ribbit")
        assert table.refused("hold_presentation", who="ribbit") == "WD-UTIL-07"

    def test_a_presentation_ends_the_action(self, table: Briefing) -> None:
        table.on("hold_presentation", who="bandit")
        assert not table.is_under_way()
