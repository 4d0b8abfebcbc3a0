"""Mounts and vehicles: who is aboard, who controls them, hits on them, and crashes.

Movement on foot is in `combat`."""
