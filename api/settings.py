"""Settings of an installation, read from the environment: folders, addresses and limits."""

import re
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args
from urllib.parse import urlsplit

import msgspec
import platformdirs

from api.proxy.networks import Networks

Reach = Literal["public", "any", "off"]
"""The addresses that an installation sends news to: public ones over HTTPS, any, or none."""

VARIABLES: Final[Mapping[str, str]] = {
    "RETCON_DATA_DIR": "folder for the embedded database and the owner token; by default the user's data folder",
    "RETCON_DATABASE_URL": "a PostgreSQL 15 or newer to use instead of the embedded one, as postgresql://…",
    "RETCON_TOKEN": "token of the account the command line acts as; without it, as the campaign's GM",
    "RETCON_PROFILE": "service the command line works with, as `retcon login` named it; `local` is this machine",
    "RETCON_OWNER_TOKEN": "token of the installation's owner, 32 characters or more, best from a file; without it, one is made in the data folder",
    "RETCON_HOST": "address to listen on, 127.0.0.1 by default",
    "RETCON_PORT": "port to listen on, 8765 by default",
    "RETCON_WORKERS": "processes that answer requests, 1 by default, 8 at most; Linux and macOS",
    "RETCON_PROXIES": "addresses and networks (10.0.0.0/8, fd00::/8) of proxies, comma-separated, that say in X-Forwarded-For whom they forward",
    "RETCON_PATH": "path below which a proxy shows the service, such as /retcon; by default none",
    "RETCON_LOG": "json or console; by default console on a terminal, else json",
    "RETCON_GUESSES_PER_MINUTE": "wrong tokens and codes that an address may send a minute, 30 by default; 0: no limit",
    "RETCON_CONNECTIONS_PER_ADDRESS": "connections an address may have, 256 by default; 0: no limit, as for RETCON_PROXIES",
    "RETCON_IDLE_SECONDS": "seconds in which a connection must send the whole head of a request, and then the whole body, 30 by default",
    "RETCON_DICE_PER_MINUTE": "commands with server dice a member may give in a campaign a minute, 600; 0: no limit",
    "RETCON_IMPORT_MEGABYTES": "MiB of the largest file that may be imported over HTTP, 64 by default, 4096 at most; 0: none",
    "RETCON_BACKUPS": "on (the default) or off: a backup in the data folder before a new release changes the database",
    "RETCON_WEBHOOKS": "public (the default): webhooks go to public addresses over https; any: also to private ones and over http; or off",
    "RETCON_DISCORD_APPLICATION": "id of the Discord application whose interactions the service answers; by default none",
    "RETCON_DISCORD_PUBLIC_KEY": "public key of that Discord application, 64 hexadecimal digits, as Discord's developer portal shows it",
    "RETCON_DISCORD_BOT_TOKEN": "bot token of that Discord application, best from a file; only `retcon discord register` needs it",
    "RETCON_DISCORD_API": "address of Discord's HTTP API, https://discord.com/api/v10 by default; another one for a proxy",
    "RETCON_OIDC_ISSUER": "OpenID Connect provider with which people may sign in, as https://id.example/realms/games; by default none",
    "RETCON_OIDC_CLIENT": "id that this service has at that provider",
    "RETCON_OIDC_SECRET": "secret that this service has at that provider, best from a file; none for a public client",
    "RETCON_OIDC_SCOPES": "scopes that are asked of the provider, `openid profile` by default",
    "RETCON_OIDC_NAME": "what the sign-in page calls the provider; by default its host",
    "RETCON_OIDC_STRANGERS": "invited (the default): whom nobody knows here needs an invitation; welcome: whoever signs in gets an account",
    "RETCON_OIDC_OWNER": "subject (`sub`) that the installation's owner has at the provider; by default they come in with their token",
    "RETCON_METRICS": "on or off (the default): Prometheus metrics at /metrics, for the owner's tokens",
    "RETCON_TRACING_URL": "where traces go as OTLP over HTTP, as http://host:4318/v1/traces; by default nowhere",
}
"""Every variable Retcon reads, with what it is for."""

FROM_FILE: Final = "_FILE"
"""The suffix of a variable that holds the path of a file with the value."""

SHORTEST_TOKEN: Final = 32
"""Characters of an owner token, at least: a random one of that length cannot be guessed."""

MOST_WORKERS: Final = 8
"""The maximum number of workers: each may take twenty connections to the database."""

SECRET: Final = frozenset(
    {"RETCON_DATABASE_URL", "RETCON_TOKEN", "RETCON_OWNER_TOKEN", "RETCON_DISCORD_BOT_TOKEN", "RETCON_OIDC_SECRET"}
)
"""Variables whose values are never shown."""


