"""People at a table, each in a browser of their own, who play through the pages as people do: they tap, choose and type."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.api.people import Json, Person
from tests.browser.conftest import PHONE, Visitor


class Player:
    """Somebody at a page of a campaign."""

    def __init__(self, visitor: Visitor, campaign: str) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.below = f"/campaigns/{campaign}"

    def joins(self, link: str, name: str) -> None:
        """Come in by the link of an invitation, under a name."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(f"**{self.below}")

    def opens(self, path: str = "") -> Page:
        """Open a page of the campaign."""
        self.page.goto(self.below + path)
        return self.page

    def taps(self, title: str) -> None:
        """Tap a button of the quick bar, which leads to a form."""
        self.page.locator(".quick").get_by_role("link", name=title, exact=True).first.click()
        expect(self.page.get_by_role("button", name="Give it")).to_be_visible()

    def passes(self, title: str = "Next turn") -> None:
        """Pass the turn on: by one tap whoever has it, by a form whoever else may."""
        bar = self.page.locator(".quick")
        if bar.get_by_role("link", name=title, exact=True).count():
            self.taps(title)
            self.gives()
            return
        with self.page.expect_navigation():
            bar.get_by_role("button", name=title, exact=True).first.click()
        assert not self.page.locator("main .problem").count(), "the turn is passed on"

    def fills(self, dice: str = "", **fields: str | list[str]) -> None:
        """Fill in fields of the form that is open: words, things that are chosen, boxes that are ticked."""
        for name, value in fields.items():
            self._fill(f"args.{name}", value)
        if dice:
            self.page.get_by_label("Dice that you rolled").fill(dice)

    def _fill(self, name: str, value: str | list[str]) -> None:
        """Fill in one field; its part of the form is unfolded first."""
        inputs = self.page.locator(f'main [name="{name}"]')
        inputs.first.evaluate(
            "input => { for (let at = input; at = at.closest('details:not([open])');) at.open = true; }"
        )
        kind = inputs.first.evaluate("input => input.tagName + '/' + input.type")
        if kind == "INPUT/checkbox":
            boxes = self.page.locator(f'main fieldset:has(.ticks [name="{name}"])')
            for one in [value] if isinstance(value, str) else value:
                boxes.get_by_label(one, exact=True).check()
        elif kind.startswith("SELECT"):
            inputs.first.select_option(value)
        else:
            inputs.first.fill(value if isinstance(value, str) else ",".join(value))

    def gives(self, button: str = "Give it") -> int:
        """Give the command, and read the number of its entry: on its page, or on top of the page from which one came."""
        self.page.get_by_role("button", name=button).click()
        heading = self.page.get_by_role("heading", level=1, name=re.compile(r"^Entry \d+"))
        entry = heading.or_(self.page.locator("#done").get_by_role("link", name=re.compile(r"^Entry \d+")))
        refusal = self.page.locator("main .problem")
        expect(entry.or_(refusal).first).to_be_visible(timeout=20_000)
        assert not refusal.count(), refusal.inner_text()
        return int(entry.first.inner_text().removeprefix("Entry "))

    def does(self, type: str, dice: str = "", /, **fields: str | list[str]) -> int:
        """Give a command by its form."""
        self.opens(f"/play/{type}")
        self.fills(dice, **fields)
        return self.gives()

    def answers(self, button: str, dice: str = "") -> None:
        """Answer the open question on top of the page by a button, with dice where they are asked for; none is open then."""
        self.page.locator("#asks").get_by_role("button", name=button, exact=True).click()
        if dice:
            self.page.get_by_label("Dice that you rolled").fill(dice)
            self.page.get_by_role("main").get_by_role("button", name=button, exact=True).click()
        expect(self.page.locator("#asks button")).to_have_count(0)

    def undoes(self, entry: int, reason: str, *differences: str, strikes: int = 0) -> None:
        """Look at what would change had an entry not happened, strike an entry that becomes impossible, and make it so."""
        self.opens(f"/entries/{entry}")
        self.page.get_by_role("link", name="What if this had not happened?").click()
        for difference in differences:
            expect(self.page.get_by_role("main")).to_contain_text(difference)
        if strikes:
            self.page.get_by_label(f"Entry {strikes}", exact=True).select_option("strike it too")
            self.page.get_by_role("button", name="See what would change").click()
        self.page.get_by_label("Reason").fill(reason)
        self.page.get_by_role("button", name="Make it so").click()
        expect(self.page.get_by_role("heading", level=1, name=re.compile(r"^Entry \d+"))).to_be_visible()

    def opens_downtime(self, title: str, days: int = 1, **slots: int) -> None:
        """Open a downtime phase, with the slots of characters."""
        self.opens("/downtime")
        self.page.get_by_label("Title").fill(title)
        self.page.get_by_label("In-game days").fill(str(days))
        self.page.locator("main details summary").first.click()
        for handle, number in slots.items():
            self.page.locator(f'[name="slots.{handle}"]').fill(str(number))
        self.page.get_by_role("button", name="Open it").click()
        expect(self.page.get_by_role("heading", name=title)).to_be_visible()

    def plans(self, type: str, dice: str = "", /, **fields: str | list[str]) -> None:
        """Plan an action from what waits on the table; then nothing waits any more."""
        self.opens()
        self.page.get_by_role("link", name="Plan downtime").click()
        self.page.get_by_label("Find an action").fill(type)
        self.page.get_by_role("button", name="Find").click()
        self.page.locator(f'main a[href$="/{type}"]').first.click()
        self.fills(dice, **fields)
        self.page.get_by_role("button", name="Put it on the plan").click()
        expect(self.opens().get_by_role("link", name="Plan downtime")).to_have_count(0)

    def carries_out(self, phase: int = 1) -> None:
        """Carry out the plans of a phase, after a look at what would come of them."""
        self.opens(f"/downtime/{phase}/process")
        self.page.get_by_role("button", name="Carry it out").click()
        expect(self.page.get_by_role("heading", name=f"What came of phase {phase}")).to_be_visible()

    def fits_the_phone(self) -> None:
        """Expect that nothing is wider than a phone."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], self.page.url


def founded(owner: Person, name: str, system: str, **options: Any) -> Json:
    """Found a campaign."""
    return owner.ask("POST", "/campaigns", 201, json={"name": name, "system": system, "options": options})["id"]


def seat(owner: Person, campaign: str, visitor: Visitor, name: str) -> tuple[Player, Person]:
    """Somebody new at a table, who came in by a link; and the same person for requests of their own."""
    code = owner.at(campaign).ask("POST", "./invitations", 201, json={"uses": 1})["code"]
    player = Player(visitor, campaign)
    player.joins(f"/join/{code}", name)
    (member,) = (each for each in owner.at(campaign).see("./members") if each["name"] == name)
    return player, Person(owner.http, None, member["member"], campaign)
