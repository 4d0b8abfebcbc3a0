"""Every entry is saved through the application of the eventsourcing library."""
