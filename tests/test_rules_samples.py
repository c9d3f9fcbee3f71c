"""The sample rounds of the rule texts, played on the engine, have the stated results after every step."""

import re
from collections import Counter
from typing import Any, Final

import msgspec
import pytest

from bot.engine.cards import SUITS
from bot.engine.notation import referee
from bot.games import GAMES
from bot.rendering.rules import read_rules
from tests.helpers import recipe
from tests.helpers.cases import cases_of, differences

SIGNS: Final = dict(zip("♣♦♥♠", "CDHS", strict=True))
ZONES: Final = ("houses", "hands", "discards", "crapauds")
SAMPLE: Final = "A turn, step by step"


class Step(msgspec.Struct, frozen=True):
    """A numbered line of a sample: its commands, and the facts after them."""

    commands: tuple[str, ...]
    position: dict[str, Any] = {}


class Sample(msgspec.Struct, frozen=True):
    """A sample round: its first position, its chance and its steps."""

    game: str
    seats: int
    position: dict[str, Any]
    steps: tuple[Step, ...]
    chance: tuple[dict[str, Any], ...] = ()
    section: str = SAMPLE


CRAP: Final = Sample(
    "crap",
    3,
    {
        "hands": {
            "A": ["7C", "7D", "KH", "4S"],
            "B": ["7H", "7S", "9C", "JC", "QD"],
            "C": ["KC", "KS", "2H", "5D"],
        },
        "stock": ["10S", "6D", "3C", "AD", "8H", "5S"],
    },
    (
        Step(
            ("A: acquire rank:7", "B: believe", "C: believe"),
            {"hands": {"A": ["7C", "7D", "7H", "7S", "KH", "4S"], "B": ["9C", "JC", "QD"]}},
        ),
        Step(
            ("B: acquire rank:K", "C: call-bluff"),
            {"hands": {"B": ["9C", "JC"], "C": ["KC", "KS", "2H", "5D"]}, "discard": ["QD"]},
        ),
        Step(
            (
                "C: challenge player:B",
                "C: place cards:KC,2H",
                "C: guess rank:J suit:C",
                "B: guess rank:K suit:H",
            ),
            {
                "hands": {"B": ["9C", "JC", "AD", "8H"], "C": ["KC", "KS", "2H", "5D", "10S", "6D", "3C"]},
                "last": {"rewards": {"C": 3, "B": 2}},
            },
        ),
        Step(
            ("A: score rank:7",),
            {"sets": [{"owner": "A", "rank": "7", "value": 70}], "totals": {"A": 0}, "turn": "B"},
        ),
    ),
    ({"pick": ["QD"]}, {"die": 2}),
)
SKRAP: Final = Sample(
    "skrap",
    3,
    {
        "hands": {
            "A": ["JH", "3C", "6S", "9C", "QS", "4H", "8H", "10D", "2D", "5C"],
            "B": ["8C", "5S", "7C", "10C", "KS", "AH", "6D", "9D", "QD", "6H"],
            "C": ["4D", "2C", "6C", "9S", "JC", "JK", "3H", "7H", "8D", "KD"],
        }
    },
    (
        Step(
            ("A: surge card:JH", "B: surge card:8C", "C: surge card:4D", "A: bot weapon:3C armour:8H"),
            {"field": [{"owner": "A", "armour_value": 9}], "turn": "B"},
        ),
        Step(
            ("B: bot weapon:10C armour:QD",),
            {"field": [{"owner": "A"}, {"owner": "B", "weapon_value": 11, "armour_value": 12}]},
        ),
        Step(("C: pass",), {"turn": "A"}),
        Step(
            ("A: bot weapon:QS armour:4H",),
            {"field": [{}, {}, {"owner": "A", "weapon_value": 12, "armour_value": 5}]},
        ),
        Step(
            ("B: bot weapon:7C armour:9D",),
            {"field": [{}, {}, {}, {"weapon_value": 8, "armour_value": 9}], "turn": "C"},
        ),
        Step(
            ("C: bot weapon:JC armour:KD",),
            {"field": [{}, {}, {}, {}, {"weapon_value": 11, "armour_value": 14}], "turn": "A"},
        ),
        Step(("A: pass", "B: pass"), {"phase": "scavenge", "heads": {"A": 0, "B": 0, "C": 4}}),
        Step(
            ("A: pass", "B: scavenge first:6D second:6H"),
            {"phase": "surge", "round": 2, "sizes": {"A": 10, "B": 11, "C": 10}},
        ),
    ),
    ({"shuffle": []},),
)
CRAITS: Final = Sample(
    "craits",
    3,
    {
        "top": "KS",
        "hands": {"A": ["5S", "8D", "2H"], "B": ["9S", "QH", "JD", "3D"], "C": ["AD", "KD", "7D"]},
        "stock": ["6D", "10H", "3C", "4C", "8C", "10D", "5C"],
    },
    (
        Step(
            ("A: play card:5S",),
            {"hands": {"B": ["9S", "QH", "JD", "3D", "6D"], "C": ["AD", "KD", "7D", "10H"]}, "turn": "B"},
        ),
        Step(("B: play card:9S suit:C",), {"suit": "C", "turn": "C"}),
        Step(("C: draw",), {"hands": {"C": ["AD", "KD", "7D", "10H", "3C"]}, "turn": "A"}),
        Step(("A: play card:8D suit:H declare:true",), {"suit": "H", "declared": ["A"], "turn": "B"}),
        Step(("B: play card:QH",), {"top": "QH", "turn": "C"}),
        Step(("C: play card:10H",), {"direction": "anticlockwise", "turn": "B"}),
        Step(("B: draw",), {"hands": {"B": ["JD", "3D", "6D", "4C"]}, "turn": "A"}),
        Step(("A: play card:2H",), {"phase": "count", "count": 2, "turn": "C", "hands": {"A": []}}),
        Step(("C: play card:AD",), {"count": 3, "turn": "B"}),
        Step(
            ("B: draw",),
            {
                "phase": "between-hands",
                "hands": {"A": [], "B": ["JD", "3D", "6D", "4C", "8C", "10D", "5C"], "C": ["KD", "7D", "3C"]},
                "totals": {"A": 0, "B": 133, "C": 13},
            },
        ),
    ),
)
CRAZY_RUMMY: Final = Sample(
    "crazy-rummy",
    3,
    {
        "turn": "A",
        "dealer": "C",
        "marker": "6C",
        "stock": ["7S", "6H", "10C"],
        "discard": ["9S"],
        "hands": {
            "A": ["QD", "QH", "6S", "4C", "9C"],
            "B": ["9D", "9H", "QS", "KC", "5H"],
            "C": ["6D", "8H", "8C", "JS"],
        },
    },
    (
        Step(
            ("A: draw", "A: meld cards:QD,QH,6S", "A: discard card:9C"),
            {"hands": {"A": ["4C", "7S"]}, "sets": {"A": [["QD", "QH", "6S"]]}, "turn": "B"},
        ),
        Step(
            ("B: draw from:discard", "B: meld cards:9D,9H,9C", "B: feed cards:QS", "B: discard card:KC"),
            {"hands": {"B": ["5H"]}, "fed": {"B": ["QS"]}, "turn": "C"},
        ),
        Step(
            ("C: draw", "C: meld cards:8H,8C,6D,6H", "C: discard card:JS"),
            {"hand_number": 2, "totals": {"A": 110, "B": 35, "C": 220}},
        ),
    ),
    ({"shuffle": []},),
)


