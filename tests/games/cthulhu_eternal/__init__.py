"""The rules of Cthulhu Eternal."""
