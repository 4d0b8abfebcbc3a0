"""The round: awareness, initialization, slots, the final phase, upkeep."""
