"""Ask whether a package of uv.lock is known to be vulnerable: `python -m tests.conventions.audit`.

The list of vulnerabilities is on the network. If it can't be asked, one line says so and the check
passes. With AUDIT=required in the environment it fails.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from tempfile import NamedTemporaryFile
from typing import Any

from tests.conventions.uv import uv

Answer = dict[str, Any]
"""A service's answer about one package: `vulns`, or `skip_reason` when it had none."""

EXPORT = ("export", "--quiet", "--frozen", "--all-extras", "--no-emit-project")
OPTIONS = ("--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off", "--timeout=10")


def asked() -> list[Answer]:
    """Return what the service knows of each package of the lock file. Nothing where it doesn't answer."""
    with NamedTemporaryFile(suffix=".txt") as exported:
        told = uv(*EXPORT, "--output-file", exported.name)
        if told.returncode == 0:
            command = [sys.executable, "-m", "pip_audit", "--requirement", exported.name, *OPTIONS]
            told = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        answers: list[Answer] = json.loads(told.stdout)["dependencies"]
    except ValueError:  # it couldn't get as far as an answer
        print(told.stderr.strip().rpartition("\n")[2])
        return []
    return answers


def verdict(answers: Sequence[Answer], *, required: bool) -> tuple[int, list[str]]:
    """The exit code, and what to say in lines."""
    known = [answer for answer in answers if "vulns" in answer]
    unknown = [answer["name"] for answer in answers if "vulns" not in answer]
    found = [line for answer in known for line in _vulnerabilities(answer)]
    if not known:
        summary = "NOT AUDITED: no list of vulnerabilities can be reached from here."
    elif unknown:
        summary = f"NOT AUDITED, as nothing is known of them: {', '.join(unknown)}."
    else:
        summary = f"{len(known)} packages audited, {len(found)} known vulnerabilities."
    is_unsure = bool(unknown) or not known
    return int(bool(found) or (required and is_unsure)), [*found, summary]


def _vulnerabilities(answer: Answer) -> Iterator[str]:
    for one in answer["vulns"]:
        fixed = " or ".join(one["fix_versions"]) or "no version yet"
        yield f"{answer['name']} {answer['version']} has {one['id']}; fixed in {fixed}."


def main() -> int:
    """Ask, and print the results."""
    code, lines = verdict(asked(), required=os.environ.get("AUDIT") == "required")
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
