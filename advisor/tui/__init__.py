"""The questionnaire in the terminal: screens over the same use cases as the command line."""
