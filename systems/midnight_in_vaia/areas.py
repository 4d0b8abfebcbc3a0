"""Areas of impact and engulfing."""
