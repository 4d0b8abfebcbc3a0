"""Every rule of Rotted Capes, played at a table with given dice."""
