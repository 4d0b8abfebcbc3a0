"""Downtime in demos: phases are opened, planned for by each player, carried out, and reported of."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Final

from api.demo.happening import DemoHappening, Json, Otherwise
from api.demo.references import References
from api.demo.script import GM, ScriptedAction, ScriptedAnswer, ScriptedStep
from api.demo.table import DemoTable

DONE: Final = "done"

Answering = Callable[[Json, ScriptedAnswer], Json]
"""Sends the answer to a question, under the name of the person who is asked."""


class Between:
    """Takes the steps of a demo that are about downtime."""

    def __init__(self, table: DemoTable, references: References, answering: Answering) -> None:
        self._table = table
        self._references = references
        self._answering = answering
        self._newest = 0
        self._named: dict[tuple[str, str], str] = {}

    def take(self, step: ScriptedStep) -> DemoHappening:
        """A step about downtime. Raises Unexpected, Unclear, Otherwise."""
        if step.open is not None:
            given = {"title": step.open.title, "days": step.open.days, "slots": step.open.slots}
            phase: Json = self._table.ask(step.by, "POST", "/downtime", given)
            self._newest = phase["number"]
            return DemoHappening(step=step, phase=phase)
        path = f"/downtime/{step.phase or self._newest}"
        if step.plan:
            return self._plan(step, f"{path}/plans/{step.plan}")
        if step.withdraw:
            self._table.ask(step.by, "DELETE", f"{path}/plans/{step.withdraw}")
            return DemoHappening(step=step, planned=self._table.ask(step.by, "GET", f"{path}/plans/{step.withdraw}"))
        if step.report:
            return DemoHappening(step=step, report=self._table.ask(step.by, "GET", f"{path}/report"))
        return self._process(step, f"{path}/process")

    def _plan(self, step: ScriptedStep, path: str) -> DemoHappening:
        actions = [self._asked_for(action) for action in step.action]
        planned: Json = self._table.ask(step.by, "PUT", path, {"actions": actions})
        newest = planned["actions"][len(planned["actions"]) - len(actions) :]
        for action, listed in zip(step.action, newest, strict=True):
            if action.name:
                self._named[planned["who"], listed["plan"]] = action.name
        return DemoHappening(step=step, planned=planned)

    def _asked_for(self, action: ScriptedAction) -> Json:
        args, responses = self._references.resolved(action.args), self._references.resolved(action.responses)
        type = self._table.full(action.type)
        extra = {"slots": action.slots} if action.slots != 1 else {}
        return {"type": type, "args": args, "dice": action.dice, "responses": responses, "day": action.day, **extra}

    def _process(self, step: ScriptedStep, path: str) -> DemoHappening:
        """Tried, then carried out; again after each answer to what it waits for."""
        tried: Json = self._table.ask(step.by, "POST", path, {"dry_run": True})
        if step.dry_run:
            self._check(step, tried)
            return DemoHappening(step=step, tried=tried)
        before = self._table.ask(GM, "GET", "")["head"]["entry"]
        processed: Json = self._table.ask(step.by, "POST", path, {})
        for answer in step.answers:
            self._answering(self._waiting(processed, answer), answer)
            processed = self._table.ask(step.by, "POST", path, {})
        for action in processed["actions"]:
            if action["state"] == DONE:
                self._references.learn(self._name(action), action["entry"])
        self._check(step, processed)
        entries = tuple(self._table.ask(step.by, "GET", f"/entries?limit=500&after={before}"))
        return DemoHappening(step=step, tried=tried, processed=processed, entries=entries)

    def _waiting(self, processed: Json, answer: ScriptedAnswer) -> Json:
        """The entry that waits for an answer of that key."""
        waiting = {action["entry"] for action in processed["actions"] if action["state"] == "waiting"}
        asked = [one for one in self._table.ask(GM, "GET", "/decisions") if one["deed"] in waiting]
        for one in asked:
            if fnmatchcase(one["key"], answer.key):
                return {"deed": one["deed"]}
        open_ones = ", ".join(f"{one['key']} ({' or '.join(one['options'])})" for one in asked)
        raise Otherwise(f"nothing asks {answer.key!r}; what is asked: {open_ones or 'nothing'}")

    def _check(self, step: ScriptedStep, processed: Json) -> None:
        """Every action has come to what the step says, or is done where it says nothing. Raises Otherwise."""
        names = {self._name(action) for action in processed["actions"]}
        if strange := sorted(step.becomes.keys() - names):
            raise Otherwise(f"{strange[0]} is not planned for this phase")
        for action in processed["actions"]:
            name = self._name(action)
            expected = step.becomes.get(name or "", DONE)
            if expected not in (action["state"], action.get("rule")):
                raise Otherwise(f"{name or action['type']} is {_outcome(action)}, and ought to be {expected}")

    def _name(self, action: Json) -> str | None:
        return self._named.get((action["who"], action["plan"]))


def _outcome(action: Json) -> str:
    needs = ", ".join(f"{need['label']} (d{need['sides']})" for need in action.get("needs", ()))
    why = f"it needs {needs}" if needs else f"{action.get('why', '')} ({action['rule']})" if action.get("rule") else ""
    return f"{action['state']}{f': {why}' if why else ''}"
