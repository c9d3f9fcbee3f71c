"""The program as someone gets it who doesn't have a checkout: in an environment and a folder of its own."""

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
"""The installed program with Discord at another address."""


class Installed:
    """An environment without our checkout, and a home outside of it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.python = folder / "environment" / "bin" / "python"
        venv.create(folder / "environment", symlinks=True)
        # The other packages are those that run the tests: nothing needs to be fetched.
        [own] = (folder / "environment" / "lib").glob("python3*")
        (own / "site-packages" / "others.pth").write_text(sysconfig.get_path("purelib"))

    @property
    def environment(self) -> dict[str, str]:
        """Return what is set where someone has only installed it."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return {**kept, "HOME": str(self.home), "PYTHONWARNINGS": "ignore"}

    def install(self, wheel: Path) -> None:
        """Install a wheel, in the place of one that is there."""
        uv("pip", "install", "--quiet", "--offline", "--no-deps", "--python", str(self.python), str(wheel))

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """The command `cardcrate` in the user's home."""
        return subprocess.run(
            [str(self.python.with_name("cardcrate")), *arguments],
            cwd=self.home,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def typed(self, line: str) -> str:
        """Return what a line typed into a shell prints. A second command keeps the shell as its parent."""
        environment = self.environment | {"PATH": f"{self.python.parent}:{os.environ['PATH']}"}
        return subprocess.check_output(
            ["bash", "-c", f"{line}; true"], cwd=self.home, env=environment, text=True
        )

    def on_discord_at(self, address: str, *arguments: str) -> list[str]:
        """A command of it with Discord at another address."""
        return [str(self.python), "-P", "-c", CODE, address, *arguments]


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel and the sdist of the checkout."""
    uv("build", "--quiet", "--out-dir", str(folder))
    [wheel], [sdist] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def build_next(sdist: Path, folder: Path) -> Path:
    """The wheel of a later version with the same contents, made from an sdist."""
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
