"""What the knowledge base adds to a recommendation when a document is written of it."""
