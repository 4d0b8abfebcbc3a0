"""Routes: the caller's own account: its name, its tokens and its bots."""

from __future__ import annotations

from litestar import delete, get, patch, post

from api.routes.serving import listed, served
from api.use_cases import account

ROUTES = (
    served(get, "/account", account.show_account, tags=["account"]),
    served(patch, "/account", account.rename_account, tags=["account"]),
    served(delete, "/account", account.erase_account, tags=["account"]),
    listed("/tokens", account.list_tokens, tags=["account"]),
    served(post, "/tokens", account.issue_token, tags=["account"]),
    served(delete, "/tokens/{token:uuid}", account.revoke_token, tags=["account"]),
    served(post, "/tokens/{token:uuid}/rotation", account.rotate_token, tags=["account"]),
    listed("/bots", account.list_bots, tags=["account"]),
    served(post, "/bots", account.make_bot, tags=["account"]),
    served(delete, "/bots/{bot:str}", account.erase_bot, tags=["account"]),
    listed("/bots/{bot:str}/tokens", account.list_bot_tokens, tags=["account"]),
    served(post, "/bots/{bot:str}/tokens", account.issue_bot_token, tags=["account"]),
    served(delete, "/bots/{bot:str}/tokens/{token:uuid}", account.revoke_bot_token, tags=["account"]),
)
