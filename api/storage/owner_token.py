"""The owner token: made at the first start, and kept in the data folder where only its user reads it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from api.storage import StorageFailed
from api.storage.accounts import Accounts, new_secret

FILE: Final = "owner-token"


class OwnerTokenFailed(StorageFailed):
    """The owner token cannot be read or written."""

    slug = "owner-token-failed"


def ensure_owner_token(accounts: Accounts, data_dir: Path) -> Path:
    """Ensure that the data folder has a valid token of the owner, and return the file's path.

    An existing token is kept, also with another database; a revoked one is replaced. Raises OwnerTokenFailed.
    """
    path = data_dir / FILE
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not accounts.own(_kept(path)):
            path.unlink()
            accounts.own(_kept(path))
    except OSError as error:
        raise OwnerTokenFailed(
            f"{path} cannot be used ({error.strerror}); set RETCON_DATA_DIR to a folder that you own"
        ) from error
    return path


def _kept(path: Path) -> str:
    """The token in the file. A new file appears whole, so that processes starting at once agree on what it holds."""
    if not path.exists():
        new = path.with_name(f".{FILE}-{uuid4().hex}")
        new.touch(mode=0o600, exist_ok=False)
        try:
            new.write_text(new_secret() + "\n")
            with suppress(FileExistsError):
                os.link(new, path)
        finally:
            new.unlink()
    secret = path.read_text().strip()
    if not secret:
        raise OwnerTokenFailed(f"{path} is empty; remove it, and a new token is made at the next start")
    return secret
