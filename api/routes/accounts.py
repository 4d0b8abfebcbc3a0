"""Routes: the accounts of the installation, for its owner."""

from __future__ import annotations

from litestar import delete, patch, post

from api.routes.serving import listed, served
from api.use_cases import accounts

ROUTES = (
    listed("/accounts", accounts.list_accounts, tags=["accounts"]),
    served(post, "/accounts", accounts.open_account, tags=["accounts"]),
    served(patch, "/accounts/{account:str}", accounts.change_account, tags=["accounts"]),
    served(delete, "/accounts/{account:str}", accounts.end_account, tags=["accounts"]),
    listed("/accounts/{account:str}/tokens", accounts.list_account_tokens, tags=["accounts"]),
    served(post, "/accounts/{account:str}/tokens", accounts.issue_account_token, tags=["accounts"]),
    served(delete, "/accounts/{account:str}/tokens/{token:uuid}", accounts.revoke_account_token, tags=["accounts"]),
)
