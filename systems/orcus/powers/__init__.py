"""Powers: their record, their targets, their effects, and their keywords.

The powers themselves are data: `powers.toml` and the entries of a campaign."""
