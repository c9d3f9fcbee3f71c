"""Other Pythons with the engine's dependencies: `python -m tests.promises.pythons` makes all it can."""

import os
import shutil
import sys
from pathlib import Path

from tests.conventions.lockfile import packages
from tests.conventions.source import ROOT
from tests.conventions.uv import uv

WANTED = ("3.11", "3.12", "3.13", "3.14")
FOLDER = ROOT / ".venv" / "pythons"
ENGINE_NEEDS = ("msgspec",)


def search_path() -> str:
    """Return the path to search for Pythons, including those that pyenv hides."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    hidden = map(str, sorted(root.glob("versions/*/bin")))
    return os.pathsep.join([*hidden, os.environ.get("PATH", "")])


def make(version: str) -> bool:
    """Make an environment of a Python with the engine's locked dependencies. Return whether it worked."""
    place, path = FOLDER / version, search_path()
    if (place / "ready").exists():
        return True
    needs = [f"{one['name']}=={one['version']}" for one in packages() if one["name"] in ENGINE_NEEDS]
    steps = (
        ("venv", "--clear", "--python", version, str(place)),
        ("pip", "install", "--python", str(place / "bin" / "python"), *needs),
    )
    if any(uv(*step, path=path).returncode for step in steps):
        shutil.rmtree(place, ignore_errors=True)
        return False
    (place / "ready").touch()
    return True


def main() -> None:
    """Make an environment of each Python except the one that's running."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    made = [version for version in WANTED if version != own and make(version)]
    print(f"Other Pythons: {' '.join(made) or 'none to be had here'}.")


if __name__ == "__main__":
    main()
