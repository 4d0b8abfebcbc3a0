"""The routes of the HTTP interface, one module for each resource.

A route checks rights, calls a use case or a view, and shapes the answer. It decides nothing about rules or sight."""
