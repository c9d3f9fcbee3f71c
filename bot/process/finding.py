"""Findings of the doctor, and the lines that show them."""

from collections.abc import Callable, Sequence

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """The result of one check, with advice if something is wrong or could be better."""

    subject: str
    words: str
    advice: str = ""
    is_urgent: bool = True
    """Whether this keeps the bot from working. Otherwise it only makes a misfortune worse."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.advice and self.is_urgent)

    @property
    def verdict(self) -> str:
        """Return the result in one word."""
        if not self.advice:
            return "ok"
        return "ERROR" if self.is_urgent else "WARN"


def show(findings: Sequence[Finding], write: Callable[[str], object]) -> int:
    """Write a line for each finding and one to close, and return 1 if something is wrong, else 0."""
    width = max(len(finding.subject) for finding in findings)
    for finding in findings:
        cure = f" → {finding.advice}" if finding.advice else ""
        write(f"{finding.verdict:5}  {finding.subject:{width}}  {finding.words}{cure}")
    wrong = sum(not finding.is_good for finding in findings)
    if wrong:
        write(f"Errors: {wrong} in {len(findings)} checks.")
    else:
        has_advice = any(finding.advice for finding in findings)
        write("No errors. See the warnings." if has_advice else "All is well.")
    return 1 if wrong else 0
