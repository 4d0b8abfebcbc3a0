"""The machine's user who runs the embedded PostgreSQL: ourselves or, since it refuses root, a user made for it."""

import os
import pwd
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypedDict

from api.storage import StorageFailed

USER: Final = "retcon-db"


class NoDatabaseUser(StorageFailed):
    """We are root and can neither find nor make the user that PostgreSQL would run as."""

    slug = "no-database-user"


class Credentials(TypedDict, total=False):
    """Arguments of `subprocess.run` for running a program as another user; empty for ourselves."""

    user: int
    group: int
    extra_groups: list[int]


def is_root() -> bool:
    """Whether this process may and must change its user before it starts PostgreSQL."""
    return os.geteuid() == 0


def root_warning() -> str | None:
    """Return a warning for a person who runs Retcon as root. None in a container, where root is the usual user."""
    if not is_root() or in_container(Path("/"), os.environ):
        return None
    return (
        f"Retcon runs as root: PostgreSQL therefore runs as the system user {USER}, and the folders above the data folder "
        "were opened for passing through. Run Retcon as a user of your own, or set RETCON_DATABASE_URL."
    )


def credentials(owned: Path) -> Credentials:
    """Return the credentials for running a program as the owner of a file or folder. Only root can change users; for
    other users they are empty.
    """
    if not is_root():
        return {}
    owner = owned.stat()
    return {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}


def give(path: Path) -> None:
    """Make the file or folder the database user's own. Raises `NoDatabaseUser`."""
    entry = _database_user()
    os.chown(path, entry.pw_uid, entry.pw_gid)


def let_through(folder: Path) -> None:
    """Let every user pass through the folder and those above it, without letting them list what is inside."""
    for step in (folder, *folder.parents):
        mode = step.stat().st_mode
        if not mode & stat.S_IXOTH:
            step.chmod(mode | stat.S_IXOTH)


def in_container(top: Path, environment: Mapping[str, str]) -> bool:
    """Whether the file system below `top` and the environment are those of Docker, Podman, systemd-nspawn or Kubernetes."""
    marks = (top / ".dockerenv", top / "run" / ".containerenv")
    named = environment.keys() & {"container", "KUBERNETES_SERVICE_HOST"}
    return bool(named) or any(mark.exists() for mark in marks)


def _database_user() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(USER)
    except KeyError:
        _make_user()
    return pwd.getpwnam(USER)


def _make_user() -> None:
    command = ("useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", USER)
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        reason = error.stderr.strip() if isinstance(error, subprocess.CalledProcessError) else error.strerror
        raise NoDatabaseUser(
            f"PostgreSQL refuses to run as root, and the user {USER} could not be made ({reason}); "
            "run Retcon as another user, make that user, or set RETCON_DATABASE_URL"
        ) from error
