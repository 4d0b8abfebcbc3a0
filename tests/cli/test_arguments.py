"""Arguments as they are typed: the fields of the command say of what type a value is."""

from typing import Any

import msgspec
import pytest

from api.calling.values import typed_args
from api.cli.arguments import WrongArgument, args_given, merged
from api.use_cases.command_guides import CommandGuide, command_guide
from systems.registry import find

REGISTRY = find()
FREEFORM, WEAVERDICE = REGISTRY.system("freeform"), REGISTRY.system("weaverdice")
ATTACK, CREATE = (command_guide(REGISTRY, WEAVERDICE, name) for name in ("attack", "create"))
PUT = command_guide(REGISTRY, REGISTRY.system("orcus"), "put_at")
SET = command_guide(REGISTRY, FREEFORM, "set")


@pytest.mark.parametrize(
    ("guide", "typed", "args"),
    [
        (ATTACK, "who=ramjet", {"who": "ramjet"}),
        (ATTACK, "targets=thug,knight", {"targets": ["thug", "knight"]}),
        (ATTACK, "targets=thug targets=knight", {"targets": ["thug", "knight"]}),
        (ATTACK, 'targets=["a,b"]', {"targets": ["a,b"]}),
        (ATTACK, "targets=", {"targets": []}),
        (ATTACK, "strikes=2 full=yes", {"strikes": 2, "full": True}),
        (ATTACK, "pain=MENTAL", {"pain": "mental"}),
        (ATTACK, "power.name=Punch power.attacks=2", {"power": {"name": "Punch", "attacks": 2}}),
        (ATTACK, "power=null", {"power": None}),
        (CREATE, "stats.guts=5 stats.brawn=4", {"stats": {"guts": 5, "brawn": 4}}),
        (CREATE, 'stats={"guts":5}', {"stats": {"guts": 5}}),
        (CREATE, "sheet=gm", {"sheet": "gm"}),
        (CREATE, "sheet=ana,ben", {"sheet": ["ana", "ben"]}),
        (CREATE, "special=null", {"special": msgspec.UNSET}),
        (PUT, "at=3,4", {"at": [3, 4]}),
        (SET, "value=4", {"value": 4}),
        (SET, "value=four", {"value": "four"}),
    ],
)
def test_a_value_has_the_type_of_its_field(guide: CommandGuide, typed: str, args: dict[str, Any]) -> None:
    assert args_given(guide, typed.split()) == args


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("ramjet", "key=value, as who=ramjet"),
        ("target=thug", "did you mean targets?"),
        ("strikes=many", "strikes is a whole number from 1 to 20, not 'many'"),
        ("strikes=99", "strikes is a whole number from 1 to 20, not '99'"),
        ("full=perhaps", "full is yes or no, not 'perhaps'"),
        ("pain=great", "pain is one of mental, physical, not 'great'"),
        ("power=Punch", "write power.FIELD=VALUE"),
        ("power.nam=Punch", "power has no field 'nam'; did you mean name?"),
        ("who.name=Ann", "write who=VALUE"),
        ("who=a who=b", "who is given twice"),
        ("targets=[1", "targets is a list"),
    ],
)
def test_a_wrong_argument_is_told_with_what_is_right(typed: str, sentence: str) -> None:
    with pytest.raises(WrongArgument) as wrong:
        args_given(ATTACK, typed.split(" "))
    assert sentence in wrong.value.message


@pytest.mark.parametrize("system", sorted(REGISTRY.systems))
def test_the_examples_of_a_game_are_typed_as_key_and_value(system: str) -> None:
    game = REGISTRY.system(system)
    guides = [command_guide(REGISTRY, game, type) for type in game.kinds]
    typed = {guide.type: typed_args(guide, guide.example) for guide in guides}
    as_json = [type for type, words in typed.items() if words[:1] == ["--args"]]
    assert as_json == (["weaverdice.write_power"] if system == "weaverdice" else [])
    read = {guide.type: args_given(guide, typed[guide.type]) for guide in guides if guide.type not in as_json}
    assert read == {type: game.kinds[type].example for type in read}


def test_a_changed_field_leaves_those_beside_it() -> None:
    args = {"name": "Ann", "stats": {"guts": 5, "brawn": 4}, "standard": True}
    changes = {"stats": {"guts": 3, "brawn": msgspec.UNSET}, "standard": msgspec.UNSET}
    assert merged(args, changes) == {"name": "Ann", "stats": {"guts": 3}}
