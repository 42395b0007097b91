"""Entry point of a process that works with others in step, started by a worker.

`<python> -I -X utf8 .../probes/worker/rank_main.py <module> <argument> ...` calls `follow` of a
module of this folder. It ends with the process that started it.
"""

from __future__ import annotations

import importlib
import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    main = runpy.run_path(str(Path(__file__).with_name("main.py")))
    main["die_with_parent"]()
    main["private_package"]()
    sys.dont_write_bytecode = True
    importlib.import_module(f"{main['PACKAGE']}.{sys.argv[1]}").follow(*sys.argv[2:])
