"""Calls of uv, which makes environments and reads the lock file."""

import os
import shutil
import subprocess

from tests.conventions.source import ROOT


def uv(*arguments: str, path: str | None = None) -> "subprocess.CompletedProcess[str]":
    """Run uv with these arguments. `path` lists the folders in which it looks for Pythons."""
    program = shutil.which("uv") or str(ROOT / ".venv" / "bin" / "uv")
    environment = {**os.environ, "PATH": path or os.environ.get("PATH", "")}
    return subprocess.run(
        [program, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
