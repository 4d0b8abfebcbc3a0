"""Growth of capes: boxes, rewards, goals, milestones and the sixteen steps."""
