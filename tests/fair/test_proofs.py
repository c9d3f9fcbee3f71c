"""Proofs are valid, and changed ones aren't. The bot, the script and the page agree about each."""

import json
import random
import re
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest

from bot.engine.cards import ORDER
from bot.engine.chance import SHAPES
from bot.engine.recording import PIPS
from bot.fair.proof import DIGEST_MARK, with_digest
from bot.fair.verifying import summary, verify_proof
from bot.games import GAMES
from tests.conventions.speaking import PART
from tests.fair.checkers import PAGE, SCRIPT, Verdict, bots, by_bot, by_script, opened_page, pages, scripts
from tests.fair.games import sealed_game
from tests.fair.vectors import FOLDER, vectors
from tests.helpers.chromium import in_browser
from tests.helpers.figures import Figure

CRAP = (FOLDER / "crap-2.json").read_text(encoding="ascii")
OTHERS: dict[type, list[Any]] = {str: [*ORDER, *SHAPES, *"ABC"], int: list(PIPS)}
"""Replacements for a card, a seat, a throw or a pip."""
PROVED = ("secret", "seal", "table", "transcript", "key", "shares", "chance")
"""The fields verified independently of the digest. `chance` is within the moves."""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to everything in a proof that's verified."""
    if isinstance(value, dict):
        return [sprite for name, one in value.items() for sprite in leaves(one, (*path, name))]
    if isinstance(value, list):
        return [sprite for place, one in enumerate(value) for sprite in leaves(one, (*path, place))]
    return [path] if any(name in PROVED for name in path) else []


def with_other(path: tuple[Any, ...], rng: random.Random) -> str:
    """Return the file with one character of one value changed, and with a matching digest."""
    plain = json.loads(CRAP.rpartition(DIGEST_MARK)[0] + "}")
    holder = plain
    for name in path[:-1]:
        holder = holder[name]
    value = holder[path[-1]]
    if isinstance(value, int):
        holder[path[-1]] = value + rng.choice((-1, 1))
    else:
        place = rng.randrange(len(value))
        other = rng.choice([sign for sign in "0123456789abcdefACDHSJQK" if sign != value[place]])
        holder[path[-1]] = value[:place] + other + value[place + 1 :]
    return with_digest(json.dumps(plain, separators=(",", ":"))[:-1])


def flipped(text: str, place: int, bit: int) -> str:
    return f"{text[:place]}{chr(ord(text[place]) ^ 1 << bit)}{text[place + 1 :]}"


class Changed(NamedTuple):
    """A changed file, and the start of the expected verdict."""

    text: str
    said: str


def moment(place: int) -> str:
    return f"move {place}" if place else "the deal"


def with_other_card(text: str, rng: random.Random) -> Changed:
    """Return the file with another card or number in the outcome of one request for chance, in any move."""
    lines = text.split("\n")
    start = lines.index('"moves":[') + 1
    asked = [place for place, line in enumerate(lines[start:]) if '"outcome":[' in line]
    place = rng.choice(asked)
    line = lines[start + place]
    outcome = line.index('"outcome":[') + len('"outcome":[')
    end = line.index("]", outcome)
    told = json.loads(f"[{line[outcome:end]}]")
    at = rng.randrange(len(told))
    must, other = told[at], rng.choice([one for one in OTHERS[type(told[at])] if one != told[at]])
    told[at] = other
    written = ",".join(map(json.dumps, told))
    lines[start + place] = line[:outcome] + written + line[end:]
    kind = re.findall(r'"kind":"([a-z]+)","number":([0-9]+)', line[:outcome])[-1]
    said = (
        f"the file was changed in line {start + place + 1} ({moment(place)}); "
        f"{moment(place)}, {':'.join(kind)}: value {at + 1} must be {must}, and is {other}".lower()
    )
    return Changed("\n".join(lines), said)


def with_other_byte(text: str, rng: random.Random) -> Changed:
    """Return the file with one bit flipped anywhere in a move's line."""
    lines = text.split("\n")
    start = lines.index('"moves":[') + 1
    place = rng.randrange(len(lines) - start - 4)
    line = lines[start + place]
    lines[start + place] = flipped(line, rng.randrange(len(line) - 2), rng.randrange(6))
    return Changed("\n".join(lines), f"the file was changed in line {start + place + 1} ({moment(place)}); ")


async def judged(page: Any, texts: Sequence[str]) -> list[tuple[Verdict, Verdict, Verdict]]:
    """Return the verdicts of all three programs on some files."""
    return list(zip(map(bots, texts), map(scripts, texts), await pages(page, texts), strict=True))


