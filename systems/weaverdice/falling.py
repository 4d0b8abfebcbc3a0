"""Falls and throws."""
