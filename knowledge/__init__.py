"""What is known: the nouns every package shares, the facts in data/, and the store of past runs.

Imports nothing of ours; every other package may import it.
"""
