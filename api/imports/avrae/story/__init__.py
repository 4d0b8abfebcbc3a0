"""A recorded combat as one sequence of happenings, each once, independent of the bot and of any campaign.

`recording` reads the lines before it, and `retelling` makes commands of it afterwards."""
