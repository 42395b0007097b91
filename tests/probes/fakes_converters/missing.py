"""Needs a tool that is not there."""


def open():
    import no_such_tool

    return no_such_tool
