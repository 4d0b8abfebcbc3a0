"""Players are shown the same pages, and are given the same files, of two campaigns that differ only in what is hidden from them."""

from __future__ import annotations

import pytest

from domain.system import System
from tests.api.game_twins import GameTwins, Public, casts, least
from tests.api.pages.browser import Browser, masked
from tests.api.pages.every_page import addresses, places_of
from tests.api.people import Person
from tests.api.twins import RANDOM, Twins, parted
from tests.games.own import GAMES, TYPES
from tests.shares import one_in

ROLES = ("player", "observer")


class ShownTwins:
    """Twins, and a browser for everybody who is at their tables."""

    def __init__(self, twins: Twins) -> None:
        self.twins = twins
        self.browsers: dict[str, Browser] = {}

    def differing(self, role: str) -> dict[str, tuple[str, str]]:
        """The pages and files that a visitor is shown in two ways, each from shortly before it parts."""
        shown = {address: self._shown(role, address) for address in addresses(places_of(self.twins.who("gm")))}
        return {f"{role} {address}": parted(*two) for address, two in shown.items() if two[0] != two[1]}

    def differs(self, role: str) -> bool:
        """Whether somebody is shown any page or file in two ways."""
        every = addresses(places_of(self.twins.who("gm")))
        return any(one != other for one, other in (self._shown(role, address) for address in every))

    def _shown(self, role: str, address: str) -> tuple[str, str]:
        one, other = (self._page(role, address, campaign) for campaign in (self.twins.told, self.twins.untold))
        return one, other

    def _page(self, role: str, address: str, campaign: str) -> str:
        answer = self._browser(role).send("GET", f"/campaigns/{campaign}{address[1:]}")
        assert answer.status_code < 500, f"{role} {address}: {answer.text}"
        shown = f"{answer.status_code} {answer.headers.get('content-disposition')} {answer.text}"
        return RANDOM.sub("…", masked(shown.replace(campaign, "CAMPAIGN")))

    def _browser(self, role: str) -> Browser:
        if role not in self.browsers:
            person = self.twins.who(role)
            self.browsers[role] = Browser(person.http)
            self.browsers[role].sign_in(person.token or "")
        return self.browsers[role]


@one_in(8)
@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_no_page_and_no_file_of_a_game_tells_twins_apart(owner: Person, system: System, step: int) -> None:
    every = list(casts(system))
    types = [type for of, type in TYPES if of is system]
    compared = 0
    for number in range(len(every))[GAMES.index(system) % step :: step]:
        twins = GameTwins(owner, system)
        try:
            twins.play(types[len(types) * (number + 1) // (len(every) + 1)], every[number], least)
        except Public:
            continue
        shown = ShownTwins(twins)
        assert [shown.differing(role) for role in ROLES] == [{}] * 2, every[number].name
        assert shown.differs("gm"), "there is something to tell"
        compared += 1
    assert compared
