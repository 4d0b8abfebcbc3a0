"""Movement in a fight: along the ground, through the air, below it, and up from being Prone."""
