"""The happenings of a combat given as commands of a campaign, and the campaign held against the recording."""
