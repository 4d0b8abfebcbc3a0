"""The layer between the vocabulary and a game: what every game would otherwise write for itself over raw events.

A game imports it; nothing in the domain does. It holds no rule of any game, and no state: all is said in the vocabulary's events.
"""
