"""Rotted Capes: harm, what it takes from somebody, and what brings it back."""
