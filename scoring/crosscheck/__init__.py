"""Other methods of multi-criteria decision making, to see whether they would choose alike."""
