"""A fresh machine, set up by following the guide line by line until the bot is healthy.

Only some parts of a real machine are replaced: the package index by our own wheel, systemd by the unit's
command line, the container by the steps of its Dockerfile, the editor by a token.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.conventions.docs import blocks, text_of
from tests.conventions.source import ROOT
from tests.conventions.uv import uv
from tests.shipping.installing import CODE
from tests.shipping.steps import Image

GUIDE: Final = "docs/operating/run.md"
WAYS: Final = ("package", "service", "container")
PLACES: Final = ("/etc/cardcrate", "/opt/cardcrate", "/var/lib/cardcrate", "/usr/local/src")
PATIENCE_SECONDS: Final = 300.0


class Machine:
    """A folder that acts as a machine's root. `address` is that of its Discord."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        self.seconds = 0.0
        self.said: list[str] = []
        """The output of each line of the guide."""
        self.bot: subprocess.Popen[bytes] | None = None
        self._cwd = self.home = folder / "home"
        self._python = ""
        self._environment: dict[str, str] = {}
        for place in (self.home, folder / "bin"):
            place.mkdir(parents=True)

    def follow(self, way: str) -> None:
        """Follow one way of the guide, then wait until the bot is healthy."""
        began = time.monotonic()
        for line in lines(way):
            self._do(line)
        if self.bot is None:
            raise AssertionError("the guide has not started the bot")
        while self._ask("cardcrate health").returncode != 0:
            if self.bot.poll() is not None or time.monotonic() - began > PATIENCE_SECONDS:
                raise AssertionError("\n".join([*self.said, self._ask("cardcrate health").stdout]))
        self.seconds = time.monotonic() - began

    def _do(self, line: str) -> None:
        doubles: Mapping[str, Callable[[], None]] = {
            "pipx install cardcrate": self._install_package,
            "editor": self._write_token,
            "git clone": lambda: self._clone(line),
            "cardcrate run": self._start,
            "systemctl enable --now cardcrate": self._start_service,
            "docker compose run --rm cardcrate": lambda: self._build_and_look(line.rsplit(maxsplit=1)[-1]),
            "docker compose up": self._start,
            "docker compose exec cardcrate": lambda: None,
        }
        for begins, double in doubles.items():
            if line.startswith(begins):
                double()
                return
        done = self._ask(line)
        self.said.append(f"$ {line}\n{done.stdout}{done.stderr}")
        if done.returncode and not line.startswith("cardcrate health"):
            raise AssertionError("\n".join(self.said))
        if line.startswith(("mkdir", "cd ")) and (found := re.search(r"\bcd (\S+)", line)):
            self._cwd = Path(self._at_home(found[1]).replace("~", str(self.home)))
        if "make install" in line:
            self._command_of_service()

    def _ask(self, line: str) -> "subprocess.CompletedProcess[str]":
        """Run a line in the shell."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "XDG_"))},
            "HOME": str(self.home),
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "DESTDIR": str(self.folder),
            "PYTHONWARNINGS": "ignore",
            **self._environment,
        }
        command = ["sh", "-c", self._at_home(line)]
        return subprocess.run(
            command, cwd=self._cwd, env=environment, capture_output=True, text=True, check=False
        )

    def _at_home(self, line: str) -> str:
        for place in PLACES:
            line = line.replace(place, f"{self.folder}{place}")
        return line.replace("make install", f"make install PYTHON={sys.executable}")

    def _install_package(self) -> None:
        uv("build", "--quiet", "--wheel", "--out-dir", str(self.folder / "dist"))
        [wheel] = (self.folder / "dist").glob("*.whl")
        uv("venv", "--quiet", str(self.folder / "tools"))
        uv("pip", "install", "--quiet", "--python", str(self.folder / "tools" / "bin" / "python"), str(wheel))
        self._command(self.folder / "tools" / "bin" / "python")

    def _command(self, python: Path) -> None:
        """Write the command `cardcrate`, which uses the Discord on this machine."""
        self._python = str(python)
        path = self.folder / "bin" / "cardcrate"
        path.write_text(f'#!/bin/sh\nexec {python} -P -c "{CODE}" {self.address} "$@"\n')
        path.chmod(0o755)

    def _clone(self, line: str) -> None:
        target = line.split(" && ", maxsplit=1)[0].split()[3:]
        path = Path(self._at_home(target[0])) if target else self._cwd / "cardcrate"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(path)], check=True)
        if not target:
            self._cwd = path

    def _write_token(self) -> None:
        for place in (self._cwd, Path(self._at_home("/etc/cardcrate"))):
            if (file := place / ".env").exists():
                text = file.read_text(encoding="utf-8")
                file.write_text(
                    re.sub(r"(?m)^DISCORD_TOKEN=.*$", "DISCORD_TOKEN=token", text), encoding="utf-8"
                )

    def _command_of_service(self) -> None:
        """Write the command that `make install` installed, but without its change of user."""
        self._command(self.folder / "opt" / "cardcrate" / "bin" / "python")
        inner = (self.folder / "bin" / "cardcrate").rename(
            self.folder / "opt" / "cardcrate" / "bin" / "cardcrate"
        )
        installed = self.folder / "usr" / "local" / "bin" / "cardcrate"
        text = installed.read_text(encoding="utf-8").replace("runuser -u cardcrate -- ", "")
        (self.folder / "bin" / "cardcrate").write_text(self._at_home(text), encoding="utf-8")
        (self.folder / "bin" / "cardcrate").chmod(0o755)
        assert inner.exists()

    def _start_service(self) -> None:
        unit = (self.folder / "etc/systemd/system/cardcrate.service").read_text(encoding="utf-8")
        [command] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
        [place] = re.findall(r"^WorkingDirectory=(.*)$", unit, re.MULTILINE)
        state = Path(self._at_home("/var/lib/cardcrate"))
        state.mkdir(parents=True)
        self._run(self._at_home(command).split(), Path(self._at_home(place)), {"STATE_DIRECTORY": str(state)})

    def _build_and_look(self, command: str) -> None:
        image = Image(self.folder / "image")
        image.build((self._cwd / "Dockerfile").read_text(encoding="utf-8"))
        self._environment = {**image.environment(), "PYTHONPATH": ""}
        self._environment.pop("PATH")
        self._command(image.place("/opt/cardcrate/bin/python"))
        self.said.append(self._ask(f"cardcrate {command}").stdout)

    def _start(self) -> None:
        self._run([str(self.folder / "bin" / "cardcrate"), "run"], self._cwd, self._environment)

    def _run(self, command: list[str], place: Path, environment: Mapping[str, str]) -> None:
        base = {"HOME": str(self.home), "PATH": os.environ["PATH"]}
        with (self.folder / "log").open("wb") as log:
            self.bot = subprocess.Popen(command, cwd=place, env={**base, **environment}, stderr=log)


def lines(way: str) -> list[str]:
    """Return the guide's lines for one way to run the bot."""
    chapter = text_of(GUIDE).split(f"\n## As a {way}\n")[1]
    [block, *_] = re.findall(r"^```sh\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)
    assert block in blocks(GUIDE, "sh")
    return [part for line in str(block).splitlines() for part in [line.strip()] if part]
