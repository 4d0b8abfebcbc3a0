"""Refusals' words that hold at every table, whatever is played. The rules of a game are its system's own."""

from __future__ import annotations

from domain.system import RuleText

_TEXTS = {
    "adjustment": "The game master may set anything to anything; the ledger shows that it was set by hand.",
    "amount": "What is dealt or healed is either said, or rolled with dice.",
    "anchor": "What is to end with something else names what that is; otherwise it would never end.",
    "area": "Where a map is drawn, one stands in places that are on it.",
    "bad-name": "Names are lower-case letters and digits, with - _ / : + between them.",
    "by-the-game": "What a game has rules for is done by its own command, so that whatever they bring about comes about.",
    "cards": "A card is drawn where there is one.",
    "degrees": "What a total amounts to is told by one target, to reach or to roll under, or by several with a word each.",
    "dice": "Where the table rolls its own dice, a command brings the dice it needs.",
    "die-out-of-range": "A die shows what dice of its kind can show.",
    "downtime": "Between sessions each character has so many slots; what takes one takes it, planned or given directly.",
    "encounter": "What happens in an encounter says in which.",
    "field": "Only fields that are there can be set, and only numbers that are counted can be counted.",
    "formula": "A computed value comes out: it does not lean on itself, divides by no zero, and is not endless.",
    "handle": "A handle belongs to one, and is made of lower-case letters, digits and hyphens.",
    "initiative": "An initiative is given or rolled, and not both.",
    "kept-elsewhere": "Some things have commands of their own, or are kept by the service, so that no hand sets them.",
    "maximum": "Healing goes as far as the maximum after modifiers.",
    "minimum": "Nobody spends what they do not have: a track that is spent from stays at or above its minimum.",
    "name-taken": "No two instances of a component go by one name.",
    "no-rule": "Answers belong to the deed that asked and cannot be played by themselves.",
    "not-there": "What a command needs has to exist; that cannot be forced.",
    "notation": "Dice are written like 2d6+3, 4d6kh3 or 1d20adv.",
    "option": "An option is one the game declares, set to one of its choices; a rule of an option that is off is off.",
    "owner": "Players act for the characters they own.",
    "path": "A path leads to one value: the component, the name, the field.",
    "place": "What stands on the map stands somewhere: in an area, or on squares.",
    "scene": "One scene is open at a time.",
    "sealed": "Only game masters hide rolls, targets and outcomes.",
    "session": "One session is open at a time.",
    "spare-dice": "Dice that nothing rolls are not sent.",
    "time": "Time runs forward, in steps that can be followed; the clock can be set to any time.",
    "too-many-dice": "A roll comes to an end before the table is full of dice.",
    "turn-order": "Turns pass in order of initiative, in an encounter that is under way, by whoever has the turn.",
    "typed-dice": "Where the server alone rolls, nobody types dice; a game master may set some.",
    "unknown-choice": "A question is answered by one of its options.",
    "unknown-rule": "What is cited are rules that the game has.",
    "value": "A value is of the type that its field holds.",
    "veiled": "What a veiled roll has to reach is the game master's, so players do not try one out.",
    "vocabulary": "A game names the attributes, tracks and conditions that it knows.",
    "which": "A word that several go by does not say which is meant.",
    "windows": "Interrupts that answer one another come to an end.",
}

RULES = tuple(RuleText(id=id, text=text) for id, text in _TEXTS.items())
