"""Sentences that read like a translation, in messages, documents, docstrings and comments."""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

_AUXILIARIES: Final = (
    "is|are|was|has|have|had|does|did|can|cannot|could|must|may|leaves|plays|finds|asks|runs|wants|loses|joins|opens"
    "|uses|presses|holds|reads|else|a|an|the|it|you|they|somebody|nobody"
)
RULES: Final = {
    "give the sentence a subject": (
        rf"(?:^|[.!?:;] +|– |, )(?:Who|What|Whom|Where|How many|How much) (?:{_AUXILIARIES})\b(?![^.!]*\?)"
    ),
    "say whoever, or name the player": (
        r"\bwho (?:is wrong|loses|lies|wins|cannot|has left|leaves|opens|plays|asks)\b(?=[^?]*$)"
        r"(?<!person who)(?<!player who)(?<!anyone who)(?<!players who)(?<!people who)"
    ),
    "say everyone, someone, anyone": r"\b(?:every|some|any)body(?:'s)?\b",
    "say everyone else": r"\ball (?:others|see|know|hear|must|may|but)\b|\bfor all\b|\bto all\b",
    "negate the verb": (
        r"\b(?:is|are|was|were|be) no (?!longer|more|one|matter|way|less|fewer|need|problem)\w+"
        r"|\b(?:hold|have|has|holds|know|knows|take|takes|give|gives|need|needs) no"
        r" (?!longer|more|one|less|idea|effect|need)\w+"
    ),
    "say is, shows, moves": (
        r"\b(?:stands?|stood) (?:still|there|here|in|on|at|below|above|beside|further|for|by)\b"
        r"|\blies? (?:there|here|on the table)\b|\bgoes? only\b"
    ),
    "use auto- or a noun with a time": (
        r"\b(?:pass|passes|passed|skipped|built|thrown|taken|loses|picked|drawn) \{time\}"
    ),
    "say must or have to": (
        r"\b(?:is|are) to (?:be |have |go |do |act|draw|play|say|give|recycle|stand|come)\w*\b"
    ),
    "say automatically": r"\b(?:by itself|by themselves|of itself)\b",
    "say your, their": r"\bof (?:yours|theirs|his|hers|its own accord)\b",
    "say default": r"\bleft out:",
    "say next to": r"\bbeside\b",
    "say how many": r"\bso many\b|\bthat many\b|\bhow manyth\b",
    "use a newer word": (
        r"\b(?:anew|dear ones|dearest|in large|whereupon|thereupon|wherein|whoso|lest|hitherto|had better"
        r"|never does again|of late|at last)\b"
    ),
    "say fix": r"\b[Mm]end(?:s|ed|ing)?\b",
    "say shows, lists, lets you": (
        r"\b(?:bot|table|page|command|lobby|result|log|doctor|it|hand|DM|file|line)"
        r" (?:tells|says|knows|hears|reads|hears of)\b"
    ),
    "say what happened": r"\bcame of (?:it|them|this|that)\b|\bcome of (?:it|them)\b|\bcame to\b",
    "say on the fourth time, this turn": (
        r"\bat the (?:first|second|third|fourth|last) time\b|\bin this turn\b|\bfrom \w+ (?:players )?on\b|\bby lot\b"
    ),
    "don't end in too, then, again": r"\b(?:too|then|again|also|now)[.!]$",
    "end the sentence": r";",
    "contract it": (
        r"\b(?:it is|you are|that is|there is|they are|we are|cannot|can not|do not|does not|did not|is not|are not"
        r"|was not|has not|have not|will not|would not|could not|must not|you have (?:been|not|\w+ed)|I have|I am"
        r"|you will|it will)\b"
    ),
}
_PATTERNS: Final = {name: re.compile(pattern) for name, pattern in RULES.items()}

Sentence = tuple[int, str]
"""A line number, and the sentence or line of text that begins there."""


def broken(sentence: str) -> list[str]:
    """Return the rules that a sentence breaks."""
    return [name for name, pattern in _PATTERNS.items() if pattern.search(sentence)]


def sentences(path: Path) -> list[Sentence]:
    """Return every text in a file that someone reads."""
    text = path.read_text(encoding="utf-8")
    read = {".pot": _messages, ".py": _python, ".md": _markdown, ".toml": _values}[path.suffix]
    return [(line, found) for line, found in read(text) if len(found.split()) > 1]


def _messages(text: str) -> Iterator[Sentence]:
    for message in read_po(io.StringIO(text)):
        for form in (message.id,) if isinstance(message.id, str) else message.id:
            yield message.lineno or 0, " ".join(form.split("\n"))


def _python(text: str) -> Iterator[Sentence]:
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            for offset, line in enumerate(node.value.value.splitlines()):
                yield node.lineno + offset, line.strip()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def _markdown(text: str) -> Iterator[Sentence]:
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", "", line).strip(" -#*|>")


def _values(text: str) -> Iterator[Sentence]:
    todo: list[object] = [tomllib.loads(text)]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            yield 0, " ".join(value.split())
        elif isinstance(value, dict | list):
            todo.extend(value.values() if isinstance(value, dict) else value)
