"""Widgets of the questionnaire; they show and take in, and compute nothing."""
