"""Looking into the knowledge base: list, show, search, what is stale, what an overlay changes."""
