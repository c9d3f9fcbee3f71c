"""Run a module with a planted fault: `python -m tests.sabotage.elsewhere WHERE:FAULT MODULE ARGUMENT ...`."""

import runpy
import subprocess
import sys
from collections.abc import Sequence
from functools import wraps
from importlib import import_module
from typing import Any
from unittest.mock import patch

from tests.sabotage.planting import Plant, Planted


def elsewhere(plant: Plant) -> Plant:
    """Return a plant that puts the fault into every Python started meanwhile, instead of into this one."""
    begin = subprocess.Popen.__init__
    fault = f"{plant.__module__}:{plant.__name__}"

    def begin_spoilt(process: Any, command: Sequence[str], *given: Any, **named: Any) -> None:
        python, _, module, *arguments = command  # python -m module ...
        begin(process, [python, "-m", __name__, fault, module, *arguments], *given, **named)

    @wraps(plant)
    def planted() -> Planted:
        return patch.object(subprocess.Popen, "__init__", begin_spoilt)

    return planted


def main() -> None:
    """Plant the fault, and run the module as if it had been started directly."""
    where, _, name = sys.argv.pop(1).partition(":")
    module = sys.argv.pop(1)
    with getattr(import_module(where), name)():
        runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