@pytest.mark.slow
@in_browser
async def test_three_programs_agree_on_every_vector(chromium: Any, times: int, figure: Figure) -> None:
    rng = random.Random(25)
    known = vectors()
    fields = [with_other(path, rng) for path in rng.sample(leaves(json.loads(CRAP)), 60)]
    places = [rng.randrange(len(CRAP)) for _ in range(60 * times)]
    bytes_flipped = [flipped(CRAP, place, rng.randrange(7)) for place in places]

    async with opened_page(chromium) as page:
        found = await judged(page, [*(vector.text for vector in known), *fields, *bytes_flipped])

    steps = [tuple(one.step for one in verdicts) for verdicts in found]
    assert [one for one in steps if len(set(one)) > 1 and one[0] != "form"] == []
    assert [bot for bot, *_ in steps[: len(known)]] == [vector.step for vector in known]
    assert [one for one in steps[len(known) :] if not all(one)] == []
    figure("P25", changes=len(steps) - len(known), accepted=0)


@pytest.mark.slow
@in_browser
async def test_three_programs_name_every_change(chromium: Any, times: int, figure: Figure) -> None:
    rng, games_of_each = random.Random(26), 4 * times if times > 1 else 1
    verified_by_all = named_by_all = 0

    async with opened_page(chromium) as page:
        for game, number in product(GAMES.values(), range(games_of_each)):
            text = sealed_game(game, number).text
            card, byte = with_other_card(text, rng), with_other_byte(text, rng)
            whole, *changed = await judged(page, [text, card.text, byte.text])
            assert set(whole) == {Verdict()}, (game.id, number)
            verified_by_all += 1
            for one, told in zip((card, byte), changed, strict=True):
                assert {verdict.step for verdict in told} == {"digest"}, told
                assert all(verdict.why.startswith(one.said) for verdict in told), (one.said, told)
                named_by_all += 1

    figure("P25", games=verified_by_all, verified_by_all_three=verified_by_all, places_named=named_by_all)


def test_changed_proved_field_is_rejected() -> None:
    rng = random.Random(1)

    accepted = [path for path in leaves(json.loads(CRAP)) if not by_bot(with_other(path, rng))]

    assert accepted == []


@pytest.mark.parametrize("check", [by_bot, by_script])
def test_flipped_byte_is_rejected(check: Any, times: int) -> None:
    every = 1 if times > 1 else 7

    assert [place for place in range(0, len(CRAP), every) if not check(flipped(CRAP, place, place % 7))] == []


def test_noted_seal_is_compared() -> None:
    seal = json.loads(CRAP)["seal"]

    assert verify_proof(CRAP.encode(), seal.upper()).table == 4
    assert SCRIPT["check"](CRAP.encode(), seal)["table"] == 4
    for check in (verify_proof, SCRIPT["check"]):
        with pytest.raises(Exception, match="the seal you noted"):
            check(CRAP.encode(), "0" * 64)


def test_summary_has_a_few_lines() -> None:
    lines = summary(verify_proof(CRAP.encode()))

    assert lines[0] == "Table 4: everything that was checked is as it was sealed."
    assert lines[2] == "Shares: 5 of 5 are known, and went into the deal."


def test_script_needs_only_the_standard_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert SCRIPT["main"]([str(FOLDER / "craits.json")]) == 0
    assert "everything that was checked" in capsys.readouterr().out
    assert SCRIPT["main"]([str(FOLDER / "wrong.json")]) == 1
    assert "NOT PROVED" in capsys.readouterr().out
    assert SCRIPT["main"]([str(FOLDER / "missing.json")]) == SCRIPT["main"]([]) == 2


def test_page_is_one_short_offline_file() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert PART.sub("", text).count("\n") < 271
    assert "default-src 'none'" in text
    assert [word for word in ("http:", "https:", "src=", "fetch(", "import ") if word in text] == []
    assert text.index("What this doesn't prove") < text.index("What it proves")


@pytest.mark.slow
@in_browser
@pytest.mark.parametrize("width", [390, 1280])
async def test_chosen_file_is_shown_move_by_move(chromium: Any, width: int) -> None:
    proof = json.loads(CRAP)
    fragment = f"#table=4&seal={proof['seal']}&secret={proof['secret']}"

    async with opened_page(chromium, fragment, width) as page:
        assert "is the one that was sealed" in await page.locator("#steps").inner_text()
        await page.locator("#file").set_input_files(FOLDER / "crap-2.json")
        await page.locator("#moves details").first.wait_for()
        said = await page.locator("#steps").inner_text()
        await page.locator("#moves summary").first.click()
        await page.locator("#moves .beside").first.wait_for()
        deal = await page.locator("#moves details").first.inner_text()
        wide = await page.evaluate("document.documentElement.scrollWidth")
        await page.locator("#noted").fill("0" * 64)
        await page.locator("#file").set_input_files(FOLDER / "craits.json")
        await page.locator(".bad").wait_for()

    assert "All of this matches the seal." in said
    assert "shuffle:0 of 104" in deal
    assert '"stock":' in deal
    assert wide <= width
