"""Pure decision arithmetic on nouns: no files, clock, environment or network."""
