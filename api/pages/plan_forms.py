"""The forms under plans: what is to happen to entries that conflict, and the dice and answers that are supplied, by entry."""

from __future__ import annotations

from typing import get_args

from api.pages.dice_typed import dice_in
from api.pages.forms import Form
from domain.commands import DiceGiven
from domain.history.plan import Policy


def policies_in(form: Form) -> dict[str, Policy]:
    """Return the policies that were chosen, by entry."""
    policies: dict[str, Policy] = {}
    for name in form.fields:
        kind, _, entry = name.partition(".")
        for policy in get_args(Policy):
            if kind == "policy" and form.text(name) == policy:
                policies[entry] = policy
    return policies


def dice_of_entries(form: Form) -> dict[str, DiceGiven]:
    """Return the dice that were typed, by entry. Raises WrongValue."""
    parted = ((name.partition("."), form.text(name)) for name in form.fields)
    typed = ((entry, dice_in(text)) for (kind, _, entry), text in parted if kind == "owed")
    return {entry: dice for entry, dice in typed if dice}


def responses_in(form: Form) -> dict[str, dict[str, str]]:
    """Return the answers that were chosen, by entry and by the question's key."""
    responses: dict[str, dict[str, str]] = {}
    for name in form.fields:
        kind, _, rest = name.partition(".")
        if kind == "answer" and form.text(name):
            entry, _, key = rest.partition(".")
            responses.setdefault(entry, {})[key] = form.text(name)
    return responses
