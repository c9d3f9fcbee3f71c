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

SLACK: Final = 4 / 3
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


def translate(lesson: Lesson, text: str, lags: bool = False) -> Lesson:
    """Return a lesson with the texts of a translated file. Raises ValueError with the first mistake."""
    try:
        other = msgspec.toml.decode(text, type=TranslatedLesson)
    except msgspec.DecodeError as error:  # This includes unknown fields and wrong types.
        raise ValueError(str(error)) from error
    wanted, found = [step.written.teaches for step in lesson.steps], [step.teaches for step in other.steps]
    if wanted != found:
        raise ValueError(f"the steps must teach {', '.join(wanted)}, not {', '.join(found)}")
    steps = (_translate_step(step, texts) for step, texts in zip(lesson.steps, other.steps, strict=True))
    return msgspec.structs.replace(lesson, steps=tuple(steps), lags=lags)


def _translate_step(step: Step, translation: TranslatedStep) -> Step:
    written = step.written
    if len(translation.wrong) != len(written.wrong):
        wanted = f"{len(written.wrong)} wrong presses, not {len(translation.wrong)}"
        raise ValueError(f"step {translation.teaches!r} must have {wanted}")
    _check_lengths(translation.teaches, translation.heading, translation.text)
    wrong = zip(written.wrong, translation.wrong, strict=True)
    translated: WrittenStep = msgspec.structs.replace(
        written,
        heading=translation.heading,
        text=translation.text,
        right=_translate_press(translation.teaches, written.right, translation.right),
        wrong=tuple(_translate_press(translation.teaches, press, texts) for press, texts in wrong),
    )
    return msgspec.structs.replace(step, written=translated)


def _translate_press(teaches: str, press: Answer, texts: TranslatedTexts) -> Answer:
    if bool(press.label) != bool(texts.label):
        wanted = "a label" if press.label else "no label"
        raise ValueError(f"step {teaches!r}: {texts.heading!r} must have {wanted}, as in English")
    _check_lengths(teaches, texts.heading, texts.text, texts.label)
    return msgspec.structs.replace(press, heading=texts.heading, text=texts.text, label=texts.label)


def _check_lengths(teaches: str, heading: str, text: str, label: str = "") -> None:
    """Raise ValueError for a text that's too long."""
    limits = ((heading, MAX_HEADING_CHARACTERS), (text, MAX_TEXT_CHARACTERS), (label, MAX_LABEL_CHARACTERS))
    for line, most in limits:
        if len(line) > most * SLACK:
            raise ValueError(f"step {teaches!r}: {int(most * SLACK)} characters are the most for {line!r}")
