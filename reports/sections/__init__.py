"""Sections: one file each, with `ORDER` and `build(recommendation, texts)`."""
