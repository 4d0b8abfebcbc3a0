"""Profiles: the services that a person signed in to, with a token for each, in a file that only they may read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec
import platformdirs

from api.cli.exits import Ended, Exit
from api.cli.named_profile import named_profile

HERE: Final = "local"
"""The name that stands for this machine's own ledger."""

_OWN_LEDGER: Final = ("RETCON_TOKEN", "RETCON_DATA_DIR", "RETCON_DATABASE_URL")
"""Variables that name a ledger of this machine: with one of them, no service is meant unless a profile is named."""


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A service, and the token of an account there. Printing it shows no token."""

    name: str
    url: str
    token: str
    account: str = ""

    def __repr__(self) -> str:
        return f"Profile({self.name!r}, {self.url!r})"


class Profiles(msgspec.Struct, frozen=True, kw_only=True):
    """All profiles by name. `current` is the one in use where none is named."""

    current: str | None = None
    profiles: dict[str, Profile] = {}

    def with_profile(self, profile: Profile) -> Profiles:
        """Return these with that one, which is in use from now on."""
        return Profiles(current=profile.name, profiles={**self.profiles, profile.name: profile})

    def without(self, name: str) -> Profiles:
        """Return these without that one."""
        rest = {each: profile for each, profile in self.profiles.items() if each != name}
        return Profiles(current=None if self.current == name else self.current, profiles=rest)


def path() -> Path:
    """Return the file of the profiles."""
    return platformdirs.user_config_path("retcon", appauthor=False) / "profiles.json"


def load_profiles() -> Profiles:
    """Read the profiles. Raises Ended where the file cannot be read."""
    try:
        return msgspec.json.decode(path().read_bytes(), type=Profiles)
    except FileNotFoundError:
        return Profiles()
    except (OSError, msgspec.MsgspecError) as error:
        raise Ended(Exit.NOTHING, f"{path()} cannot be read ({error}); remove it, and `retcon login` again") from error


def save_profiles(profiles: Profiles) -> None:
    """Write the profiles, for their owner's eyes alone. Raises Ended."""
    target = path()
    begun = target.with_name(f".{target.name}-{uuid4().hex}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
            file.write(msgspec.json.format(msgspec.json.encode(profiles), indent=2) + b"\n")
        begun.replace(target)
    except OSError as error:
        begun.unlink(missing_ok=True)
        raise Ended(Exit.NOTHING, f"{target} cannot be written ({error.strerror})") from error


def own_ledger(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return a variable that names a ledger of this machine, where one is set."""
    return next((each for each in _OWN_LEDGER if environment.get(each) or environment.get(f"{each}_FILE")), None)


def chosen_profile(environment: Mapping[str, str] = os.environ) -> Profile | None:
    """Return the profile that commands are sent to; None for this machine's own ledger. Raises Ended for an unknown one."""
    name = named_profile()
    if name == HERE:
        return None
    if name is None and own_ledger(environment):
        return None
    known = load_profiles()
    if name is None:
        return known.profiles.get(known.current or "")
    if name not in known.profiles:
        listing = ", ".join([*known.profiles, HERE])
        raise Ended(
            Exit.NOTHING,
            f"there is no profile {name!r}; `retcon login URL --profile {name}` makes it; there are {listing}",
        )
    return known.profiles[name]
