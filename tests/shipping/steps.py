"""Carry out the steps of a Dockerfile in an empty folder, as far as that's possible without a container.

`python -m tests.shipping.steps FOLDER` leaves the results there, and prints their number of files and bytes.
Each stage has a folder, with the image's absolute paths inside it. A virtual environment of our own Python
replaces the base image. Owners aren't set, and nothing is isolated.
"""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.conventions.source import ROOT

OURS: Final = ("/src", "/opt/cardcrate", "/state", "/var/lib/cardcrate")
"""The paths that the steps write to. All others belong to the base image."""


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield a Dockerfile's instructions with their arguments, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for line in filter(None, map(str.strip, joined.splitlines())):
        name, _, rest = line.partition(" ")
        yield name, rest


def ignored(path: str, patterns: list[str]) -> bool:
    """Whether these patterns keep a path out of the build's context. The last one that fits decides."""
    is_out = False
    for pattern in patterns:
        bare = pattern.removeprefix("!").removeprefix("**/")
        parts = Path(path).parts
        starts = any(fnmatch.fnmatch("/".join(parts[:n]), bare) for n in range(1, len(parts) + 1))
        if starts or ("**/" in pattern and any(fnmatch.fnmatch(part, bare) for part in parts)):
            is_out = not pattern.startswith("!")
    return is_out


class Image:
    """The stages of one Dockerfile, each in its own folder inside `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stage = ""
        self.workdir = "/"
        self.facts: dict[str, str] = {}
        """The last arguments of each instruction in the present stage, by the instruction's name."""
        self.patterns = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()

    def place(self, path: str, stage: str | None = None) -> Path:
        """Return where a path of a stage is on this machine."""
        whole = path if path.startswith("/") else f"{self.workdir.rstrip('/')}/{path}"
        return self.folder / (self.stage if stage is None else stage) / whole.lstrip("/")

    def build(self, text: str) -> None:
        """Carry out all steps of a Dockerfile."""
        for name, rest in instructions(text):
            match name:
                case "FROM":
                    self._begin(rest)
                case "WORKDIR":
                    self.workdir = rest
                    self.place(rest).mkdir(parents=True, exist_ok=True)
                case "COPY":
                    self._copy(rest)
                case "RUN":
                    self._run(rest)
            self.facts[name] = rest

    def _begin(self, rest: str) -> None:
        self.stage = rest.partition(" AS ")[2] or "last"
        self.workdir, self.facts = "/", {}
        self.place("/").mkdir(parents=True)
        venv.create(self.place("/base"), with_pip=self.stage != "last", symlinks=True)

    def _copy(self, rest: str) -> None:
        flags = dict(re.findall(r"--(\w+)=(\S+)", rest))
        *sources, target = re.sub(r"--\S+ ", "", rest).split()
        for source in sources:
            from_path = self.place(source, flags["from"]) if "from" in flags else ROOT / source
            to = self.place(target) / (Path(source).name if target.endswith("/") else "")
            if from_path.is_dir():
                shutil.copytree(
                    from_path, to, symlinks=True, ignore=None if "from" in flags else self._ignore
                )
            else:
                shutil.copy2(from_path, to)

    def _ignore(self, folder: str, names: list[str]) -> set[str]:
        inside = Path(folder).relative_to(ROOT)
        return {name for name in names if ignored(str(inside / name), self.patterns)}

    def _run(self, command: str) -> None:
        for path in OURS:
            command = command.replace(path, str(self.place(path)))
        base = self.place("/base/bin")
        environment = {**os.environ, "PATH": f"{base}:/usr/bin:/bin", "PYTHONPATH": "", "VIRTUAL_ENV": ""}
        self.place("/opt").mkdir(exist_ok=True)
        subprocess.run(["sh", "-ec", command], cwd=self.place("."), env=environment, check=True)

    def added(self) -> tuple[int, int]:
        """Return how many files the last stage adds to its base image, and their bytes on a disk."""
        kept = [path for top in ("opt", "var") for path in self.place(f"/{top}").rglob("*") if path.is_file()]
        return len(kept), sum(
            4096 * -(-path.stat().st_size // 4096) for path in kept if not path.is_symlink()
        )

    def command(self) -> list[str]:
        """Return the image's entry point, without arguments."""
        return [str(part) for part in json.loads(self.facts["ENTRYPOINT"])]

    def environment(self) -> dict[str, str]:
        """Return the image's environment variables, with paths on this machine."""
        pairs = dict(pair.split("=", 1) for pair in shlex.split(self.facts["ENV"]))
        for path in OURS:
            pairs = {name: value.replace(path, str(self.place(path))) for name, value in pairs.items()}
        return pairs


def main(folder: Path) -> None:
    """Build the image in a folder, and print what the steps add."""
    image = Image(folder)
    image.build((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    number, size = image.added()
    print(f"Our steps add {number} files, {size / 1e6:.1f} MB unpacked.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
