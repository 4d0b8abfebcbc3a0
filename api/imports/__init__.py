"""Readers of what other programs recorded, each turning its files into things a campaign can be told."""
