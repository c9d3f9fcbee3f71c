"""The read-only files that come with the program: migrations, rule texts, lessons, fonts, messages."""

import sys
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

HOME: Final = Path(str(files("bot"))).resolve().parent
"""The folder that holds the program: a checkout, or where packages are installed."""
IS_CHECKOUT: Final = (HOME / "pyproject.toml").is_file()
_INSTALLED: Final = HOME / "bot" / "data"
DATA: Final = _INSTALLED if _INSTALLED.is_dir() else HOME / "data"
"""The folder of these files: inside the package if it's installed, next to it in a checkout."""
SETTINGS: Final = _INSTALLED / "env.example" if _INSTALLED.is_dir() else HOME / ".env.example"
"""The settings file to fill in, which explains every setting."""
REINSTALL: Final = "let DATA_DIR name the folder `data` that came with the program, or reinstall it"
"""Advice if a file of the program is missing or altered."""


@cache
def version() -> str:
    """Return the version of this program."""
    try:
        return metadata.version("cardcrate")
    except metadata.PackageNotFoundError:  # It was copied and never installed.
        return "unknown"


def load_cogs() -> None:
    """Import our own `cogs`. When installed, they're inside `bot`, because other bots have `cogs`, too."""
    folder = HOME / "bot" / "cogs"
    if "cogs" in sys.modules or not folder.is_dir():
        return
    spec = spec_from_file_location("cogs", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    sys.modules["cogs"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
