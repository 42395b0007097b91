"""The history on disk: hosts, environments, measurements with samples, recommendations.

Append-only. Nouns go in and come out; the tables are private to this package.
"""
