"""Downtime phases: planned in private, carried out in order, whole or one by one, and undone as one."""
