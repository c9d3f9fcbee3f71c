"""A lesson in another language: its texts from a separate file, everything else from the English one."""

from typing import Final

import msgspec

from bot.lessons.lesson import (
    MAX_HEADING_CHARACTERS,
    MAX_LABEL_CHARACTERS,
    MAX_TEXT_CHARACTERS,
    Answer,
    Lesson,
    Step,
    WrittenStep,
)

ROOM: Final = 4 / 3
"""The factor by which a translation may exceed the length limits of English texts."""


class TranslatedTexts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The texts of a page or a button in another language."""

    heading: str
    text: str
    label: str = ""


class TranslatedStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The texts of a step. `teaches` stays in English to identify it."""

    teaches: str
    heading: str
    text: str
    right: TranslatedTexts
    wrong: tuple[TranslatedTexts, ...]


class TranslatedLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson's texts in another language, in the order of the English file."""

    steps: tuple[TranslatedStep, ...]


def translated(lesson: Lesson, text: str, lags: bool = False) -> Lesson:
    """Return a lesson with the texts of a translated file. Raises ValueError with the first mistake."""
    try:
        there = msgspec.toml.decode(text, type=TranslatedLesson)
    except msgspec.DecodeError as error:  # This includes unknown fields and wrong types.
        raise ValueError(str(error)) from error
    here, found = [step.written.teaches for step in lesson.steps], [step.teaches for step in there.steps]
    if here != found:
        raise ValueError(f"the steps must teach {', '.join(here)}, not {', '.join(found)}")
    steps = (_step(step, texts) for step, texts in zip(lesson.steps, there.steps, strict=True))
    return msgspec.structs.replace(lesson, steps=tuple(steps), lags=lags)


def _step(step: Step, there: TranslatedStep) -> Step:
    written = step.written
    if len(there.wrong) != len(written.wrong):
        many = f"{len(written.wrong)} wrong presses, not {len(there.wrong)}"
        raise ValueError(f"step {there.teaches!r} must have {many}")
    _check(there.teaches, there.heading, there.text)
    wrong = zip(written.wrong, there.wrong, strict=True)
    said: WrittenStep = msgspec.structs.replace(
        written,
        heading=there.heading,
        text=there.text,
        right=_press(there.teaches, written.right, there.right),
        wrong=tuple(_press(there.teaches, press, texts) for press, texts in wrong),
    )
    return msgspec.structs.replace(step, written=said)


def _press(teaches: str, press: Answer, there: TranslatedTexts) -> Answer:
    if bool(press.label) != bool(there.label):
        should = "a label" if press.label else "no label"
        raise ValueError(f"step {teaches!r}: {there.heading!r} must have {should}, as in English")
    _check(teaches, there.heading, there.text, there.label)
    return msgspec.structs.replace(press, heading=there.heading, text=there.text, label=there.label)


def _check(teaches: str, heading: str, text: str, label: str = "") -> None:
    """Raise ValueError for a text that's too long."""
    limits = ((heading, MAX_HEADING_CHARACTERS), (text, MAX_TEXT_CHARACTERS), (label, MAX_LABEL_CHARACTERS))
    for said, most in limits:
        if len(said) > most * ROOM:
            raise ValueError(f"step {teaches!r}: {int(most * ROOM)} characters are the most for {said!r}")
