"""The service as a process: connections, limits, the stream, readiness, logs and metrics."""
