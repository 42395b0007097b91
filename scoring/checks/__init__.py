"""Checks: what a requirement of each kind says of a stack, with its evidence."""
