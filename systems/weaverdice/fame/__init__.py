"""Reputation, good and bad, and the followers that it brings to one cape.

Groups of capes are in `groups`."""
