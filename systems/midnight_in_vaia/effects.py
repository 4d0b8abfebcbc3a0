"""What befalls bodies: bleed, hemorrhage, stun, slow, agony, frostbite, weakness, resistance."""
