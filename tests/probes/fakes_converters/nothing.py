"""Says that all is well, and writes nothing."""


class Tool:
    versions = {}

    def convert(self, case, folder):
        return None


def open():
    return Tool()
