"""What would flip the decision: weights, facts, criteria, and what a wrong choice costs."""
