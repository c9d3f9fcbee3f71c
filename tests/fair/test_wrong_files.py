"""Whatever file is submitted, the bot, the script and the page say in plain words what's wrong with it."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from bot.__main__ import command
from bot.fair.proof import DIGEST_MARK, with_digest
from bot.fair.verifying import HEAD, MAX_BYTES
from tests.fair.checkers import SCRIPT, as_one, opened_page
from tests.fair.vectors import FOLDER, changed
from tests.helpers.chromium import in_browser

CRAP: Final = (FOLDER / "crap-2.json").read_text(encoding="ascii")
EARLIER: Final = (FOLDER / "crap.json").read_text(encoding="ascii")
SUMS: Final = CRAP.partition('"sums":"')
PACKED: Final = gzip.compress(CRAP.encode())
NO_DEAL: Final = 'this isn\'t the file of a deal; the button "Verify" below a result gives you one'
NO_END: Final = "the end of the file is missing, or something follows it"
TOO_LARGE: Final = "the file is larger than any deal's"
UNPROVED: Final = "no key proves what it says there"
SAID: Final = "The secret isn't the one that was sealed."


def other(before: str, after: str, *, is_signed: bool = True) -> bytes:
    """Return the proof with a text replaced."""
    return changed(CRAP, before, after, is_signed=is_signed).encode()


def with_field(name: str, value: Any) -> bytes:
    """Return the proof with another value in one of its fields, and a matching digest."""
    plain = json.loads(CRAP.rpartition(DIGEST_MARK)[0] + "}")
    return with_digest(json.dumps({**plain, name: value}, separators=(",", ":"))[:-1]).encode()


def no_value(field: str) -> str:
    return f'"{field}" contains something that doesn\'t belong there'


WRONG: Final = {
    "empty": (b"", "the file is empty"),
    "of a replay": (b'{"format":"cardcrate replay 1","title":"Skrap"}', NO_DEAL),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xd8", NO_DEAL),
    "half": (CRAP[: len(CRAP) // 2].encode(), NO_END),
    "without its last sign": (CRAP[:-1].encode(), NO_END),
    "saved again with another end of line": (CRAP.encode() + b"\n", NO_END),
    "packed and cut off": (PACKED[:-9], "the file is packed, and its contents are incomplete"),
    "packed and wrong": (PACKED[:30] + b"\0" * 9, "the file is packed, and its contents are incomplete"),
    "too large": (HEAD + b" " * MAX_BYTES, TOO_LARGE),
    "packed and too large": (gzip.compress(HEAD + b" " * MAX_BYTES), TOO_LARGE),
    "with a letter of no proof": (other("a 7", "ä 7"), "the file contains more than plain characters"),
    "of another version": (
        other("proof 2", "proof 3"),
        'the file is a "cardcrate proof 3", and only a "cardcrate proof 1 or 2" can be checked here',
    ),
    "no json": (other('"table":4,', '"table":4,,'), "that file isn't JSON"),
    "a giant number": (other('"table":4', f'"table":{"9" * 5000}'), ""),
    "a large number": (with_field("table", 2**60), no_value("table")),
    "a number as a text": (with_field("table", "4"), no_value("table")),
    "a text as a number": (with_field("secret", 7), no_value("secret")),
    "nothing": (with_field("key", None), no_value("key")),
    "one move": (with_field("moves", {"number": 1}), no_value("moves")),
    "one digit of the secret": (
        other('"secret":"bc30', '"secret":"bc31', is_signed=False),
        'the file was changed in line 4 ("secret"); the secret isn\'t the one that was sealed',
    ),
    "one letter of somebody's words": (
        other('"words":"a 7"', '"words":"a 8"', is_signed=False),
        'the file was changed in line 7 ("shares"); seat A added something else',
    ),
    "half a character": (other('"words":"a 7"', '"words":"\\ud800"'), "seat A added something else"),
    "one sign of a move": (
        other('"move":"deal"', '"move":"deaf"', is_signed=False),
        f"the file was changed in line 10 (The deal); {UNPROVED}",
    ),
    "one letter of a position": (
        other(
            '"pending":{"action":"acquire","rank":"2","believed":["C"]}',
            '"pending":{"action":"acquire","rank":"3","believed":["C"]}',
            is_signed=False,
        ),
        f"the file was changed in line 14 (Move 4); {UNPROVED}",
    ),
    "how it ended": (
        other('"ended":"cancelled"', '"ended":"cancelleD"', is_signed=False),
        f'the file was changed in line 8 ("ended"); {UNPROVED}',
    ),
    "one digit of the sums": (
        f"{SUMS[0]}{SUMS[1]}{'0' if SUMS[2][0] != '0' else '1'}{SUMS[2][1:]}".encode(),
        f'the file was changed in line 18 ("sums"); {UNPROVED}',
    ),
    "one digit of the digest": (
        f"{CRAP[:-5]}{'0' if CRAP[-5] != '0' else '1'}{CRAP[-4:]}".encode(),
        f'the file was changed in line 19 ("digest"); {UNPROVED}',
    ),
    "one sign of a file of earlier": (
        changed(EARLIER, '"move":"deal"', '"move":"deaf"', is_signed=False).encode(),
        f"the file was changed; {UNPROVED}",
    ),
    "of earlier, with sums": (other("proof 2", "proof 1"), no_value("sums")),
    "one card": (
        other('"outcome":["8D"', '"outcome":["9D"', is_signed=False),
        "the file was changed in line 10 (The deal); The deal, shuffle:0: value 1 must be 8D, and is 9D",
    ),
    "one card less": (
        other('"outcome":["8D",', '"outcome":['),
        "The deal, shuffle:0: value 1 must be 8D, and is 4C",
    ),
    "unknown chance": (
        other('"kind":"shuffle"', '"kind":"scuffle"'),
        "The deal, scuffle:0: chance gives nothing of this kind",
    ),
}
"""Possible files and the expected answer. Empty where only the rejection counts."""


def said_by_bot(file: Path) -> str:
    found = CliRunner().invoke(command, ["verify", str(file)])
    assert found.exit_code == 1, found
    return found.output


def said_by_script(file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert SCRIPT["main"]([str(file)]) == 1
    return capsys.readouterr().out


@pytest.mark.parametrize("name", WRONG)
def test_bot_and_script_explain_rejections_in_a_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw, said = WRONG[name]
    file = tmp_path / "file.json"
    file.write_bytes(raw)

    for told in (said_by_bot(file), said_by_script(file, capsys)):
        assert told.startswith("NOT PROVED, at the ")
        assert told.count("\n") == 1
        assert told.partition(": ")[2].removesuffix(".\n") == said or not said


@pytest.mark.slow
@in_browser
async def test_page_explains_rejections_like_the_bot(tmp_path: Path, chromium: Any) -> None:
    async with opened_page(chromium) as page:
        for name, (raw, said) in WRONG.items():
            file = tmp_path / f"{name}.json"
            file.write_bytes(raw)
            await page.locator("#file").set_input_files(file)
            await page.locator(".bad").wait_for()

            shown = await page.locator(".bad ~ p").all_inner_texts()
            assert as_one(" ".join(shown)) == said.lower() or not said, name
            assert await page.locator("#moves details").count() == 0
            await page.evaluate("document.getElementById('steps').replaceChildren()")


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ('"kind":"shuffle"', '"kind":7', "moves[0].chance[0].kind"),
        ('"by":null', '"by":false', "moves[0].by"),
        ('"seat":"A","person"', '"person"', "shares[0].seat"),
        ('"words":"a 7"', '"words":"a 7","more":1', "shares[0].more"),
    ],
)
def test_malformed_field_is_named_by_its_path(
    before: str, after: str, field: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(other(before, after))

    assert f'"{field}" contains something that doesn\'t belong there' in said_by_bot(file)
    assert field.partition("[")[0] in said_by_script(file, capsys)


@pytest.mark.slow
@in_browser
async def test_three_programs_unpack_compressed_files(
    tmp_path: Path, chromium: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json.gz"
    file.write_bytes(PACKED)

    assert CliRunner().invoke(command, ["verify", str(file)]).exit_code == 0
    assert SCRIPT["main"]([str(file)]) == 0
    async with opened_page(chromium) as page:
        await page.locator("#file").set_input_files(file)
        await page.locator("#moves details").first.wait_for()
        assert "All of this matches the seal." in await page.locator("#steps").inner_text()


@pytest.mark.slow
@in_browser
async def test_page_shows_the_file_chosen_last(chromium: Any) -> None:
    other_secret = WRONG["one digit of the secret"][0].decode()

    async with opened_page(chromium) as page:
        await page.evaluate("texts => Promise.all(texts.map(show))", [CRAP, other_secret])

        assert await page.locator("#moves details").count() == 0
        assert SAID in await page.locator("#steps").inner_text()
        assert await page.locator("#steps h2").count() == 1
