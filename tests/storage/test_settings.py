"""What the environment may say, and what it is told when it says something else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.proxy.networks import Networks
from api.settings import VARIABLES, InvalidSetting, Settings, load, source

SECRET_URL = "postgresql://keeper:opensesame@db.example:5432/retcon"


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = load({})
    assert (settings.host, settings.port, settings.database_url, settings.token) == ("127.0.0.1", 8765, None, None)


def test_the_data_folder_is_the_users_by_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert load({}).data_dir == tmp_path / "retcon"


GIVEN = {
    "RETCON_DATABASE_URL": SECRET_URL,
    "RETCON_TOKEN": "token-1",
    "RETCON_PROFILE": "home",
    "RETCON_OWNER_TOKEN": "opensesame" * 4,
    "RETCON_HOST": "::1",
    "RETCON_PORT": "80",
    "RETCON_WORKERS": "2",
    "RETCON_PROXIES": "127.0.0.1, ::1",
    "RETCON_PATH": "/games/retcon/",
    "RETCON_LOG": "console",
    "RETCON_GUESSES_PER_MINUTE": "5",
    "RETCON_CONNECTIONS_PER_ADDRESS": "40",
    "RETCON_IDLE_SECONDS": "12",
    "RETCON_DICE_PER_MINUTE": "0",
    "RETCON_IMPORT_MEGABYTES": "300",
    "RETCON_BACKUPS": "off",
    "RETCON_WEBHOOKS": "any",
    "RETCON_DISCORD_APPLICATION": "845027738276462632",
    "RETCON_DISCORD_PUBLIC_KEY": "0f" * 32,
    "RETCON_DISCORD_BOT_TOKEN": "a.bot.token",
    "RETCON_DISCORD_API": "https://discord.example/api/v10/",
    "RETCON_OIDC_ISSUER": "https://id.example/realms/games",
    "RETCON_OIDC_CLIENT": "retcon",
    "RETCON_OIDC_SECRET": "a-client-secret",
    "RETCON_OIDC_SCOPES": "openid email",
    "RETCON_OIDC_NAME": "the club",
    "RETCON_OIDC_STRANGERS": "welcome",
    "RETCON_OIDC_OWNER": "248289761001",
    "RETCON_METRICS": "on",
    "RETCON_TRACING_URL": "http://collector:4318/v1/traces",
}


def expect_all_given(settings: Settings, data_dir: Path) -> None:
    assert settings == Settings(
        data_dir=data_dir,
        database_url=SECRET_URL,
        token="token-1",
        profile="home",
        owner_token="opensesame" * 4,
        host="::1",
        port=80,
        workers=2,
        proxies=Networks.of(["127.0.0.1", "::1"]),
        path="/games/retcon",
        log="console",
        guesses_per_minute=5,
        connections_per_address=40,
        idle_seconds=12,
        dice_per_minute=0,
        import_megabytes=300,
        backups=False,
        webhooks="any",
        discord_application="845027738276462632",
        discord_public_key="0f" * 32,
        discord_bot_token="a.bot.token",
        discord_api="https://discord.example/api/v10",
        oidc_issuer="https://id.example/realms/games",
        oidc_client="retcon",
        oidc_secret="a-client-secret",
        oidc_scopes="openid email",
        oidc_name="the club",
        oidc_strangers="welcome",
        oidc_owner="248289761001",
        metrics=True,
        tracing_url="http://collector:4318/v1/traces",
    )


def test_every_variable_reaches_the_settings(tmp_path: Path) -> None:
    given = {**GIVEN, "RETCON_DATA_DIR": str(tmp_path)}
    assert set(given) == set(VARIABLES)
    expect_all_given(load(given), tmp_path)


def test_every_variable_may_come_from_a_file(tmp_path: Path) -> None:
    def file(variable: str, value: str) -> str:
        (tmp_path / variable).write_text(f"{value}\n")
        return str(tmp_path / variable)

    given = {**GIVEN, "RETCON_DATA_DIR": str(tmp_path)}
    expect_all_given(load({f"{name}_FILE": file(name, value) for name, value in given.items()}), tmp_path)


def test_a_value_and_a_file_for_it_are_refused(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("opensesame")
    with pytest.raises(InvalidSetting, match="RETCON_TOKEN_FILE") as refused:
        load({"RETCON_TOKEN": "opensesame", "RETCON_TOKEN_FILE": str(tmp_path / "token")})
    assert "opensesame" not in str(refused.value)


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xfe"])
def test_a_file_that_holds_no_value_is_named(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "token").write_bytes(content)
    with pytest.raises(InvalidSetting, match="RETCON_TOKEN_FILE"):
        load({"RETCON_TOKEN_FILE": str(tmp_path / "token")})


def test_what_decides_a_setting_is_known(tmp_path: Path) -> None:
    environment = {"RETCON_PORT": "80", "RETCON_TOKEN_FILE": "/run/token"}
    sources = {name: source(environment, name) for name in ("RETCON_PORT", "RETCON_TOKEN", "RETCON_HOST")}
    assert sources == {"RETCON_PORT": "RETCON_PORT", "RETCON_TOKEN": "RETCON_TOKEN_FILE", "RETCON_HOST": None}


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
        ("RETCON_WORKERS", "0"),
        ("RETCON_WORKERS", "9"),
        ("RETCON_WORKERS", "many"),
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
        ("RETCON_IDLE_SECONDS", "0"),
        ("RETCON_CONNECTIONS_PER_ADDRESS", "-1"),
        ("RETCON_PROXIES", "proxy.example"),
        ("RETCON_PROXIES", "10.0.0.1/8"),
        ("RETCON_PATH", "retcon"),
        ("RETCON_PATH", "/a//b"),
        ("RETCON_PATH", "/a/../b"),
        ("RETCON_PATH", "/api"),
        ("RETCON_LOG", "loud"),
        ("RETCON_GUESSES_PER_MINUTE", "-1"),
        ("RETCON_DICE_PER_MINUTE", "many"),
        ("RETCON_BACKUPS", "no"),
        ("RETCON_METRICS", "yes"),
        ("RETCON_TRACING_URL", "collector"),
        ("RETCON_TRACING_URL", "http://[collector"),
        ("RETCON_DISCORD_APPLICATION", "retcon"),
        ("RETCON_DISCORD_APPLICATION", "8" * 21),
        ("RETCON_DISCORD_PUBLIC_KEY", "0f" * 31),
        ("RETCON_DISCORD_PUBLIC_KEY", "0g" * 32),
        ("RETCON_DISCORD_API", "discord.com"),
        ("RETCON_OIDC_ISSUER", "id.example"),
        ("RETCON_OIDC_ISSUER", "http://id.example"),
        ("RETCON_OIDC_SCOPES", "profile"),
        ("RETCON_OIDC_STRANGERS", "yes"),
        ("RETCON_DATA_DIR", __file__),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_variable(variable: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=variable) as refused:
        load({variable: value})
    assert refused.value.variable == variable


def test_printing_settings_shows_no_secret() -> None:
    secrets = {"RETCON_TOKEN": "opensesame", "RETCON_OWNER_TOKEN": "opensesame" * 4}
    settings = load({**secrets, "RETCON_DATABASE_URL": SECRET_URL})
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


def test_a_discord_application_needs_both_its_id_and_its_key() -> None:
    with pytest.raises(InvalidSetting, match="RETCON_DISCORD_PUBLIC_KEY is missing"):
        load({"RETCON_DISCORD_APPLICATION": "845027738276462632"})
    with pytest.raises(InvalidSetting, match="RETCON_DISCORD_APPLICATION is missing"):
        load({"RETCON_DISCORD_PUBLIC_KEY": "0f" * 32})
