"""The program as someone without a checkout gets it: in its own environment and folder."""

import os
import shutil
import subprocess
import sysconfig
import tarfile
import venv
from pathlib import Path
from typing import Final

from tests.conventions.uv import uv

CODE: Final = (
    "import sys, discord; discord.http.Route.BASE = sys.argv.pop(1); from bot.entry import main; main()"
)
"""Code that runs the installed program with Discord at another address."""


class Installed:
    """An environment without our checkout, and a home outside it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.python = folder / "environment" / "bin" / "python"
        venv.create(folder / "environment", symlinks=True)
        # Its dependencies are the packages of the environment that runs the tests, so nothing is downloaded.
        [own] = (folder / "environment" / "lib").glob("python3*")
        (own / "site-packages" / "others.pth").write_text(sysconfig.get_path("purelib"))

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of a user who has only installed the program."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return {**kept, "HOME": str(self.home), "PYTHONWARNINGS": "ignore"}

    def install(self, wheel: Path) -> None:
        """Install a wheel, in place of an earlier one."""
        uv("pip", "install", "--quiet", "--offline", "--no-deps", "--python", str(self.python), str(wheel))

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run the command `cardcrate` in the user's home."""
        return subprocess.run(
            [str(self.python.with_name("cardcrate")), *arguments],
            cwd=self.home,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def typed(self, line: str) -> str:
        """Return the output of a line typed into a shell. The added `true` keeps the shell as its parent."""
        environment = self.environment | {"PATH": f"{self.python.parent}:{os.environ['PATH']}"}
        return subprocess.check_output(
            ["bash", "-c", f"{line}; true"], cwd=self.home, env=environment, text=True
        )

    def on_discord_at(self, address: str, *arguments: str) -> list[str]:
        """Return a command line of the program with Discord at another address."""
        return [str(self.python), "-P", "-c", CODE, address, *arguments]


def build(folder: Path) -> tuple[Path, Path]:
    """Build the checkout, and return its wheel and sdist."""
    uv("build", "--quiet", "--out-dir", str(folder))
    [wheel], [sdist] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def build_next(sdist: Path, folder: Path) -> Path:
    """Build the wheel of a later version with the same contents from an sdist, and return it."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    [source] = folder.iterdir()
    project = source / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    version = next(line for line in text.splitlines() if line.startswith("version = "))
    project.write_text(text.replace(version, 'version = "999.0.0"', 1), encoding="utf-8")
    uv("build", "--quiet", "--wheel", "--out-dir", str(folder / "next"), str(source))
    [wheel] = (folder / "next").glob("*.whl")
    shutil.rmtree(source)
    return wheel
