"""Maims by limb and sense, executions, unconsciousness."""
