"""Check the packages of uv.lock for known vulnerabilities: `python -m tests.conventions.audit`.

The list of vulnerabilities is a service on the network. If it can't be reached, the audit prints a line about
that and passes. With AUDIT=required in the environment it fails.
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
"""The service's answer about one package: its `vulns`, or a `skip_reason` if it had none to give."""

EXPORT = ("export", "--quiet", "--frozen", "--all-extras", "--no-emit-project")
OPTIONS = ("--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off", "--timeout=10")


def asked() -> list[Answer]:
    """Return the service's answer about each package of the lock file. Empty if it can't be reached."""
    with NamedTemporaryFile(suffix=".txt") as exported:
        told = uv(*EXPORT, "--output-file", exported.name)
        if told.returncode == 0:
            command = [sys.executable, "-m", "pip_audit", "--requirement", exported.name, *OPTIONS]
            told = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        answers: list[Answer] = json.loads(told.stdout)["dependencies"]
    except ValueError:  # There's no answer, and the last line of the errors says why.
        print(told.stderr.strip().rpartition("\n")[2])
        return []
    return answers


def verdict(answers: Sequence[Answer], *, required: bool) -> tuple[int, list[str]]:
    """Return the exit code and the lines to print."""
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
    """Run the audit, print its results and return the exit code."""
    code, lines = verdict(asked(), required=os.environ.get("AUDIT") == "required")
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
