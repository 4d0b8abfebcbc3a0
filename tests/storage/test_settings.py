"""What the environment may say, and what it is told when it says something else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.settings import VARIABLES, InvalidSetting, Settings, load

SECRET_URL = "postgresql://keeper:opensesame@db.example:5432/retcon"


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = load({})
    assert (settings.host, settings.port, settings.database_url, settings.token) == ("127.0.0.1", 8765, None, None)


def test_the_data_folder_is_the_users_by_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert load({}).data_dir == tmp_path / "retcon"


def test_every_variable_reaches_the_settings(tmp_path: Path) -> None:
    environment = dict(zip(VARIABLES, [str(tmp_path), SECRET_URL, "token-1", "::1", "80"], strict=True))
    assert load(environment) == Settings(
        data_dir=tmp_path, database_url=SECRET_URL, token="token-1", host="::1", port=80
    )


def test_a_variable_set_to_nothing_counts_as_not_set() -> None:
    assert load(dict.fromkeys(VARIABLES, " ")) == load({})


def test_a_relative_data_folder_is_taken_from_where_retcon_was_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert load({"RETCON_DATA_DIR": "here"}).data_dir == tmp_path / "here"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("RETCON_PORT", "0"),
        ("RETCON_PORT", "65536"),
        ("RETCON_PORT", "²"),
        ("RETCON_PORT", "http"),
        ("RETCON_HOST", "http://localhost"),
        ("RETCON_HOST", "[::1]"),
        ("RETCON_DATABASE_URL", "mysql://db/retcon"),
        ("RETCON_DATABASE_URL", "postgresql://db:port/retcon"),
        ("RETCON_DATABASE_URL", "postgresql://db"),
        ("RETCON_TOKEN", "two words"),
        ("RETCON_DATA_DIR", "/a\0b"),
        ("RETCON_DATA_DIR", __file__),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_variable(variable: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=variable) as refused:
        load({variable: value})
    assert refused.value.variable == variable


def test_printing_settings_shows_no_secret() -> None:
    settings = load({"RETCON_TOKEN": "opensesame", "RETCON_DATABASE_URL": SECRET_URL})
    assert "opensesame" not in repr(settings) + str(settings) + str(settings.__rich_repr__())


@pytest.mark.parametrize("value", ["mysql://u:opensesame@db/r", "postgresql://u:opensesame@db:port/r"])
def test_a_refused_database_address_is_not_repeated(value: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        load({"RETCON_DATABASE_URL": value})
    assert "opensesame" not in str(refused.value)


@given(st.dictionaries(st.sampled_from(sorted(VARIABLES)), st.text()))
def test_any_environment_is_read_or_refused_in_words(environment: dict[str, str]) -> None:
    assert _outcome(environment) in {"read", *(f"refused {variable}" for variable in environment)}


def _outcome(environment: dict[str, str]) -> str:
    try:
        load(environment)
    except InvalidSetting as refused:
        return f"refused {refused.variable}"
    return "read"
