"""Signing in with a browser: by a token, a code or a sign-in service; the sessions that this opens, and their devices."""
