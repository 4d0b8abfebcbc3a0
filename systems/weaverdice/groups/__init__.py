"""Groups of capes: who belongs to one, whom it leads and hires, and the missions it plans."""
