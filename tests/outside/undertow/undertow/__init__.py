"""Undertow: divers in a sunken liner, with a hand of tide cards each and pools of dice that count successes."""

from domain.kit.chapters import system_of
from undertow import cards, divers, drowning, pools, pull, ropes, snags, tides

CHAPTERS = (divers, cards, snags, pools, tides, drowning, pull, ropes)
"""The chapters, in the order in which their handlers run."""

SYSTEM = system_of(__name__, CHAPTERS, id="undertow", name="Undertow", windows=(pull.PULL,))
