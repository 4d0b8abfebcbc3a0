"""Pain."""
