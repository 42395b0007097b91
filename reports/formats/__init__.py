"""Formats: one file each, `render(...)` turns a report (JSON: a recommendation) into a document."""
