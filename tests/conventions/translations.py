"""Check translations: `python -m tests.conventions.translations`. `--stamp` renews stamps and kept pages."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.games import GAMES
from bot.lessons.reading import read_lesson
from bot.lessons.translating import translate
from bot.rendering.catalog import COMMAND
from bot.rendering.languages import ENGLISH, NAMES
from bot.rendering.po import read_po as read_as_the_bot
from bot.rendering.rules import read_rules, read_translated
from bot.rendering.stamps import is_outdated, stamp_of, unstamp
from tests.conventions import messages, speaking
from tests.conventions.messages import FOLDERS, ROOT

LOCALE: Final = ROOT / "data" / "locale"
TRIED: Final = (0, 1, 2, 5, 21, 1_500_000)
"""Numbers for which a file must choose the forms that its language's plural rule does."""
MAX_CHARACTERS: Final = {"command": 100, "button": 40}
"""The number of characters that Discord, or a phone, shows of each text."""
BUTTONS: Final = ("Button", "_button", "Link")
CODE: Final = re.compile(r"`[^`]+`")
CARD: Final = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")
BLANK: Final = re.compile(r"\{[^{}]+\}")
UNTIDY: Final = {"fr": re.compile(r"[ \w)}](?:[;!?»]|:(?=[\s*]|$))|«(?: |\w)|\w (?=…)|\w'\w")}
"""Typography that a language forbids. In French: missing narrow spaces, a space before …, straight quotes."""


def languages() -> list[str]:
    """Return the tags of all languages except English."""
    return [tag for tag in NAMES if tag != ENGLISH]


def catalog_of(tag: str, folder: Path = LOCALE) -> Path:
    """Return the file of a language's messages."""
    return folder / tag / "LC_MESSAGES" / "messages.po"


def faults(tag: str, folder: Path = LOCALE, template: Catalog | None = None) -> Iterator[str]:
    """Yield the faults in a language's messages, a line each."""
    file = catalog_of(tag, folder)
    if not file.is_file():
        yield f"{tag}: there is no {file.name}"
        return
    text = file.read_text(encoding="utf-8")
    form = read_as_the_bot(text).form
    with file.open("rb") as opened:
        there = read_po(opened, locale=tag.replace("-", "_"))
    source = messages.catalog() if template is None else template
    wanted = {_key(one): one for one in source if one.id}
    found = {_key(one): one for one in there if one.id}
    yield from (f"{tag}: missing: {key}" for key in wanted if key not in found)
    yield from (f"{tag}: not said any more: {key}" for key in found if key not in wanted)
    yield from _wrong_forms(tag, form)
    limits = limits_of_messages()
    for key in (one for one in wanted if one in found):  # Faults follow the order of the messages.
        yield from (f"{tag}: {fault}: {key}" for fault in _wrong(wanted[key], found[key], there, limits))
        yield from (
            f"{tag}: {fault}" for text in messages.texts(found[key].string) for fault in _untidy(tag, text)
        )


def _key(one: Message) -> tuple[str, ...]:
    """Return the key of a message: its context, if it has one, and its texts."""
    texts = messages.texts(one.id)
    return (one.context, *texts) if one.context else texts


def _wrong(source: Message, there: Message, catalog: Catalog, limits: dict[str, int]) -> Iterator[str]:
    forms, texts = messages.texts(there.string), messages.texts(source.id)
    if there.fuzzy:
        yield "only guessed (fuzzy)"
    if not all(forms):
        yield "not translated" if not any(forms) else "a form is missing"
        return
    if len(texts) > 1 and len(forms) != catalog.num_plurals:
        yield f"{len(forms)} forms in place of {catalog.num_plurals}"
    known = [_facts(text) - {"number"} for text in texts]
    for form in forms:
        if _facts(form) - {"number"} not in known:
            yield f"other facts in {form!r}"
        if len(texts) == 1 and _facts(form) != _facts(texts[0]):
            yield f"other facts in {form!r}"
        marks = [list(_other_marks(text, form)) for text in texts]
        yield from [] if [] in marks else marks[-1]
        most = MAX_CHARACTERS["command"] if source.context == COMMAND else limits.get(texts[0], 0)
        if most and len(form) > max(most, len(texts[0])):
            yield f"{len(form)} characters, {most} are the most: {form!r}"


