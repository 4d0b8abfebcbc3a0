"""Demos, played at an installation of the test run."""
