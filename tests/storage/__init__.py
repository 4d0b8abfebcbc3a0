"""Claims about the storage of the service."""