def crapette_case(case_id: str) -> dict[str, Any]:
    """Return the position of a worked example in the rules."""
    position: dict[str, Any] = next(case for case in cases_of("crapette") if case["id"] == case_id)[
        "position"
    ]
    return position


def moves(seat: str, *pairs: str) -> tuple[str, ...]:
    """Return moves written like `R4-F` as commands."""
    names = {"F": "finish", "OC": "their-crapaud", "D": "my-discard", "C": "my-crapaud"}
    split = (pair.split("-") for pair in pairs)
    return tuple(f"{seat}: move from:{names.get(a, a)} to:{names.get(b, b)}" for a, b in split)


CRAPETTE: Final = Sample(
    "crapette",
    2,
    crapette_case("crapette-E7a"),
    (
        Step(moves("A", "R4-F"), {"houses": {"R4": []}, "finish": {"H": [8, 0]}}),
        Step(moves("A", "R3-OC"), {"houses": {"R3": [], "R4": []}}),
        Step(moves("A", "D-L1"), {"houses": {"L1": ["QH", "JS", "10H"]}}),
        Step(
            ("A: move from:R2 to:L1 count:3",),
            {"houses": {"L1": ["QH", "JS", "10H", "9C", "8H", "7C"], "R2": [], "R3": [], "R4": []}},
        ),
        Step(moves("A", "C-R2"), {"houses": {"R2": ["5D"]}}),
        Step(moves("A", "C-L4"), {"houses": {"L4": ["KD", "QC"]}}),
        Step(("A: flip", "A: put to:L4"), {"houses": {"L4": ["KD", "QC", "JH"]}}),
        Step(("A: flip", "A: put to:R1"), {"houses": {"R1": ["QD", "JC"]}}),
        Step(("A: flip", "A: put to:my-discard"), {"turn": "B", "houses": {"R3": [], "R4": []}}),
    ),
)
SECOND: Final = Sample(
    "crapette",
    2,
    crapette_case("crapette-E8a"),
    (
        Step(moves("B", "R4-F", "R2-F"), {"houses": {"R4": []}}),
        Step(moves("B", "R3-R2", "L2-R2"), {"houses": {"R3": [], "R2": ["9C", "8H", "7S", "6H"]}}),
        Step(moves("B", "L2-R3", "L2-R4"), {"houses": {"L2": ["9S"], "R3": ["7C"], "R4": ["8D"]}}),
        Step(moves("B", "L3-F", "L3-L1"), {"houses": {"L3": []}, "finish": {"S": [9, 0]}}),
        Step(moves("B", "R3-R4", "R2-R4"), {"houses": {"R3": [], "R4": ["8D", "7C", "6H"]}}),
        Step(moves("B", "R2-R3", "R2-L2", "R2-L1"), {"houses": {"R2": [], "L2": ["9S", "8H"]}}),
        Step(
            moves("B", "L2-L1", "R3-L1"),
            {
                "houses": {
                    "L1": ["QH", "JS", "10H", "9C", "8H", "7S"],
                    "R4": ["8D", "7C", "6H"],
                    "L3": [],
                    "R2": [],
                    "R3": [],
                }
            },
        ),
    ),
    section="A second worked turn",
)
SAMPLES: Final = [
    pytest.param(one, id=f"{one.game}, {one.section}")
    for one in (CRAP, SKRAP, CRAITS, CRAZY_RUMMY, CRAPETTE, SECOND)
]


