"""What capes do as a group: who belongs to it, whom it leads and hires, and the missions it plans."""
