"""Damage: its modifiers, armor, stun, unconsciousness, injury and death."""
