"""The command line at a service elsewhere."""
