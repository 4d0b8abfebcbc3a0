"""Groups of capes: members, leaders, hirelings and missions.

Followers of a single cape are in `fame`."""
