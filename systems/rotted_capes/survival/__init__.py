"""Rotted Capes: what the living need: food, water, sleep, health, a way through the country, and an enclave to come back to."""
