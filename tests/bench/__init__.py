"""What the service costs, measured side by side on one machine: `python -m tests.bench`. Figures, no claims on time."""
