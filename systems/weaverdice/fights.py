"""Fights: tactics, the order of turns, and its changes."""
