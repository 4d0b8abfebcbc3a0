"""What the environment decides about an installation: where it keeps things and where it listens."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
import platformdirs

VARIABLES: Final[Mapping[str, str]] = {
    "RETCON_DATA_DIR": "folder for the embedded database and the owner token; by default the user's data folder",
    "RETCON_DATABASE_URL": "a PostgreSQL 15 or newer to use instead of the embedded one, as postgresql://…",
    "RETCON_TOKEN": "token of the account the command line acts as; without it, as the campaign's GM",
    "RETCON_HOST": "address to listen on, 127.0.0.1 by default",
    "RETCON_PORT": "port to listen on, 8765 by default",
}
"""Every variable Retcon reads, with what it is for."""


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
    host: str = "127.0.0.1"
    port: int = 8765

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.__rich_repr__())
        return f"Settings({shown})"

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [
            ("data_dir", self.data_dir),
            ("database_url", self.database_url and "(set, not shown)"),
            ("token", self.token and "(set, not shown)"),
            ("host", self.host),
            ("port", self.port),
        ]


def load(environment: Mapping[str, str]) -> Settings:
    """Read the settings; a variable that is missing or empty has its default.

    Raises `InvalidSetting` for the first variable that cannot be used.
    """
    given = {name: environment[name].strip() for name in VARIABLES if environment.get(name, "").strip()}
    return Settings(
        data_dir=_data_dir(given.get("RETCON_DATA_DIR")),
        database_url=_database_url(given.get("RETCON_DATABASE_URL")),
        token=_token(given.get("RETCON_TOKEN")),
        host=_host(given.get("RETCON_HOST", "127.0.0.1")),
        port=_port(given.get("RETCON_PORT", "8765")),
    )


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


def _token(text: str | None) -> str | None:
    if text is not None and not (text.isascii() and text.isprintable() and " " not in text):
        raise InvalidSetting(
            "RETCON_TOKEN", "holds a space or a character no token has", "give one token as Retcon printed it"
        )
    return text


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