class InvalidSetting(ValueError):
    """A variable holds what cannot be used. The value itself is repeated only where it cannot be a secret."""

    slug: Final = "invalid-setting"

    def __init__(self, variable: str, wrong: str, right: str) -> None:
        self.variable = variable
        super().__init__(f"{variable} {wrong}; {right}.")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One installation's settings, read once at start and handed down from there.

    `database_url` is None for the embedded PostgreSQL in `data_dir`. Printing a value of this type shows no secret.
    """

    data_dir: Path
    database_url: str | None = None
    token: str | None = None
    profile: str | None = None
    owner_token: str | None = None
    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 1
    proxies: Networks = Networks()
    path: str = ""
    log: str = "auto"
    guesses_per_minute: int = 30
    connections_per_address: int = 256
    idle_seconds: int = 30
    dice_per_minute: int = 600
    import_megabytes: int = 64
    backups: bool = True
    webhooks: Reach = "public"
    discord_application: str | None = None
    discord_public_key: str | None = None
    discord_bot_token: str | None = None
    discord_api: str = "https://discord.com/api/v10"
    oidc_issuer: str | None = None
    oidc_client: str | None = None
    oidc_secret: str | None = None
    oidc_scopes: str = "openid profile"
    oidc_name: str | None = None
    oidc_strangers: str = "invited"
    oidc_owner: str | None = None
    metrics: bool = False
    tracing_url: str | None = None

    @property
    def log_as_json(self) -> bool | None:
        """Whether the log is JSON; None where the terminal decides."""
        return None if self.log == "auto" else self.log == "json"

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.__rich_repr__())
        return f"Settings({shown})"

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [(field(variable), self.shown(variable)) for variable in VARIABLES]

    def shown(self, variable: str) -> object:
        """The value of a variable as it may be shown: of a secret only whether it is set."""
        value = getattr(self, field(variable))
        return value and "(set, not shown)" if variable in SECRET else value


def field(variable: str) -> str:
    """The field of `Settings` that a variable decides."""
    return variable.removeprefix("RETCON_").lower()


def source(environment: Mapping[str, str], variable: str) -> str | None:
    """Return the name of the environment variable that decides a setting: its own, or the one that names a file; None
    if neither is set.
    """
    return next((name for name in (variable, variable + FROM_FILE) if environment.get(name, "").strip()), None)


def load(environment: Mapping[str, str]) -> Settings:
    """Read the settings; a variable that is missing or empty has its default, and each may come from a file instead.

    Raises `InvalidSetting` for the first variable that cannot be used.
    """
    given = {name: value for name in VARIABLES if (value := _given(environment, name)) is not None}
    return Settings(
        data_dir=_data_dir(given.get("RETCON_DATA_DIR")),
        database_url=_database_url(given.get("RETCON_DATABASE_URL")),
        token=_token("RETCON_TOKEN", given.get("RETCON_TOKEN")),
        profile=given.get("RETCON_PROFILE"),
        owner_token=_owner_token(given.get("RETCON_OWNER_TOKEN"), environment),
        host=_host(given.get("RETCON_HOST", "127.0.0.1")),
        port=_port(given.get("RETCON_PORT", "8765")),
        workers=_workers(given.get("RETCON_WORKERS", "1")),
        proxies=_proxies(given.get("RETCON_PROXIES", "")),
        path=_path(given.get("RETCON_PATH", "")),
        log=_one_of("RETCON_LOG", given.get("RETCON_LOG", "auto"), ("auto", "json", "console")),
        guesses_per_minute=_rate("RETCON_GUESSES_PER_MINUTE", given.get("RETCON_GUESSES_PER_MINUTE", "30")),
        connections_per_address=_rate(
            "RETCON_CONNECTIONS_PER_ADDRESS", given.get("RETCON_CONNECTIONS_PER_ADDRESS", "256")
        ),
        idle_seconds=_seconds("RETCON_IDLE_SECONDS", given.get("RETCON_IDLE_SECONDS", "30")),
        dice_per_minute=_rate("RETCON_DICE_PER_MINUTE", given.get("RETCON_DICE_PER_MINUTE", "600")),
        import_megabytes=_rate("RETCON_IMPORT_MEGABYTES", given.get("RETCON_IMPORT_MEGABYTES", "64"), 4096, "none"),
        backups=_one_of("RETCON_BACKUPS", given.get("RETCON_BACKUPS", "on"), ("on", "off")) == "on",
        webhooks=_reach(given.get("RETCON_WEBHOOKS", "public")),
        **_discord(given),
        **_oidc(given),
        metrics=_one_of("RETCON_METRICS", given.get("RETCON_METRICS", "off"), ("on", "off")) == "on",
        tracing_url=_web_address("RETCON_TRACING_URL", given.get("RETCON_TRACING_URL"), "http://host:4318/v1/traces"),
    )


def _reach(text: str) -> Reach:
    chosen = _one_of("RETCON_WEBHOOKS", text, get_args(Reach))
    return cast(Reach, chosen)


def _given(environment: Mapping[str, str], variable: str) -> str | None:
    """Return the value of a variable, or the content of the file that it names."""
    value, path = environment.get(variable, "").strip(), environment.get(variable + FROM_FILE, "").strip()
    if not path:
        return value or None
    if value:
        raise InvalidSetting(variable + FROM_FILE, f"is set and {variable} too", "set one of them")
    try:
        content = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:  # a path with a null byte, a file that is no text
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise InvalidSetting(variable + FROM_FILE, f"names {path!r}: {reason}", "name a readable file") from error
    if not content:
        raise InvalidSetting(variable + FROM_FILE, f"names {path!r}, which is empty", "write the value into it")
    return content


def _data_dir(text: str | None) -> Path:
    if text is None:
        return platformdirs.user_data_path("retcon", appauthor=False)
    try:
        folder = Path(text).expanduser().resolve()
    except (RuntimeError, ValueError) as error:  # an unknown ~user, a path with a null byte
        raise InvalidSetting(
            "RETCON_DATA_DIR", f"is {text!r}, which names no folder", "give a folder's path"
        ) from error
    if folder.exists() and not folder.is_dir():
        raise InvalidSetting("RETCON_DATA_DIR", f"is {text!r}, which is a file", "give a folder, existing or new")
    return folder


def _database_url(text: str | None) -> str | None:
    right = "write it as postgresql://user:password@host:5432/database"
    if text is None:
        return None
    try:
        address = urlsplit(text)
        scheme, database, _checked = address.scheme, address.path.strip("/"), address.port
    except ValueError as error:
        # The cause would repeat the address, password and all.
        raise InvalidSetting("RETCON_DATABASE_URL", f"is no address ({type(error).__name__})", right) from None
    if scheme not in {"postgresql", "postgres"}:
        raise InvalidSetting("RETCON_DATABASE_URL", "does not start with postgresql://", right)
    if not database and "dbname=" not in address.query:
        raise InvalidSetting("RETCON_DATABASE_URL", "names no database", right)
    return text


def _token(variable: str, text: str | None) -> str | None:
    if text is not None and not (text.isascii() and text.isprintable() and " " not in text):
        raise InvalidSetting(
            variable, "contains a space or a character that no token has", "give one token, and nothing else"
        )
    return text


def _owner_token(text: str | None, environment: Mapping[str, str]) -> str | None:
    variable = "RETCON_OWNER_TOKEN"
    if text is not None and len(text) < SHORTEST_TOKEN:
        wrong = f"has fewer than {SHORTEST_TOKEN} characters"
        raise InvalidSetting(variable, wrong, "give a random one, such as of `openssl rand -hex 32`")
    path = environment.get(variable + FROM_FILE, "").strip()
    if path and Path(path).stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        wrong = f"names {path!r}, which other users can change"
        raise InvalidSetting(variable + FROM_FILE, wrong, f"run `chmod go-w {path}`")
    return _token(variable, text)


def _host(text: str) -> str:
    if any(mark in text for mark in "/ @") or text.startswith("["):
        raise InvalidSetting(
            "RETCON_HOST", f"is {text!r}", "give a bare address or name, such as 127.0.0.1, ::1 or 0.0.0.0"
        )
    return text


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise InvalidSetting("RETCON_PORT", f"is {text!r}", "give a whole number from 1 to 65535")
    return int(text)


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_WORKERS):
        raise InvalidSetting("RETCON_WORKERS", f"is {text!r}", f"give a whole number from 1 to {MOST_WORKERS}")
    if int(text) > 1 and sys.platform == "win32":
        raise InvalidSetting("RETCON_WORKERS", f"is {text!r}", "leave it out: on Windows one process serves")
    return int(text)


def _proxies(text: str) -> Networks:
    try:
        return Networks.of(part.strip() for part in text.split(",") if part.strip())
    except ValueError as error:
        wrong = f"is {text!r}: {error}"
        right = "list addresses and networks, such as 127.0.0.1,10.0.0.0/8,fd00::/8"
        raise InvalidSetting("RETCON_PROXIES", wrong, right) from error


def _path(text: str) -> str:
    path = text.rstrip("/")
    if path and (not _PATH.fullmatch(path) or path.split("/")[1] in _OUR_PATHS):
        right = (
            f"give one such as /retcon, of letters, digits, - and _, that begins with none of {', '.join(_OUR_PATHS)}"
        )
        raise InvalidSetting("RETCON_PATH", f"is {text!r}", right)
    return path


_PATH: Final = re.compile(r"(/[A-Za-z0-9_-]+)+")

_OUR_PATHS: Final = (
    "account",
    "accounts",
    "api",
    "assets",
    "campaigns",
    "discord",
    "docs",
    "health",
    "join",
    "mcp",
    "metrics",
    "ready",
    "sign-in",
    "sign-out",
)
"""The beginnings of the service's own paths, which a proxy that strips the sub-path leaves."""


