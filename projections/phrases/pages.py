"""Templates of pages in the language of their reader.

A template is rendered with its `language`. It marks its sentences by `_("…")`, `ngettext("…", "…", n)` or `{% trans %}`, and
writes a sentence about the campaign by `{{ part|say }}`.
"""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from typing import Final, NamedTuple, cast

from jinja2 import Environment, pass_context
from jinja2.ext import InternationalizationExtension
from jinja2.runtime import Context

from projections.phrases.catalogue import catalogue
from projections.phrases.messages import Part
from projections.translation.catalogues import SOURCE, translations

LANGUAGE: Final = "language"
"""The variable that a template is rendered with; English where it is missing."""


class Translator(NamedTuple):
    """The two functions that give a text in one language."""

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]


def translator(package: str, language: str) -> Translator:
    """Return the translator of a package's texts."""
    texts = translations(package, language)
    return Translator(texts.gettext, texts.ngettext)


def translate_templates(environment: Environment, package: str) -> None:
    """Let the templates of an environment speak the language that they are rendered with, by the catalogues of a package."""

    def texts(context: Context) -> NullTranslations:
        return translations(package, _language(context))

    @pass_context
    def gettext(context: Context, message: str) -> str:
        return texts(context).gettext(message)

    @pass_context
    def ngettext(context: Context, one: str, other: str, number: int) -> str:
        return texts(context).ngettext(one, other, number)

    @pass_context
    def pgettext(context: Context, sense: str, message: str) -> str:
        return texts(context).pgettext(sense, message)

    @pass_context
    def npgettext(context: Context, sense: str, one: str, other: str, number: int) -> str:
        return texts(context).npgettext(sense, one, other, number)

    extension = InternationalizationExtension.identifier
    if extension not in environment.extensions:
        environment.add_extension(extension)
    install = cast("Callable[..., None]", getattr(environment, "install_gettext_callables"))  # noqa: B009
    install(gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext)
    environment.filters["say"] = _say


@pass_context
def _say(context: Context, part: Part) -> str:
    """A part of a sentence in the language of a template."""
    return catalogue(_language(context)).say(part)


def _language(context: Context) -> str:
    return str(context.get(LANGUAGE, SOURCE))
