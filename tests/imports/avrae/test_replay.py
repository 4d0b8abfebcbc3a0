"""Folding the happenings gives the HP that the recording shows, at every state."""

from api.imports.avrae.story.happenings import BotSaid, Damaged, Unexplained
from tests.imports.avrae.recordings import Health, only, replay, told


def health_of(name: str) -> list[Health]:
    """The HP of a combatant at every state, each change once."""
    course = [health[name] for _, health in replay(told().happenings) if name in health]
    return [now for before, now in zip([None, *course], course, strict=False) if now != before]


def test_at_all_57_states_everybodys_hp_are_those_shown() -> None:
    states = list(replay(told().happenings))
    shown = [{one.name: (one.hp, one.temp_hp) for one in seen.state.combatants} for seen, _ in states]
    assert ([health for _, health in states], len(states), len(shown[-1])) == (shown, 57, 7)


def test_the_hag_falls_below_nothing_in_eight_wounds() -> None:
    assert [hp for hp, _ in health_of("SH1")] == [52, 45, 42, 36, 30, 21, 4, 2, -2]


def test_nine_wounds_stand_where_they_were_dealt() -> None:
    wounds = [(each.source.lines[0] + 1, each.amount) for each in only(Damaged, told().happenings)]
    hag = [(98, 7), (142, 3), (201, 6), (206, 6), (241, 9), (256, 17), (275, 2), (330, 4)]
    assert wounds == [*hag[:2], (190, 9999), *hag[2:]]


def test_nitar_shifts_falls_and_stands_up() -> None:
    assert health_of("Nitar") == [(31, 0), (31, 4), (0, 0), (1, 0)]


def test_the_other_five_never_change() -> None:
    others = ("Verity Silverdust", "Bartholomew", "Aleksandra", "Keya", "Mozzie Urahaka")
    assert [len(health_of(name)) for name in others] == [1] * 5


def test_every_change_of_hp_is_explained() -> None:
    assert only(Unexplained, told().happenings) == []


def test_hp_in_the_bots_messages_are_those_of_the_next_state() -> None:
    states = {seen.source.lines[0]: health for seen, health in replay(told().happenings)}
    for message in only(BotSaid, told().happenings):
        for health in (health for health in message.healths if health.hp is not None):
            near = min(states, key=lambda line: abs(line - message.source.lines[0]))
            assert states[near][health.name] == (health.hp, health.temp_hp)