def text_of(sample: Sample) -> str:
    rules = read_rules(recipe.read(f"data/rules/{sample.game}.md"))
    return next(one.text for one in rules.sections if one.title == sample.section)


def lines_of(sample: Sample) -> list[str]:
    """Return the numbered lines of the section."""
    return re.findall(r"^\d+\. (.*)", text_of(sample), re.MULTILINE)


def cards_in(text: str) -> set[str]:
    """Return the codes of the cards that a text names."""
    return {rank + SIGNS[suit] for rank, suit in re.findall(rf"(10|[2-9AJQK])([{''.join(SIGNS)}])", text)}


def codes_in(commands: tuple[str, ...]) -> set[str]:
    """Return the cards that commands name."""
    return set(re.findall(rf"\b(?:10|[2-9AJQK])[{''.join(SUITS)}]\b", " ".join(commands)))


def held(position: dict[str, Any]) -> set[str]:
    """Return the cards in all hands."""
    return {card for hand in position["hands"].values() for card in hand}


def lying(position: dict[str, Any]) -> Counter[tuple[str, str]]:
    """Return every card of a Crapette table with its place."""
    places = {f"{zone} {owner}": pile for zone in ZONES for owner, pile in position[zone].items()}
    return Counter((place, card) for place, pile in places.items() for card in pile)


