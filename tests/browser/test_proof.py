"""Proof in a browser: it recomputes dice, seeds, chain and seals by itself, and comes to what the checker in Python comes to."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from api.pages.assets import asset_path
from domain.dice.provable import DieKey, Epoch, amendment_die, commitment, die, first_amendment_die, first_die, token
from domain.dice.tape import FirstDraw, FirstKey, Source, Tokens
from domain.dice.verify import DiceDocument, EntryDice, ShownDie, verify_dice
from tests.api.people import Json, Table
from tests.browser.conftest import DESK, PHONE

CAMPAIGN = UUID("00112233-4455-6677-8899-aabbccddeeff")
HEROES = ("character/c-1", "character/c-2", "character/ü-3")

CHECKED = """async ([address, documents]) => {
  const { checkDice } = await import(address);
  return Promise.all(documents.map(checkDice));
}"""


def maybe(dice: random.Random, value: Any, otherwise: Any = None) -> Any:
    return value if dice.random() < 0.75 else otherwise


def random_epoch(dice: random.Random, number: int) -> Epoch:
    """An epoch whose seeds are mostly revealed, and mostly those committed to."""

    def pair() -> tuple[bytes, bytes | None]:
        seed = dice.randbytes(32)
        shown = dice.choices([seed, None, dice.randbytes(32), b"short"], [12, 2, 1, 1])[0]
        return commitment(seed), shown

    (opened, open_seed), (sealed, sealed_seed), (amending, amendment_seed) = pair(), pair(), pair()
    return Epoch(number, opened, sealed, open_seed, sealed_seed, maybe(dice, amending), amendment_seed)


def random_die(dice: random.Random, entry: EntryDice, epochs: dict[int, Epoch]) -> ShownDie:
    """A die of any kind; most show what their seed gives."""
    seed = dice.choice(["open", "open", "sealed", "amendment", None])
    epoch = epochs[1] if seed == "amendment" else epochs.get(entry.epoch, epochs[1])
    opened: dict[str | None, bytes | None] = {
        "open": epoch.open_seed,
        "sealed": epoch.sealed_seed,
        "amendment": epoch.amendment_seed,
    }
    key = seed_bytes if len(seed_bytes := opened.get(seed) or b"") == 32 else bytes(32)
    sides, index = dice.choice([1, 2, 6, 20, 100, 1_000_003]), dice.randrange(3)
    again = FirstDraw(entry.entry, index + 1) if seed in ("open", "sealed") and dice.random() < 0.2 else None
    place, ordinal = (entry.place or (entry.entry, 0)) if seed == "amendment" else (entry.entry, 0)
    roller, target = dice.choice(HEROES), dice.choice(["", *HEROES])
    sealed = epoch.sealed_seed if len(epoch.sealed_seed or b"") == 32 else bytes(32)
    tokens = Tokens(*(token(sealed or b"", CAMPAIGN, place, ordinal, each) for each in (roller, target)))
    if dice.random() < 0.3:
        was = maybe(dice, None, FirstKey("older/1", 2))
        label, place_of = (was.label, was.index) if was else ("wurf/ß", index)
        if seed == "amendment":
            value = first_amendment_die(key, CAMPAIGN, place, ordinal, label, place_of, sides)
        else:
            value = first_die(key, CAMPAIGN, entry.entry, label, place_of, sides, entry.nonce)
        made = ShownDie(label="wurf/ß", index=index, sides=sides, value=value, source=Source.SERVER, was=was)
    else:
        keyed = DieKey("attack", *tokens, again.index if again else index, sides)
        if seed == "amendment":
            value = amendment_die(key, CAMPAIGN, place, ordinal, keyed)
        else:
            value = die(key, CAMPAIGN, entry.entry, keyed, entry.nonce)
        shown = "" if again else maybe(dice, roller, dice.choice(HEROES))
        made = ShownDie("attack", index, sides, value, Source.SERVER, kind="attack", tokens=tokens, roller_id=shown)
        made = replace(made, target_id="" if again else target, first_draw=again)
    value = maybe(dice, made.value, made.value % sides + 1)
    drawn_in = maybe(dice, 1, 0) if seed == "amendment" else 0
    return replace(made, value=value, seed=seed, epoch=drawn_in, masked=dice.random() < 0.05)


def random_document(dice: random.Random) -> DiceDocument:
    """A document with everything that may stand in one, right and wrong."""
    epochs = {number: random_epoch(dice, number) for number in (1, 2)}
    entries = []
    for number in range(1, 5):
        nonce = maybe(dice, UUID(int=dice.getrandbits(128)))
        entry = EntryDice(number, dice.choice([1, 1, 2, 2, 9]), (), nonce, maybe(dice, None, (number + 3, 1)))
        entries.append(replace(entry, dice=tuple(random_die(dice, entry, epochs) for _ in range(4))))
    seed = dice.randbytes(32)
    committed = maybe(dice, commitment(seed))
    return DiceDocument(CAMPAIGN, tuple(epochs.values()), tuple(entries), committed, maybe(dice, seed))


def in_python(document: DiceDocument) -> Json:
    """The verdicts of the checker in Python: for each die, in an order of its own, and the broken seeds."""
    seen = verify_dice(document)
    verdicts = {name: getattr(seen, name) for name in ("recomputed", "unrevealed", "unseeded", "masked")}
    lines: list[Any] = [(each.entry, plain(each.die), name, None) for name, dice in verdicts.items() for each in dice]
    lines += [(each.entry, plain(each.die), each.trouble, each.expected) for each in seen.mismatching]
    broken = [f"{'null' if each.epoch is None else each.epoch}/{each.seed}" for each in seen.broken]
    return sorted(map(repr, lines)), sorted(broken)


def in_browser(result: Json) -> Json:
    lines = [
        (
            each["entry"],
            plain(msgspec.convert(each["die"], ShownDie)),
            each.get("trouble", each["verdict"]),
            each.get("expected"),
        )
        for each in result["dice"]
    ]
    return sorted(map(repr, lines)), sorted(result["broken"])


def plain(rolled: ShownDie) -> str:
    return msgspec.json.encode(rolled).decode()


def check_in(page: Page, documents: list[DiceDocument]) -> list[Json]:
    """The results of the module that the page of proof uses."""
    sent = [json.loads(msgspec.json.encode(document)) for document in documents]
    results: list[Json] = page.evaluate(CHECKED, [asset_path("checking.js"), sent])
    return results


def test_the_browser_comes_to_what_python_comes_to(visitors: Any) -> None:
    page = visitors().page
    page.goto("/sign-in")
    documents = [random_document(random.Random(seed)) for seed in range(150)]
    results = check_in(page, documents)
    python = [in_python(document) for document in documents]
    assert [in_browser(result) for result in results] == python
    verdicts = {name for lines, _ in python for line in lines for name in VERDICTS if f"'{name}'" in line}
    assert verdicts == VERDICTS, "every verdict occurs"


VERDICTS = {
    *("recomputed", "unrevealed", "unseeded", "masked"),
    *("value", "epoch_unknown", "commitment", "uncommitted", "token"),
}


@pytest.fixture
def played(table: Table) -> Table:
    """A session that is over, in which Pat leapt, and something was rolled in secret."""
    table.gm.does("freeform.open_session")
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.pat.does("freeform.roll", label="leap", notation="2d6", actor="ramjet")
    table.gm.does("freeform.roll", label="ambush", notation="1d20", sealed=True)
    table.pat.does("freeform.roll", label="typed", notation="1d6", _dice=[4])
    table.gm.does("freeform.end_session")
    return table


def verdict(page: Page) -> Any:
    return page.locator("#verdict")


RIGHT, WRONG = "Everything that can be checked now is right.", "Something is wrong."


def forge(page: Page, address: str, change: Callable[[Json], None]) -> None:
    """Let the service answer with something else."""

    def answer(route: Route) -> None:
        document = route.fetch().json()
        change(document)
        route.fulfill(json=document)

    page.route(address, answer)


def test_a_true_proof_passes_and_says_what_could_not_be_checked(visitors: Any, played: Table) -> None:
    page = visitors(PHONE).sign_in(played.pat, f"/campaigns/{played.id}/proof")
    expect(verdict(page)).to_have_text(RIGHT)
    expect(page.locator("#details tbody tr").filter(has_text="right: the seed gives this value")).to_have_count(2)
    expect(page.locator("#details tbody tr").filter(has_text="from no seed")).to_have_count(1)
    expect(page.get_by_text("Your browser has noted the commitments")).to_be_visible()
    head = played.gm.see(".")["head"]
    expect(page.get_by_text(f"{head['entry']}:{head['hash']}")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def another_face(document: Json) -> None:
    rolled = next(each for entry in document["entries"] for each in entry["dice"] if each.get("seed"))
    rolled["value"] = rolled["value"] % 6 + 1


def another_seed(document: Json) -> None:
    epoch = next(each for each in document["epochs"] if "open_seed" in each)
    epoch["open_seed"] = epoch["open_commitment"]


def another_commitment(document: Json) -> None:
    epoch = next(each for each in document["epochs"] if "open_seed" in each)
    epoch["open_commitment"] = epoch["sealed_commitment"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (another_face, "wrong: the seed gives"),
        (another_seed, "is not the one that was committed to."),
        (another_commitment, "is not the one that was committed to."),
    ],
)
def test_what_was_changed_in_the_dice_is_named(
    visitors: Any, played: Table, change: Callable[[Json], None], words: str
) -> None:
    visitor = visitors()
    forge(visitor.page, "**/proof/dice", change)
    page = visitor.sign_in(played.pat, f"/campaigns/{played.id}/proof")
    expect(verdict(page)).to_have_text(WRONG)
    expect(page.get_by_text(words).first).to_be_visible()


def another_digest(part: Json) -> None:
    for link in part["links"]:
        if link["entry"] == 3:
            link["digest"] = part["hash"]


def test_an_entry_that_does_not_follow_is_named(visitors: Any, played: Table) -> None:
    visitor = visitors()
    forge(visitor.page, "**/proof/chain*", another_digest)
    page = visitor.sign_in(played.pat, f"/campaigns/{played.id}/proof")
    expect(verdict(page)).to_have_text(WRONG)
    expect(page.get_by_text("Entry 3 does not follow")).to_be_visible()


def test_what_the_browser_noted_before_cannot_be_exchanged(visitors: Any, played: Table) -> None:
    visitor = visitors()
    page = visitor.sign_in(played.pat, f"/campaigns/{played.id}/proof")
    expect(page.get_by_text("has noted the commitments")).to_be_visible()
    page.reload()
    expect(page.get_by_text("they are the same")).to_be_visible()

    def exchanged(document: Json) -> None:
        last = document["epochs"][-1]
        last["open_commitment"] = last["sealed_commitment"]

    forge(page, "**/proof/dice", exchanged)
    page.reload()
    expect(verdict(page)).to_have_text(WRONG)
    expect(page.get_by_text("it was exchanged")).to_be_visible()


def test_hidden_dice_are_checked_once_their_seed_is_revealed(visitors: Any, played: Table) -> None:
    page = visitors().sign_in(played.gm, f"/campaigns/{played.id}/proof")
    expect(page.get_by_text("waits for its seed")).to_have_count(1)
    ambush = page.locator("#details tbody tr").filter(has_text="ambush")
    over = max(each["number"] for each in played.gm.see("./dice")["epochs"] if "open_seed" in each)
    page.get_by_role("button", name=f"Reveal the sealed seed of stretch {over}", exact=True).click()
    expect(ambush).to_contain_text("right: the seed gives this value")


def test_a_saved_copy_is_checked(visitors: Any, played: Table) -> None:
    page = visitors().sign_in(played.pat, f"/campaigns/{played.id}/proof")
    expect(verdict(page)).to_have_text(RIGHT)
    copy = played.pat.see("./dice")
    another_face(copy)
    file = {"name": "dice.json", "mimeType": "application/json", "buffer": json.dumps(copy).encode()}
    page.get_by_label("A copy that you saved").set_input_files([file])
    expect(verdict(page)).to_have_text(WRONG)


def test_the_dice_of_one_entry_are_checked_from_its_page(visitors: Any, played: Table) -> None:
    rolled = next(each["entry"] for each in played.pat.see("./dice")["entries"])
    page = visitors(PHONE).sign_in(played.pat, f"/campaigns/{played.id}/entries/{rolled}")
    page.get_by_role("link", name="Check these dice").click()
    expect(verdict(page)).to_have_text(RIGHT)
    expect(page.locator("#details tbody tr")).to_have_count(2)


def test_a_secret_is_sealed_revealed_and_checked(visitors: Any, table: Table) -> None:
    page = visitors(DESK).sign_in(table.gm, f"/campaigns/{table.id}/seals")
    page.get_by_label("Title, which everybody sees").fill("The villain")
    page.get_by_label("The secret itself").fill("It was the baker – zoë.\nAll along.")
    page.get_by_role("button", name="Seal it").click()
    players = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}/seals")
    players.get_by_role("link", name="The villain").click()
    expect(players.get_by_text("It is still sealed.")).to_be_visible()
    page.get_by_role("link", name="The villain").click()
    page.get_by_role("button", name="Reveal it").click()
    players.reload()
    expect(players.get_by_text("It was the baker")).to_be_visible()
    expect(players.locator("#seal")).to_contain_text("it is the one that was published")
    forge(players, "**/seals/*/proof", lambda seal: seal.update(text=seal["text"].replace("baker", "maker")))
    players.reload()
    expect(players.locator("#seal")).to_contain_text("they were changed")
