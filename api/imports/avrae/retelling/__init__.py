"""Commands that retell the story of a combat in a campaign, and the comparison of the campaign with the recording.

Nothing here reads lines: that is done in `recording`."""
