"""Scopes: the uses of a token that a form ticks."""

from __future__ import annotations

from api.pages.forms import Form
from api.problems import BadBody
from api.storage.accounts import SCOPES, Scope


def chosen_scopes(form: Form) -> tuple[Scope, ...]:
    """Return the scopes that are ticked. Raises BadBody where there are none."""
    chosen = tuple(each for each in SCOPES if each in form.all("scopes"))
    if not chosen:
        raise BadBody("no scope is ticked; tick what it is for")
    return chosen
