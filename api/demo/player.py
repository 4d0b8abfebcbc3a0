"""The player of demos: it takes each step as its person, answers as the person asked, and checks the expected values."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

import msgspec

from api.demo.between import Between
from api.demo.happening import DemoGlance, DemoHappening, Json, Otherwise
from api.demo.holding import failing, written
from api.demo.reading import label
from api.demo.references import References, Unclear
from api.demo.script import Demo, ScriptedAnswer, ScriptedInsert, ScriptedStep, Show
from api.demo.table import DemoTable, Unexpected


class DemoFailed(Exception):
    """A step came out otherwise than the demo says it must."""

    slug = "demo-failed"

    def __init__(self, step: str, because: str) -> None:
        super().__init__(f"{step}: {because}")


class Player:
    """Plays a demo at a table, once."""

    def __init__(self, demo: Demo, table: DemoTable) -> None:
        self._demo = demo
        self._table = table
        members = {key: person.member for key, person in table.people.items()}
        self._keys = {member: key for key, member in members.items()}
        self.references = References(members, self._events)
        self._between = Between(table, self.references, self._answered)

    def play(self) -> Iterator[DemoHappening]:
        """Take every step in order, each told as soon as it is taken. Raises DemoFailed."""
        for index, step in enumerate(self._demo.step):
            try:
                happened = self._taken(step)
                self._check_holds(step)
                glances = tuple(self._glance(step, show) for show in step.show)
                yield msgspec.structs.replace(happened, glances=glances, called=self.references.called)
            except (Unexpected, Unclear, Otherwise) as because:
                raise DemoFailed(label(index, step), str(because)) from because

    def _taken(self, step: ScriptedStep) -> DemoHappening:
        if any(step.between):
            return self._between.take(step)
        return self._revise(step) if step.revises else self._command(step)

    def _command(self, step: ScriptedStep) -> DemoHappening:
        given = self._given(step)
        try:
            first = self._table.give(step.by, step.type, **given)
        except Unexpected as refused:
            if not step.refused or refused.rule != step.refused:
                raise
            return DemoHappening(step=step, problem=dict(refused.problem))
        if step.refused:
            raise Otherwise(f"it was carried out, and ought to be refused by {step.refused}")
        self.references.learn(step.name, first["entry"])
        later = [self._answered(first, answer) for answer in step.answers]
        self._check_nothing_waits(first)
        entries = (first, *later)
        _check_rolls(step, entries)
        return DemoHappening(step=step, entries=entries)

    def _given(self, step: ScriptedStep | ScriptedInsert) -> Json:
        fields = ("encounter", "dice", "responses", "reason", "force", "audience")
        given = {field: getattr(step, field) for field in fields if hasattr(step, field)}
        given["args"] = self.references.resolved(step.args)
        return {field: value for field, value in given.items() if value not in (None, "", (), {}, False)}

    def _answered(self, first: Json, answer: ScriptedAnswer) -> Json:
        """Return the result of an answer, given by the person who is asked."""
        asked = self._table.ask("gm", "GET", "/decisions")
        waiting = [one for one in asked if one["deed"] == first["deed"] and one["kind"] == "ask"]
        questions = [one for one in waiting if fnmatchcase(one["key"], answer.key)]
        if len(questions) != 1:
            open_ones = ", ".join(f"{one['key']} ({' or '.join(one['options'])})" for one in waiting)
            raise Otherwise(f"{answer.key!r} names {len(questions)} questions; what is asked: {open_ones or 'nothing'}")
        chosen = questions[0]
        args = {"deed": chosen["deed"], "key": chosen["key"], "choice": answer.choice}
        dice = {"dice": answer.dice} if answer.dice else {}
        entry = self._table.give(self._keys.get(chosen["owner"], "gm"), "freeform.answer", args=args, **dice)
        self.references.learn(answer.name, entry["entry"])
        return entry

    def _check_nothing_waits(self, first: Json) -> None:
        open_ones = self._table.ask("gm", "GET", "/decisions")
        waiting = [one for one in open_ones if one["deed"] == first["deed"] and one["blocking"]]
        if waiting:
            asked = waiting[0]
            whom = self._keys.get(asked["owner"], asked["owner"])
            choices = " or ".join(asked["options"])
            raise Otherwise(f"{whom} is asked {asked['key']!r} ({choices}); say so in the step's `answers`")

    def _revise(self, step: ScriptedStep) -> DemoHappening:
        """A change of the past: its plan first, then just that plan written."""
        request = self._request(step)
        plan: Json = self._table.ask(step.by, "POST", "/revisions", {**request, "dry_run": True})
        self._check_plan(step, plan)
        if step.dry_run:
            return DemoHappening(step=step, plan=plan)
        written = self._table.ask(step.by, "POST", "/revisions", {**request, "plan": plan["plan"]})
        self.references.learn(step.name, written["entry"]["entry"])
        return DemoHappening(step=step, entries=(written["entry"],), plan=plan)

    def _request(self, step: ScriptedStep) -> Json:
        entry = self.references.entry
        request: Json = {"policy": step.policy, "reason": step.reason}
        request["policies"] = {str(entry(name)): policy for name, policy in step.policies.items()}
        request["dice"] = {str(entry(name)): dice for name, dice in step.owed.items()}
        request["responses"] = {str(entry(name)): answers for name, answers in step.owed_answers.items()}
        if step.undo:
            request["undo"] = [entry(name) for name in step.undone]
        elif step.redo:
            request["redo"] = entry(step.redo)
        elif step.amend:
            request["amend"] = {"entry": entry(step.amend), "command": self._instead(step, entry(step.amend))}
        elif step.late:
            request["responses"] |= {str(entry(step.late)): step.responses}
            request["dice"] |= {str(entry(step.late)): step.dice} if step.dice else {}
        request["insert"] = [
            {"after": entry(insert.after), "command": {"type": self._table.full(insert.type), **self._given(insert)}}
            for insert in step.insert
        ]
        return {field: value for field, value in request.items() if value not in (None, {}, [])}

    def _instead(self, step: ScriptedStep, entry: int) -> Json:
        """The command that an entry ought to have been: what the step says, over what it was."""
        was: Json = self._entry("gm", entry)["command"]
        kept = {field: was[field] for field in ("type", "encounter", "args", "dice", "responses") if was[field]}
        given = self._given(step)
        given.pop("reason", None)
        type = {"type": self._table.full(step.type)} if step.type else {}
        return {**kept, **given, **type, "args": {**kept.get("args", {}), **given.get("args", {})}}

    def _check_plan(self, step: ScriptedStep, plan: Json) -> None:
        became = {one["entry"]: one for one in plan["entries"]}
        for name, outcome in step.becomes.items():
            one = became.get(self.references.entry(name))
            result = "untouched" if one is None else one["outcome"]
            if result != outcome:
                raise Otherwise(f"{name} comes out {result}, and ought to be {outcome}")
        if plan["conflicts"] and not step.dry_run:
            called = self.references.called
            listed = "; ".join(f"{called.get(n, n)}: {became[n]['sentence']}" for n in plan["conflicts"])
            raise Otherwise(f"it cannot be written: {listed}")
        if plan["owed"] and not step.dry_run:
            lacking = [(one["entry"], [*_labels(one)]) for one in plan["owed"]]
            raise Otherwise(f"it lacks dice or answers: {lacking}; give them in `owed` or `responses`")

    def _check_holds(self, step: ScriptedStep) -> None:
        for hold in step.holds:
            who = hold.by or step.by
            resolved = msgspec.structs.replace(
                hold, value=self.references.resolved(hold.value), where=self.references.resolved(hold.where)
            )
            if wrong := failing(resolved, self._table.ask(who, "GET", hold.path_to)):
                raise Otherwise(f"{getattr(hold, hold.sort)}: {wrong}")

    def _glance(self, step: ScriptedStep, show: Show) -> DemoGlance:
        return DemoGlance(show, self._table.ask(show.by or step.by, "GET", show.path_to))

    def _events(self, deed: int) -> list[Json]:
        """Return a deed's events, from its own entry and from the answers that it drew."""
        entries = self._table.ask("gm", "GET", f"/entries?deed={deed}")
        return [event for entry in entries for event in entry.get("events", ())]

    def _entry(self, who: str, entry: int) -> Json:
        view: Json = self._table.ask(who, "GET", f"/entries/{entry}")
        return view


def _labels(owed: Json) -> Iterator[str]:
    """The labels of dice and the keys of questions that an entry owes."""
    yield from (die["label"] for die in owed["dice"])
    yield from (question["key"] for question in owed["questions"])


def _check_rolls(step: ScriptedStep, entries: tuple[Json, ...]) -> None:
    rolls = {roll["label"]: roll for entry in entries for roll in entry.get("rolls", ())}
    for name, expected in step.comes_to.items():
        if name not in rolls:
            raise Otherwise(f"nothing was rolled for {name!r}; rolled was {', '.join(rolls) or 'nothing'}")
        result = rolls[name]["outcome"] if isinstance(expected, str) else rolls[name]["total"]
        if result != expected:
            raise Otherwise(f"{name!r} comes to {written(result)}, and ought to come to {written(expected)}")
