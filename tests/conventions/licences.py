"""List the licence of everything that a running bot loads: `python -m tests.conventions.licences`.

It fails for a licence that pyproject.toml doesn't allow. Packages that only other systems need are left out.
"""

import subprocess
import sys
from collections.abc import Sequence

from tests.conventions.lockfile import shipped
from tests.conventions.source import ROOT


def listed(names: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Run the program that prints these packages' licences and judges them."""
    command = [sys.executable, "-m", "piplicenses", "--packages", *names]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def main() -> int:
    """Print the licences and the faults found. Return the exit code."""
    found = listed(shipped())
    sys.stdout.write(found.stdout)
    sys.stderr.write(found.stderr)
    if found.returncode == 0:
        print(f"{len(found.stdout.splitlines()) - 1} packages, all under a licence of the list.")
    return found.returncode


if __name__ == "__main__":
    sys.exit(main())
