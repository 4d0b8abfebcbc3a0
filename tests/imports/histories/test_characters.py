"""Tables of characters: which column says what, and what a row becomes."""

from collections.abc import Iterator, Sequence

import pytest

from api.imports.characters.columns import CharacterColumns, WrongCharacterColumns, mapped_columns
from api.imports.characters.reading import read_characters
from api.imports.history.records import ToldCharacter, ToldHistory, ToldPool

Read = tuple[list[ToldCharacter], list[tuple[str, str]]]


@pytest.fixture
def histories() -> Iterator[list[ToldHistory]]:
    made: list[ToldHistory] = []
    yield made
    for history in made:
        history.close()


def read(histories: list[ToldHistory], *rows: str, head: str = "Name,Player,Class,HP,HP max,Str,Hidden") -> Read:
    history, _ = read_characters([f"{line}\n".encode() for line in (head, *rows)], "Heroes", {})
    histories.append(history)
    return history.characters, [(fault.record, fault.text) for fault in history.faults]


class TestColumns:
    def test_character_columns_are_known_by_their_usual_names(self) -> None:
        assert mapped_columns(["Character_Name", "Played by", "AC"], {}) == CharacterColumns(
            {"name": "Character_Name", "player": "Played by"}, {"ac": "AC"}, {}
        )

    def test_the_importer_may_name_the_character_columns(self) -> None:
        assert mapped_columns(["Held", "LP"], {"name": "Held", "hp": "LP"}) == CharacterColumns(
            {"name": "Held"}, {"hp": "LP"}, {}
        )

    @pytest.mark.parametrize("column", ["HP max", "max_hp", "Maximum HP", "hp-maximum"])
    def test_a_column_of_maxima_belongs_to_its_value(self, column: str) -> None:
        assert mapped_columns(["Name", "HP", column], {}).maxima == {"hp": column}

    def test_a_value_keeps_its_maximum_under_another_name(self) -> None:
        assert mapped_columns(["Name", "LP", "LP max"], {"hp": "LP"}).maxima == {"hp": "LP max"}

    @pytest.mark.parametrize(
        ("columns", "wished", "sentence"),
        [
            (("A",), {"name": "B"}, "There is no column 'B'; there are A"),
            (("Hero", "PC"), {}, "The columns 'Hero' and 'PC' may both be its name; say which one: --column name=…"),
            (("Name", "A b", "a-B"), {}, "The columns 'A b' and 'a-B' may both be its a-b"),
            (("A",), {}, "No column holds the names; there are A. Name it: --column name=…"),
            ((), {}, "there are none"),
        ],
    )
    def test_what_is_wrong_with_them_is_told(
        self, columns: Sequence[str], wished: dict[str, str], sentence: str
    ) -> None:
        with pytest.raises(WrongCharacterColumns, match=sentence):
            mapped_columns(columns, wished)


class TestRows:
    def test_a_row_becomes_a_character_with_values_pools_and_words(self, histories: list[ToldHistory]) -> None:
        [person], faults = read(histories, "Mira,Ana,Rogue,9,21,+2,")
        assert (person.name, person.owners, person.hidden, person.sheet, faults) == ("Mira", ("ana",), False, "all", [])
        assert (person.attributes, person.pools, person.data) == (
            {"str": 2},
            {"hp": ToldPool(9, 21)},
            {"class": "Rogue"},
        )

    def test_a_pool_may_stand_in_one_cell(self, histories: list[ToldHistory]) -> None:
        [person], _ = read(histories, "Mira,9 / 21", head="Name,HP")
        assert person.pools == {"hp": ToldPool(9, 21)}

    @pytest.mark.parametrize("cell", ["3.5", "1.250", "d6", "1/2/3", "9999999999"])
    def test_what_is_no_whole_number_is_kept_as_words(self, histories: list[ToldHistory], cell: str) -> None:
        [person], _ = read(histories, f"Mira,{cell}", head="Name,Weight")
        assert (person.attributes, person.data) == ({}, {"weight": cell})

    def test_a_hidden_one_is_the_game_masters(self, histories: list[ToldHistory]) -> None:
        [person], _ = read(histories, "Orlo,,,,,,yes")
        assert (person.hidden, person.sheet) == (True, "gm")

    def test_players_are_people_once_each(self, histories: list[ToldHistory]) -> None:
        read(histories, "Mira,Ana,,,,,", "Kite,ANA,,,,,", "Orlo,,,,,,")
        assert [(person.key, person.name) for person in histories[0].people] == [("ana", "Ana")]

    @pytest.mark.parametrize(
        ("row", "sentence"),
        [
            (",Ana,,,,,", "It has no name; give every character one."),
            ("Mira,,,,,,maybe", "Whether they are hidden is 'maybe'; write yes or no."),
            ("M" * 81 + ",,,,,,", "The name may have 80 characters at most, not 81."),
            ("Mira,,,,,," + "\nMira,,,,,,", "Line 2 already has a character of that name."),
            ("Mira,,", "It has 3 cells; the head of the table has 7."),
            ("Mira,,," + "9" * 2_001 + ",,,", "Its HP has 2,001 characters; a value has 2,000 at most."),
        ],
    )
    def test_a_row_that_is_nobody_is_told_and_the_others_come_in(
        self, histories: list[ToldHistory], row: str, sentence: str
    ) -> None:
        person, faults = read(histories, *row.split("\n"), "Kite,,,,,,")
        assert ([text for _, text in faults], person[-1].name) == ([sentence], "Kite")

    def test_a_head_that_names_a_column_twice_is_refused(self) -> None:
        with pytest.raises(WrongCharacterColumns, match="it names the column 'HP' twice"):
            read_characters([b"Name,HP,HP\n"], "Heroes", {})

    def test_json_lines_are_rows_as_well(self, histories: list[ToldHistory]) -> None:
        history, _ = read_characters([b'{"name": "Mira", "hp": 9}\n', b'{"name": "Kite", "ac": 15}\n'], "Heroes", {})
        histories.append(history)
        assert [(one.name, one.attributes) for one in history.characters] == [("Mira", {"hp": 9}), ("Kite", {"ac": 15})]
