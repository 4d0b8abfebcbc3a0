"""The layer between the vocabulary and a game: functions that every game would otherwise write over raw events.

A game imports it; nothing in the domain does. It holds no rule of any game, and no state: it emits the vocabulary's events.
"""
