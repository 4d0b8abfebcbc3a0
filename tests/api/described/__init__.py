"""The interface is as its description says, and every problem is told in its form."""
