"""The three tracks of stress: activation, upkeep, relaxing, burnout."""
