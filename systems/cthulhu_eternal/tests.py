"""Tests against a percentage: criticals, fumbles, opposed tests, modifiers with their caps."""