def _one_of(variable: str, text: str, known: tuple[str, ...]) -> str:
    if text.lower() not in known:
        raise InvalidSetting(variable, f"is {text!r}", f"it is {' or '.join(known)}")
    return text.lower()


def _rate(variable: str, text: str, most: int = 1_000_000, zero: str = "no limit") -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= most):
        raise InvalidSetting(variable, f"is {text!r}", f"give a whole number from 0 ({zero}) to {most}")
    return int(text)


def _seconds(variable: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 3600):
        raise InvalidSetting(variable, f"is {text!r}", "give a whole number from 1 to 3600")
    return int(text)


def _web_address(variable: str, text: str | None, example: str) -> str | None:
    if text is None:
        return None
    try:
        address = urlsplit(text)
        usable = address.scheme in {"http", "https"} and bool(address.hostname)
    except ValueError:
        usable = False
    if not usable:
        raise InvalidSetting(variable, "is no address", f"write it as {example}")
    return text


def _discord(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of a Discord application. Interactions need its id and its public key, or neither is set."""
    application, key = given.get("RETCON_DISCORD_APPLICATION"), given.get("RETCON_DISCORD_PUBLIC_KEY")
    where = "copy it from the page General Information of your application in Discord's developer portal"
    if application is not None and not (application.isascii() and application.isdigit() and len(application) <= 20):
        raise InvalidSetting("RETCON_DISCORD_APPLICATION", "is no number of a Discord application", where)
    if key is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", key):
        raise InvalidSetting("RETCON_DISCORD_PUBLIC_KEY", "is no key of 64 hexadecimal digits", where)
    if (application is None) != (key is None):
        lacking = "RETCON_DISCORD_APPLICATION" if application is None else "RETCON_DISCORD_PUBLIC_KEY"
        raise InvalidSetting(lacking, "is missing, and the other one is set", "set both, or neither")
    api = _web_address("RETCON_DISCORD_API", given.get("RETCON_DISCORD_API"), "https://discord.com/api/v10")
    return {
        "discord_application": application,
        "discord_public_key": key,
        "discord_bot_token": _token("RETCON_DISCORD_BOT_TOKEN", given.get("RETCON_DISCORD_BOT_TOKEN")),
    } | ({} if api is None else {"discord_api": api.rstrip("/")})


def _oidc(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of an OpenID Connect provider. The issuer and the client need each other."""
    issuer = _web_address("RETCON_OIDC_ISSUER", given.get("RETCON_OIDC_ISSUER"), _ISSUER)
    if issuer is not None and not is_private(issuer):
        raise InvalidSetting("RETCON_OIDC_ISSUER", "is not https", f"write it as {_ISSUER}")
    if (issuer is None) != (given.get("RETCON_OIDC_CLIENT") is None):
        lacking = "RETCON_OIDC_CLIENT" if issuer is not None else "RETCON_OIDC_ISSUER"
        raise InvalidSetting(lacking, "is missing, and the other one is set", "set both, or neither")
    scopes = given.get("RETCON_OIDC_SCOPES", "openid profile")
    if "openid" not in scopes.split():
        raise InvalidSetting(
            "RETCON_OIDC_SCOPES", f"is {scopes!r}", "give `openid` and whatever else, with spaces between"
        )
    strangers = _one_of("RETCON_OIDC_STRANGERS", given.get("RETCON_OIDC_STRANGERS", "invited"), ("invited", "welcome"))
    plain = {field(name): given.get(name) for name in _OIDC_TEXTS}
    return {"oidc_issuer": issuer, "oidc_scopes": scopes, "oidc_strangers": strangers, **plain}


_ISSUER: Final = "https://id.example/realms/games"

_OIDC_TEXTS: Final = ("RETCON_OIDC_CLIENT", "RETCON_OIDC_SECRET", "RETCON_OIDC_NAME", "RETCON_OIDC_OWNER")


def is_private(address: str) -> bool:
    """Whether nobody on the way to an address can read or change what is said: over https, or on this machine."""
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1", "localhost"))
