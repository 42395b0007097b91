"""Energy counters: what the machine itself says it has used, never a guess."""