def played(sample: Sample, steps: int) -> dict[str, Any]:
    """Return the engine's result after this many steps."""
    commands = [command for step in sample.steps[:steps] for command in step.commands]
    case = {"game": sample.game, "seats": sample.seats, "position": sample.position, "commands": commands}
    result: dict[str, Any] = referee(GAMES, msgspec.json.encode({**case, "chance": sample.chance}))
    return result


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_engine_plays_every_step_of_the_sample(sample: Sample) -> None:
    for count, step in enumerate(sample.steps, start=1):
        result = played(sample, count)
        expected = {"game": sample.game, "expect": {"position": step.position}}

        assert [one["error"] for one in result["steps"]] == [None] * len(result["steps"])
        assert differences(expected, result) == [], f"after step {count}"


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_step_of_sample_names_its_cards(sample: Sample) -> None:
    told = cards_in(text_of(sample).partition("\n1. ")[0]) if sample.game == "skrap" else set()
    lines = lines_of(sample)

    assert len(lines) == len(sample.steps)
    for line, step in zip(lines, sample.steps, strict=True):
        assert codes_in(step.commands) <= cards_in(line) | told


@pytest.mark.parametrize("sample", [CRAITS, CRAZY_RUMMY], ids=lambda sample: sample.game)
def test_line_names_cards_that_someone_gets(sample: Sample) -> None:
    for count, line in enumerate(lines_of(sample)[:-1], start=1):
        before, after = (held(played(sample, steps)["position"]) for steps in (count - 1, count))

        assert after - before <= cards_in(line)


@pytest.mark.parametrize("sample", [CRAPETTE, SECOND], ids=lambda sample: sample.section)
def test_crapettes_line_has_moving_cards_in_bold(sample: Sample) -> None:
    for count, line in enumerate(lines_of(sample), start=1):
        before, after = (lying(played(sample, steps)["position"]) for steps in (count - 1, count))
        moved = {card for _, card in (before - after).elements()}

        assert cards_in(" ".join(re.findall(r"\*\*(.*?)\*\*", line))) == moved


@pytest.mark.parametrize("sample", SAMPLES)
def test_sample_names_only_cards_on_its_table(sample: Sample) -> None:
    there = set(re.findall(r'"((?:10|[2-9AJQK])[CDHS])"', msgspec.json.encode(sample.position).decode()))
    heights = sample.position.get("finish", {})
    there |= {rank + suit for suit in heights for rank in ("A", *map(str, range(2, heights[suit][0] + 1)))}

    assert cards_in(text_of(sample)) - there == set()


@pytest.mark.parametrize("sample", SAMPLES)
def test_cards_turned_up_in_sample_really_are(sample: Sample) -> None:
    for count, line in enumerate(lines_of(sample), start=1):
        turned = re.search(r"(\S+) turns up", line)
        if turned:
            view = played(sample, count)["views"]["*"]
            tops = {pile[-1] for piles in ("discards", "crapauds") for pile in view[piles].values()}

            assert cards_in(turned[1]) <= tops


def test_scores_that_texts_name_are_those_of_engine() -> None:
    craits, rummy, skrap = map(text_of, (CRAITS, CRAZY_RUMMY, SKRAP))

    assert "10 + 3 = **13**" in craits
    assert "**133**" in craits
    assert re.findall(r"^- (\w+): .*\*\*(\d+)\*\*", rummy, re.MULTILINE) == [
        ("Ann", "110"),
        ("Ben", "35"),
        ("Cyd", "220"),
    ]
    assert "**4 heads for Cyd**" in skrap
