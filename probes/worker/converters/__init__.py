"""One file per converter; see README.md for the contract."""
