"""The time between sessions: its slots and phases, and what a slot is spent on that belongs nowhere else."""
