"""Rotted Capes: fights: who acts when, what a turn holds, Areas and the ways through them, and what is done out of turn."""
