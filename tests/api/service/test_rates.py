"""How often is too often: wrong tokens and codes by address, dice by member; and what that is answered with."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import TestClient

from api.app import create_app
from api.limits import Guesses, Rate, TooManyGuesses
from api.services import Services
from api.settings import load
from tests.api.people import Person, Table

Serve = Callable[..., AbstractContextManager[Person]]


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def serve(services: Services, owner_token: str) -> Serve:
    """The owner at a service with these settings."""

    @contextmanager
    def serving(**settings: str) -> Iterator[Person]:
        given = {f"RETCON_{name.upper()}": value for name, value in settings.items()}
        with TestClient(create_app(services, load(given)), raise_server_exceptions=False) as client:
            yield Person(client, owner_token)

    return serving


def test_a_full_rate_is_free_at_once_and_then_one_by_one(clock: Clock) -> None:
    rate = Rate(6, clock)
    rate.take("pat", 6)
    assert (rate.wait("pat"), rate.wait("olga")) == (10, 0)
    clock.now += 10
    assert rate.wait("pat") == 0


def test_what_was_taken_beyond_is_waited_for_later_up_to_twice_as_much(clock: Clock) -> None:
    rate = Rate(6, clock)
    rate.take("pat", 1000)
    assert rate.wait("pat") == 70


@given(st.lists(st.tuples(st.floats(0, 100), st.integers(0, 5)), max_size=30), st.integers(1, 20))
def test_no_minute_has_more_than_twice_the_rate(moves: list[tuple[float, int]], per_minute: int) -> None:
    clock = Clock()
    rate = Rate(per_minute, clock)
    taken: list[float] = []
    for pause, wanted in moves:
        clock.now += pause
        for _ in range(wanted):
            if not rate.wait("pat"):
                rate.take("pat")
                taken.append(clock.now)
    assert all(sum(at <= then < at + 60 for then in taken) <= 2 * per_minute for at in taken)


def test_a_rate_of_nothing_is_without_limit(clock: Clock) -> None:
    rate = Rate(0, clock)
    rate.take("pat", 1000)
    assert rate.wait("pat") == 0


def test_more_guesses_than_are_allowed_are_told_as_too_many(clock: Clock) -> None:
    guesses = Guesses(1, clock)
    guesses.wrong("10.0.0.1")
    guesses.wrong("10.0.0.2")
    with pytest.raises(TooManyGuesses):
        guesses.wrong("10.0.0.1")


def guess(person: Person, **headers: str) -> int:
    return Person(person.http, f"retcon_{uuid4().hex}").send("GET", "/account", headers=headers).status_code


def test_wrong_tokens_are_told_as_too_many_after_a_while(serve: Serve) -> None:
    with serve(guesses_per_minute="3") as owner:
        assert [guess(owner) for _ in range(5)] == [401, 401, 401, 429, 429]
        refused = owner.http.get("/api/v1/account", headers={"Authorization": "Bearer retcon_x"})
    assert refused.json()["type"] == "/problems/too-many-guesses"
    assert "3 invalid tokens or codes within a minute" in refused.json()["detail"]
    assert 1 <= int(refused.headers["retry-after"]) <= 20


def test_a_valid_token_is_let_in_after_wrong_guesses(serve: Serve) -> None:
    with serve(guesses_per_minute="2") as owner:
        owner.see("/account")
        assert [guess(owner) for _ in range(3)] == [401, 401, 429]
        owner.see("/account")


def test_a_guesser_does_not_lock_out_who_was_never_here_before(serve: Serve, owner: Person) -> None:
    secret = owner.ask("POST", "/tokens", 201, json={"label": "new"})["secret"]
    code = Table(owner).gm.ask("POST", "./invitations", 201, json={})["code"]
    with serve(guesses_per_minute="2") as guesser:
        assert [guess(guesser) for _ in range(3)] == [401, 401, 429]
        Person(guesser.http, secret).see("/account")
        Person(guesser.http, None).ask("POST", f"/invitations/{code}", 201, json={"name": "Ann"})


def test_wrong_codes_count_as_wrong_tokens_do(serve: Serve) -> None:
    with serve(guesses_per_minute="2") as owner:
        nobody = Person(owner.http, None)
        tried = [nobody.send("POST", f"/invitations/{uuid4().hex}", json={"name": "Eve"}) for _ in range(3)]
        assert [answer.status_code for answer in tried] == [404, 404, 429]


def test_requests_without_a_token_guess_nothing(serve: Serve) -> None:
    with serve(guesses_per_minute="1") as owner:
        tried = [Person(owner.http, None).send("GET", "/account").status_code for _ in range(3)]
        assert tried == [401, 401, 401]


def test_behind_a_proxy_of_ours_addresses_are_told_apart(services: Services, owner_token: str) -> None:
    settings = load({"RETCON_PROXIES": "10.0.0.9", "RETCON_GUESSES_PER_MINUTE": "1"})
    with TestClient(create_app(services, settings)) as client:
        client.app.state.proxies = {"testclient"}  # the name that the test client has for its address
        owner = Person(client, owner_token)
        assert [guess(owner, **{"X-Forwarded-For": at}) for at in ("1.1.1.1", "2.2.2.2", "1.1.1.1")] == [401, 401, 429]
        assert guess(owner, **{"X-Forwarded-For": "9.9.9.9, 2.2.2.2"}) == 429


def test_what_others_say_of_where_they_come_from_counts_nothing(serve: Serve) -> None:
    with serve(guesses_per_minute="1") as owner:
        assert [guess(owner, **{"X-Forwarded-For": at}) for at in ("1.1.1.1", "2.2.2.2")] == [401, 429]


def roll(person: Person, status: int, **around: object) -> None:
    person.does("freeform.roll", status, label="luck", notation="1d6", **around)


def test_too_many_rolls_of_the_server_are_refused_with_when_to_try_again(serve: Serve) -> None:
    with serve(dice_per_minute="2") as owner:
        table = Table(owner)
        for status in (201, 201, 429):
            roll(table.pat, status)
        refused = table.pat.send("POST", "./commands", json={"type": "freeform.note", "args": {"text": "?"}})
        roll(table.gm, 201)
    assert (refused.status_code, refused.json()["type"]) == (429, "/problems/too-many-dice")
    assert "2 of your commands in this campaign" in refused.json()["detail"]
    assert 1 <= int(refused.headers["retry-after"]) <= 30


def test_dice_of_the_table_and_commands_without_dice_are_free(serve: Serve) -> None:
    with serve(dice_per_minute="1") as owner:
        table = Table(owner)
        for _ in range(3):
            roll(table.pat, 201, _dice=[4])
            table.pat.does("freeform.note", text="Hm.")
        roll(table.pat, 201)


def test_dry_runs_count_like_rolls(serve: Serve) -> None:
    with serve(dice_per_minute="1") as owner:
        table = Table(owner)
        table.pat.ask(
            "POST",
            "./commands?dry_run=true",
            json={"type": "freeform.roll", "args": {"label": "luck", "notation": "1d6"}},
        )
        roll(table.pat, 429)


def test_in_another_campaign_one_may_go_on(serve: Serve) -> None:
    with serve(dice_per_minute="1") as owner:
        first, second = Table(owner), Table(owner)
        for table in (first, second):
            roll(table.gm, 201)
        roll(first.gm, 429)
