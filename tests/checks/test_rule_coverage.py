"""What counts as proof of a rule, and what the check says where proof is missing."""

from pathlib import Path

import pytest

from api.testing.coverage import main, proved_rules

MARK = '@pytest.mark.rules("XX-ONE-01")\n'


def project(root: Path, rules: str, test: str = "") -> Path:
    (root / "systems" / "chess").mkdir(parents=True)
    (root / "systems" / "chess" / "rules.toml").write_text(rules)
    (root / "tests").mkdir()
    (root / "tests" / "test_chess.py").write_text(test)
    return root


def covered(root: Path) -> int:
    return main(root / "systems", root / "tests")


def rule(rule_id: str, extra: str = "") -> str:
    return f'[[rule]]\nid = "{rule_id}"\ntext = "Pawns move forward."\n{extra}\n'


@pytest.mark.parametrize(
    "test",
    [
        MARK + "def test_a(): assert 1",
        MARK + "async def test_a():\n    with pytest.raises(ValueError): f()",
        MARK + "def test_a(): then_the_pawn_is_at('e4')",
        MARK + "def test_a(): game.expect('e4')",
        MARK + "def test_a(): moved('e4')\ndef moved(x): assert x",
        MARK + "class TestA:\n    def test_a(self): assert 1",
        "pytestmark = " + MARK[1:] + "def test_a(): assert 1",
        "@pytest.mark.parametrize('a', [pytest.param(1, marks=" + MARK[1:-1] + ")])\ndef test_a(a): assert a",
    ],
)
def test_an_asserting_test_proves_the_rule_it_is_marked_with(test: str) -> None:
    assert proved_rules({"test_a.py": test}) == {"XX-ONE-01"}


@pytest.mark.parametrize(
    "test",
    [
        MARK + "def test_a(): move('e4')",
        MARK + "def helper(): assert 1",
        "def test_a(): assert 'XX-ONE-01'",
        MARK + "def test_a(): moved('e4')\ndef moved(x): return x",
    ],
)
def test_what_asserts_nothing_or_is_not_marked_proves_nothing(test: str) -> None:
    assert proved_rules({"test_a.py": test}) == frozenset()


def test_a_proved_system_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = project(tmp_path, rule("XX-ONE-01"), MARK + "def test_a(): assert 1")
    assert (covered(root), capsys.readouterr().out) == (0, "chess: 1 of 1 rules proved\n")


def test_a_planned_rule_owes_no_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = project(tmp_path, rule("XX-ONE-01", "planned = true"))
    assert (covered(root), capsys.readouterr().out) == (0, "chess: 0 of 0 rules proved, 1 planned\n")


def test_a_rule_without_a_test_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert covered(project(tmp_path, rule("XX-ONE-01"))) == 1
    assert "no test proves XX-ONE-01" in capsys.readouterr().out


def test_a_mark_for_a_rule_the_system_does_not_have_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = project(tmp_path, rule("XX-TWO-02", "planned = true"), MARK + "def test_a(): assert 1")
    assert covered(root) == 1
    assert "a test names XX-ONE-01" in capsys.readouterr().out


def test_a_mark_of_a_system_not_there_yet_is_no_fault(tmp_path: Path) -> None:
    assert covered(project(tmp_path, rule("YY-ONE-01", "planned = true"), MARK + "def test_a(): assert 1")) == 0


def test_a_ruling_may_be_named_and_owes_no_test(tmp_path: Path) -> None:
    rulings = rule("XX-ONE-01") + '[[ruling]]\nid = "XX-RULING-01"\n'
    marked = '@pytest.mark.rules("XX-ONE-01", "XX-RULING-01")\ndef test_a(): assert 1'
    assert covered(project(tmp_path, rulings, marked)) == 0


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (rule("XX-ONE-01", "planned = true") * 2, "2 times"),
        ('[[rule]]\nid = "XX-ONE-01"\nplanned = true\ntext = " "', "has no text"),
        ('[[rule]]\ntext = "Pawns move forward."', "has no id"),
    ],
)
def test_a_faulty_rules_file_is_told_its_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, fault: str
) -> None:
    assert covered(project(tmp_path, rules)) == 1
    assert fault in capsys.readouterr().out


def test_without_any_rules_there_is_nothing_to_prove(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "systems").mkdir()
    assert (covered(tmp_path), capsys.readouterr().out) == (0, "no system has a rules.toml yet\n")


def test_a_game_in_a_package_of_its_own_is_counted_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = project(tmp_path, rule("XX-ONE-01"), MARK + "def test_a(): assert 1")
    assert (main(root / "systems" / "chess", root / "tests"), capsys.readouterr().out) == (
        0,
        "chess: 1 of 1 rules proved\n",
    )