def _facts(text: str) -> set[str]:
    """Return the facts that a message names, each with its conversion and format."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        return {f"? {error}"}
    return {
        f"{name}{'!' + how if how else ''}{':' + spec if spec else ''}"
        for _, name, spec, how in parts
        if name
    }


def _other_marks(source: str, form: str) -> Iterator[str]:
    """Yield how a translation differs in its commands, line breaks and marks at the beginning of lines."""
    if sorted(CODE.findall(source)) != sorted(CODE.findall(form)):
        yield f"other commands in {form!r}"
    if source.count("\n") != form.count("\n"):
        yield f"{form.count(chr(10))} line breaks in place of {source.count(chr(10))}"
    heads = [re.match(r"(?:-# |#+ |> |- )?", line) for line in source.split("\n")]
    there = [re.match(r"(?:-# |#+ |> |- )?", line) for line in form.split("\n")]
    if [one[0] for one in heads if one] != [one[0] for one in there if one]:
        yield f"other beginnings of lines in {form!r}"


def _untidy(tag: str, text: str) -> Iterator[str]:
    """Yield the typography in a text that its language forbids. Commands are left out."""
    for line in CODE.sub("", text).splitlines() if tag in UNTIDY else ():
        yield from (
            f"untidy: {line[max(0, one.start() - 20) : one.end() + 5]!r}"
            for one in UNTIDY[tag].finditer(line)
        )


def _wrong_forms(tag: str, form: Callable[[int], int]) -> Iterator[str]:
    """Yield how the file's plural rule differs from the language's."""
    rule = Locale.parse(tag, sep="-").plural_form
    by_category: dict[str, set[int]] = {}
    for number in TRIED:
        by_category.setdefault(rule(number), set()).add(form(number))
    if any(len(forms) > 1 for forms in by_category.values()):
        yield f"{tag}: numbers of one kind have several forms: {by_category}"
    if len(set.union(*by_category.values())) < len(by_category):
        yield f"{tag}: numbers of different kinds have one form: {by_category}"


@cache
def limits_of_messages() -> dict[str, int]:
    """Return the most characters allowed for each message that the code puts on a button."""
    found: dict[str, int] = {}
    for _, node in chain.from_iterable(map(messages.calls, FOLDERS)):
        if isinstance(node.func, ast.Name) and node.func.id in BUTTONS:
            found |= dict.fromkeys(_said_in(node), MAX_CHARACTERS["button"])
    return found


def _said_in(node: ast.Call) -> Iterator[str]:
    for one in node.args:
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "say":
            text = one.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and "{" not in text.value:
                yield text.value


def pairs(tag: str) -> Iterator[tuple[Path, Path]]:
    """Yield the English files that are translated as a whole, each with its translation into a language."""
    for game_id in GAMES:
        for kind, ending in (("rules", "md"), ("lessons", "toml")):
            folder = ROOT / "data" / kind
            yield folder / f"{game_id}.{ending}", folder / tag / f"{game_id}.{ending}"
    yield ROOT / "docs" / "privacy-policy.md", ROOT / "docs" / f"privacy-policy.{tag}.md"


def faults_of_files(tag: str) -> Iterator[str]:
    """Yield the faults in a language's rules, lessons and privacy policy, a line each."""
    for english, there in pairs(tag):
        name = there.relative_to(ROOT)
        if not there.is_file():
            yield f"{name}: is missing"
            continue
        source, text = english.read_text(encoding="utf-8"), there.read_text(encoding="utf-8")
        if is_outdated(text, source):
            yield f"{name}: was made from another English text (--stamp), or doesn't begin with a stamp"
        yield from (f"{name}: {fault}" for fault in _untidy(tag, unstamp(text)))
        try:
            yield from (f"{name}: {fault}" for fault in _wrong_file(english, source, unstamp(text)))
        except ValueError as error:
            yield f"{name}: {error}"


def _wrong_file(english: Path, source: str, text: str) -> Iterator[str]:
    """Yield how a translated text differs in structure from the English one. Raises ValueError."""
    if english.parent.name == "lessons":
        translate(read_lesson(GAMES[english.stem], source), text)
    elif english.parent.name == "rules":
        here = read_rules(source)
        there = read_translated(here, text)
        for one, same in zip(here.sections, there.sections, strict=True):
            for what, sign in (("cards", CARD), ("blanks", BLANK), ("commands", CODE)):
                if sorted(sign.findall(one.text)) != sorted(sign.findall(same.text)):
                    yield f"other {what} in {same.title!r} than in {one.title!r}"
    elif len(re.findall(r"^#+ ", source, re.MULTILINE)) != len(re.findall(r"^#+ ", text, re.MULTILINE)):
        yield "other headings than in English"


def restamp(translated: str, english: str) -> str:
    """Return a translated text with its stamp changed to that of this English text. Never add a stamp."""
    body = unstamp(translated)
    head = translated.removesuffix(body)
    return re.sub(r"(?<=source: )\w+", stamp_of(english), head) + body


def stamp(tag: str) -> Iterator[Path]:
    """Update the stamps in a language's files to the present English texts. Yield every file that changes."""
    for english, there in pairs(tag):
        if there.is_file():
            text = there.read_text(encoding="utf-8")
            now = restamp(text, english.read_text(encoding="utf-8"))
            if now != text:
                there.write_text(now, encoding="utf-8")
                yield there


def main(arguments: list[str]) -> int:
    """Print all faults, or update the stamps. Return 1 if there are faults."""
    chosen = [tag for tag in languages() if tag in arguments] or languages()
    if "--stamp" in arguments:
        for file in (*(file for tag in chosen for file in stamp(tag)), *speaking.write()):
            print(f"written: {file.relative_to(ROOT)}")
        return 0
    wrong = [fault for tag in chosen for fault in (*faults(tag), *faults_of_files(tag))]
    wrong += [
        f"{file.relative_to(ROOT)}: says other words than the catalogs (--stamp)"
        for file in speaking.outdated()
    ]
    print("\n".join(wrong) or f"All is well with {', '.join(chosen)}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
