"""Fields that take the name of something on a sheet suggest what is there."""

from __future__ import annotations

import re

import httpx
import pytest

from api.pages.command_forms.fields import FormChoice, FormField, form_fields
from api.services import Services
from api.use_cases.command_guides import command_guide
from domain.vocabulary import COMPONENTS
from projections.views.command_fields import CommandField
from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


def suggested(page: str, field: str) -> list[str]:
    """The values that a form suggests for a field."""
    (options,) = re.findall(rf'<datalist id="args-{field}-list" data-instances>(.*?)</datalist>', page, re.DOTALL)
    return re.findall(r'<option value="([^"]*)"', options)


@pytest.fixture
def table(owner: Person) -> Table:
    table = Table(owner)
    for name in ("Ramjet", "Zeal"):
        table.gm.does("freeform.create_character", name=name)
    table.gm.does("freeform.give_item", target="ramjet", what="knife")
    table.gm.does("freeform.give_item", target="zeal", what="rope")
    return table


@pytest.fixture
def gms(http: httpx.Client, table: Table) -> Browser:
    return signed_in(http, table.gm)


def test_a_field_suggests_what_stands_on_the_sheet_that_the_form_names(gms: Browser, table: Table) -> None:
    form = f"/campaigns/{table.id}/play/freeform.lose_item"
    assert suggested(gms.open(form), "item") == []
    rope = list(table.gm.see("./characters/zeal")["items"])
    assert suggested(gms.open(f"{form}?fill=target%3Dzeal"), "item") == rope


def test_what_is_hidden_from_somebody_is_not_suggested_to_them(http: httpx.Client, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Mine", owners=[table.pat.id])
    table.gm.does("freeform.give_item", target="mine", what="tracker", hidden=True)
    table.gm.does("freeform.give_item", target="mine", what="coin")
    page = signed_in(http, table.pat).open(f"/campaigns/{table.id}/play/freeform.lose_item?fill=target%3Dmine")
    assert len(suggested(page, "item")) == 1
    assert "tracker" not in page


def test_a_form_suggests_the_powers_of_the_character_who_acts_by_default(http: httpx.Client, owner: Person) -> None:
    table = Table(owner, "orcus")
    table.gm.does("orcus.create", name="Bryn", owners=[table.pat.id])
    table.gm.does("orcus.add_power", power={"name": "Mend", "effect": "spend a recovery"})
    table.gm.does("orcus.learn_power", who="bryn", power="Mend")
    assert suggested(signed_in(http, table.pat).open(f"/campaigns/{table.id}/play/orcus.use_power"), "power") == [
        "Mend"
    ]


def test_every_field_that_names_an_instance_says_of_which_component_and_by_which_field_whose(
    services: Services,
) -> None:
    wrong, marked = [], 0
    for game in services.registry.systems.values():
        for type in services.registry.kinds(game):
            fields = command_guide(services.registry, game, type).fields
            whose = {field.name for field in within(fields) if field.refers_to in ("character", "thing")}
            for instance in filter(None, (field.instance for field in within(fields))):
                marked += 1
                wrong += (
                    [f"{type}: {instance}"] if instance.component not in COMPONENTS or instance.of not in whose else []
                )
    assert marked > 30, "games mark their fields"
    assert wrong == []


def test_a_list_of_keys_of_the_catalogue_offers_them_and_takes_other_words(services: Services) -> None:
    fields = [field for field in _lists(services) if field.catalogue]
    assert fields, "a game has such a field"
    assert {field.name for field in fields if field.kind != "choices" or not field.open} == set()


def _lists(services: Services) -> list[FormField]:
    """The fields of all commands that take lists of texts without choices of their own, the catalogue having one of each kind."""

    lists = []
    for game in services.registry.systems.values():
        for type in services.registry.kinds(game):
            guide = command_guide(services.registry, game, type)
            names = {
                field.name for field in guide.fields if field.type == "list" and field.item and not field.item.choices
            }
            kinds = {
                f"catalogue/{kind}": (FormChoice("one", "One"),)
                for field in within(guide.fields)
                for kind in field.catalogue
            }
            lists += [field for field in form_fields(guide, kinds, {}) if field.name.removeprefix("args.") in names]
    return lists


def within(fields: tuple[CommandField, ...]) -> list[CommandField]:
    """Fields and those inside them."""
    inner = [each for field in fields for each in (*field.fields, *((field.item,) if field.item else ()))]
    return [*fields, *within(tuple(inner))] if inner else list(fields)
