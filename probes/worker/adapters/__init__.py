"""One file per framework; see README.md for the contract."""
