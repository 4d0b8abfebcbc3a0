"""Serving over HTTP: the server in one process or with several workers, and the door in front of it."""
