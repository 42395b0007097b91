"""A recommendation as sections of semantic blocks, and the formats that render them."""
