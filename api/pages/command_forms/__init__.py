"""Forms of commands: their fields, what is suggested in them, typed dice, and the bar of commands that one tap gives."""
