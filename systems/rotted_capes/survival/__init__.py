"""Survival: food, water, sleep, health, travel, and the enclave.

Fights are in `combat`."""
