"""An adapter of a framework that is not installed."""

MODES = ("run",)


def open(mode, threads):
    import no_such_framework

    return no_such_framework
