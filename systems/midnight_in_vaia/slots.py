"""Action slots: gained, spent, reserved, hesitated over."""
