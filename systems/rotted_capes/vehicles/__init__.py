"""Rotted Capes: mounts and vehicles: who is aboard, who controls them, what hits them, and how they crash."""
