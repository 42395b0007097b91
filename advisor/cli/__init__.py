"""The command line: parse, call a use case, print the result to stdout and narration to stderr."""
