"""Observability: the log that every service writes, and the metrics and traces that its settings can switch on."""
