"""What the questionnaire asks between its steps: previews, live checks, re-ranking, export."""
