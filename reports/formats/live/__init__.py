"""The live part of the HTML report: what it carries (payload), and plain scripts that read it."""
