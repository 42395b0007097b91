"""What runs inside a framework's own interpreter; imports nothing of ours from outside."""
