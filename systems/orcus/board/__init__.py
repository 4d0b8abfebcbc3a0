"""The battle map: squares and who fills them, movement, sight and cover."""
