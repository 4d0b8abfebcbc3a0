"""The people and things of Cthulhu Eternal as they come into the campaign: stats, skills, hit points."""
