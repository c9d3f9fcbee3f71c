"""What the doctor has found: one thing that was looked at, and how all of them are written down."""

from collections.abc import Callable, Sequence

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at; there is advice where something is wrong or could be better."""

    subject: str
    words: str
    advice: str = ""
    is_urgent: bool = True
    """Whether what the advice is about is wrong; else the bot runs well without it, up to some misfortune."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.advice and self.is_urgent)

    @property
    def verdict(self) -> str:
        """In one word."""
        if not self.advice:
            return "ok"
        return "WRONG" if self.is_urgent else "WARN"


def show(findings: Sequence[Finding], write: Callable[[str], object]) -> int:
    """Write a line for each finding and one to close; 1 when something is wrong, else 0."""
    width = max(len(finding.subject) for finding in findings)
    for finding in findings:
        write(f"{finding.verdict:5}  {finding.subject:{width}}  {finding.words}")
        if finding.advice:
            write(f"{'':{width + 9}}→ {finding.advice}")
    wrong = sum(not finding.is_good for finding in findings)
    if wrong:
        write(f"Wrong: {wrong} of {len(findings)}.")
    else:
        has_advice = any(finding.advice for finding in findings)
        write("Nothing is wrong; see what stands beside WARN." if has_advice else "All is well.")
    return 1 if wrong else 0
