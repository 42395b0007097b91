"""Never comes to an end."""

import time


class Tool:
    versions = {}

    def convert(self, case, folder):
        time.sleep(3600)


def open():
    return Tool()
