"""Templates of pages speak the language that they are rendered with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined

from projections.phrases.messages import phrase
from projections.phrases.pages import translate_templates, translator
from projections.translation.catalogues import translations

PACKAGE = "pages_that_are_tried"
GERMAN = """
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Welcome, %(name)s"
msgstr "Willkommen, %(name)s"

msgid "%(num)s entry"
msgid_plural "%(num)s entries"
msgstr[0] "%(num)s Eintrag"
msgstr[1] "%(num)s Einträge"

msgctxt "verb"
msgid "Play"
msgstr "Spielen"

#, fuzzy
msgid "Leave"
msgstr "Bleiben"
"""

TEMPLATES = {
    "said": '{{ _("Welcome, %(name)s", name=name) }}',
    "block": "{% trans name=name %}Welcome, {{ name }}{% endtrans %}",
    "counted": '{{ ngettext("%(num)s entry", "%(num)s entries", number) }}',
    "verb": '{{ pgettext("verb", "Play") }}',
    "fuzzy": '{{ _("Leave") }}',
    "new": '{{ _("Never seen") }}',
    "sentence": "{{ part|say }}",
}


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Environment]:
    folder = tmp_path / PACKAGE / "translations"
    folder.mkdir(parents=True)
    (tmp_path / PACKAGE / "__init__.py").touch()
    (folder / "de.po").write_text(GERMAN)
    monkeypatch.syspath_prepend(tmp_path)
    made = Environment(loader=DictLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    translate_templates(made, PACKAGE)
    yield made
    translations.cache_clear()


CONTEXT = {"name": "<b>", "number": 2, "part": phrase("duration.day", count=2)}


@pytest.mark.parametrize(
    ("template", "english", "german"),
    [
        ("said", "Welcome, &lt;b&gt;", "Willkommen, &lt;b&gt;"),
        ("block", "Welcome, &lt;b&gt;", "Willkommen, &lt;b&gt;"),
        ("counted", "2 entries", "2 Einträge"),
        ("verb", "Play", "Spielen"),
        ("fuzzy", "Leave", "Leave"),
        ("new", "Never seen", "Never seen"),
        ("sentence", "2 days", "2 Tage"),
    ],
)
def test_one_template_speaks_every_language(environment: Environment, template: str, english: str, german: str) -> None:
    page = environment.get_template(template)
    assert (page.render(CONTEXT), page.render(CONTEXT, language="de")) == (english, german)
    assert page.render(CONTEXT, language="xx") == english


def test_modules_of_pages_translate_with_the_same_catalogues(environment: Environment) -> None:
    german = translator(PACKAGE, "de")
    assert german.gettext("Welcome, %(name)s") % {"name": "Ana"} == "Willkommen, Ana"
    assert german.ngettext("%(num)s entry", "%(num)s entries", 1) % {"num": 1} == "1 Eintrag"
