"""Labels of rolls: the kind of the roll and, where one roller rolls it for several, whom it is for.

A label is `kind` or `kind/<reference>`: `attack`, `damage/character/c-7`. Who rolls is no part of it. A kind may say more
of what is rolled (`keep/card-12`); its name is the first part. A typed die that has fallen is kept under the label that
names it in full: its roller, index and sides as well (`attack/character/c-7@0d20`), so that it falls to nobody else.
"""

import re
from collections.abc import Callable, Collection
from typing import Final

REFERENCE: Final = r"(?:character|encounter|enclave|campaign)/[A-Za-z0-9_+-]+"
"""How an aggregate is referred to in a label, as a pattern."""

_IN_PLACE: Final = re.compile(rf"(?P<label>.+)/(?P<roller>{REFERENCE}|)@[0-9]+d[0-9]+")

_WITH_TARGET: Final = re.compile(rf"(?P<kind>.+?)/(?P<target>{REFERENCE})")


def label_of(kind: str, target: str = "") -> str:
    """The label of a roll of this kind, for this target if there is one."""
    return f"{kind}/{target}" if target else kind


def parts(label: str) -> tuple[str, str]:
    """A label's kind and target; "" where it has none."""
    found = _WITH_TARGET.fullmatch(label)
    return (found["kind"], found["target"]) if found else (label, "")


def resolved(label: str, find: Callable[[str], str]) -> str:
    """A label as it was sent, with references for handles: `damage/kestrel` is `damage/character/c-7`.

    `find` gives the reference behind a word, "" where it has none. What already is a reference stays, and so does the
    first part: it names the kind.
    """
    kind, *rest = label.split("/")
    said = [kind]
    while rest:
        if len(rest) > 1 and re.fullmatch(REFERENCE, "/".join(rest[:2])):
            said += rest[:2]
            rest = rest[2:]
        else:
            said.append(find(rest[0]) or rest[0])
            rest = rest[1:]
    return "/".join(said)


def in_place(roller: str, label: str, index: int, sides: int) -> str:
    """The label of a die for one place alone."""
    return f"{label}/{roller}@{index}d{sides}"


def is_in_place(label: str) -> bool:
    """Whether a label names one place alone."""
    return _IN_PLACE.fullmatch(label) is not None


def replaces(given: Collection[str], label: str) -> bool:
    """Whether dice sent under these labels take the place of the one that a label names alone."""
    found = _IN_PLACE.fullmatch(label)
    return label in given or (
        found is not None and not set(candidates(found["roller"], found["label"])).isdisjoint(given)
    )


def candidates(roller: str, label: str) -> tuple[str, ...]:
    """Under which labels dice may be sent for a roll, the most precise first: with its roller behind it, as it is, and by its
    kind alone."""
    kind, _ = parts(label)
    return tuple(dict.fromkeys((f"{label}/{roller}", label, kind)))
