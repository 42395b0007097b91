"""A registry that cannot be read."""


def operators():
    raise AttributeError("the private call is gone")
