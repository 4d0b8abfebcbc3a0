"""What happens when processes die, connections break and disks fill up."""
