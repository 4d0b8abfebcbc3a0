"""Forms of commands: their fields, what is suggested in them, typed dice, short forms on boards, and the bar of commands that one tap gives."""
