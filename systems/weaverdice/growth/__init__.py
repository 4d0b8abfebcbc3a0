"""How capes become better: boxes, rewards, goals, milestones and the sixteen steps."""
