"""A registry that takes the process with it."""

import os


def operators():
    os.abort()
