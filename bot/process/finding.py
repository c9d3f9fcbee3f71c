"""What the doctor has found: one thing that was looked at, and how all of them are written down."""

from collections.abc import Callable, Sequence

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at; there is advice where something is wrong, and only there."""

    subject: str
    words: str
    advice: str = ""

    @property
    def is_good(self) -> bool:
        """Whether nothing needs to be done."""
        return not self.advice


def show(findings: Sequence[Finding], write: Callable[[str], object]) -> int:
    """Write a line for each finding and one to close; 1 when something is wrong, else 0."""
    width = max(len(finding.subject) for finding in findings)
    for finding in findings:
        write(f"{'ok   ' if finding.is_good else 'WRONG'}  {finding.subject:{width}}  {finding.words}")
        if finding.advice:
            write(f"{'':{width + 9}}→ {finding.advice}")
    wrong = sum(not finding.is_good for finding in findings)
    write(f"Wrong: {wrong} of {len(findings)}." if wrong else "All is well.")
    return 1 if wrong else 0
