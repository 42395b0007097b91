"""Other libraries of multi-criteria decision making, run in environments of their own."""
