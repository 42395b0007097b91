"""Two recommendations side by side: what is different in the answer, and why."""
