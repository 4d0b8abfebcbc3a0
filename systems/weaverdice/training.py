"""Training: learning skills, by downtime and by use."""
