"""The owner token of an installation under test."""

from pathlib import Path

from api.settings import Settings
from api.storage.accounts import Accounts
from api.storage.owner_token import ensure_owner_token


def owner_token_in(folder: Path, accounts: Accounts) -> str:
    """Return the owner token that lies in a data folder, made there if the installation has none."""
    secret = ensure_owner_token(accounts, Settings(data_dir=folder))
    assert secret is not None, "the owner token of this installation is in another folder"
    return secret
