"""Maneuvers: what is done in a fight beside attacks and powers, in one's own turn and between those of others."""
