"""Pictures are legible on a phone: their sizes, contrasts and places, measured on the canvas."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageColor

from bot.engine.cards import DECK, JOKER, RANKS
from bot.registry import IDS
from bot.rendering.art.hands import in_parts
from bot.rendering.art.kit.canvas import WIDE, Canvas, Mark
from bot.rendering.art.kit.looks import GameLook, look_of
from bot.rendering.art.kit.palettes import few_colours, reduce_colours
from bot.rendering.art.parts import painted
from bot.rendering.art.parts.cards_in_rows import RISE, lines
from bot.rendering.art.parts.hand import HEAD
from bot.rendering.art.pictures import PLAN, key, png
from bot.rendering.art.plan import (
    BACK,
    Caption,
    CardPile,
    Chip,
    DuelPlan,
    Fan,
    HandPlan,
    House,
    LonePlan,
    Part,
    Plan,
    ProgressDots,
    Row,
    Stage,
    Style,
    TablePlan,
    Tile,
    Tray,
    Wanted,
    mark_new,
)
from bot.rendering.art.plan import without_words as shown_of
from bot.rendering.art.shortening import MAX_ALT_CHARACTERS
from bot.rendering.art.spoken import description
from tests.rendering.art.cards import LONG_NAME, TWO_PACKS
from tests.rendering.art.samples import CRAITS_HAND, CRAP_TABLE, CRAPETTE_TABLE, SAMPLES

SHIELD_RISES = 26
"""The pixels by which a shield rises above its protected card."""
MIN_HEIGHT = 0.04 * WIDE
MIN_CONTRAST = 4.5
CORNER = (140, 80)
"""The corner left to Discord: 70 × 40 px on a phone that shows a picture 300 px wide."""
STYLES: Mapping[str, Style] = {"crap": "sets", "skrap": "dots", "craits": "fans", "crazy-rummy": "boards"}


def crowded(game: str, count: int) -> TablePlan:
    """Return a table of this many players with long names and everything that this game's rows may hold."""
    base = Row(
        LONG_NAME, 1, "W", hand=60, note="believe or call the bluff?", sign="check", points="1234 + 1999"
    )
    tiles = tuple(Tile(rank, 8, wilds=2) for rank in ("10", "K", "*") * 4)
    fields: Mapping[str, Mapping[str, Any]] = {
        "crap": {"tiles": tiles, "protected": 12, "cards": (BACK,) * 12},
        "skrap": {"dots": ProgressDots(9, 20, fresh=2), "surge": "10H", "points": "19"},
        "craits": {"chip": Chip("owes two cards, a dealer"), "cards": (*DECK[:12], JOKER), "points": "-1234"},
        "crazy-rummy": {"tiles": tiles, "cards": (*DECK[:9], JOKER)},
    }
    rows = tuple(
        msgspec.structs.replace(base, place=place, acts=place % 2 == 0, leads=place == 1, **fields[game])
        for place in range(1, count + 1)
    )
    middle = (Wanted("10"), CardPile("Stock", BACK, 104), CardPile("Discard pile", "10D", 103))
    stage = Stage(
        f"{LONG_NAME}: “Acquire queens!”", f"{LONG_NAME} has to decide whether it is a bluff", middle
    )
    return TablePlan(game, stage, rows, STYLES[game], foot="banked + on the table · " * 3)


def hand_of(count: int) -> HandPlan:
    """Return a hand of this many cards by rank, and a protected one."""
    cards = [TWO_PACKS[place * 41 % 108] for place in range(count)]
    fan = Fan(tuple(Part(one) for one in in_parts(cards)), playable=frozenset(cards[::3]))
    return HandPlan(
        "crap", f"Your hand · {count}", "your turn", True, (fan, Tray("Protected", ("KS",), shield=True))
    )


def lone(game: str, count: int) -> LonePlan:
    """Return a crowded table with a large hand for the one person at it."""
    return LonePlan(crowded(game, count), msgspec.structs.replace(hand_of(20), game=game), own=count - 1)


def long_houses() -> Plan:
    """Return a table of Crapette with houses of thirteen cards and long names."""
    houses = tuple(House(one.name, DECK[:13]) for one in CRAPETTE_TABLE.houses)
    sides = (CRAPETTE_TABLE.far, CRAPETTE_TABLE.near)
    far, near = (msgspec.structs.replace(side, name=LONG_NAME, acts=True) for side in sides)
    return msgspec.structs.replace(CRAPETTE_TABLE, houses=houses, far=far, near=near, headline=LONG_NAME * 3)


def choosing() -> Plan:
    """Return `long_houses` while a card is chosen, with a rim around everything that can have one."""
    plan = long_houses()
    assert isinstance(plan, DuelPlan)
    first, *others = plan.houses
    raised = msgspec.structs.replace(first, raised=True)
    targets = tuple(msgspec.structs.replace(one, cards=(), target=True) for one in others)
    far = msgspec.structs.replace(plan.far, targets=("Discard pile", "Crapaud"))
    near = msgspec.structs.replace(plan.near, raised="Crapaud", movable=("Discard pile",))
    return msgspec.structs.replace(
        plan, houses=(raised, *targets), far=far, near=near, finish_targets=tuple(range(8))
    )


EXTREMES: dict[str, Plan] = {
    **{f"{game}-{count}": crowded(game, count) for game in STYLES for count in (2, 4, 5, 10)},
    **{f"lone-{game}-{count}": lone(game, count) for game in STYLES for count in (2, 3, 4, 7, 10)},
    **{f"hand-{count}": hand_of(count) for count in (0, 1, 3, 10, 11, 20, 31, 60, 108)},
    "hand-empty": HandPlan(
        "craits", "Your hand · 0", instead="Your hand is empty, and nothing is in it. " * 3
    ),
    "crapette-long": long_houses(),
    "crapette-choosing": choosing(),
}
ALL = {**SAMPLES, **EXTREMES}
plans = pytest.mark.parametrize("name", ALL)


def drawn(name: str) -> tuple[Canvas, list[Mark]]:
    notes: list[Mark] = []
    return painted(ALL[name], notes), notes


def texts(marks: list[Mark]) -> Iterator[Mark]:
    return (mark for mark in marks if mark.kind == "text")


@plans
def test_no_letter_is_smaller_than_phone_can_show(name: str) -> None:
    _, marks = drawn(name)

    assert [mark for mark in texts(marks) if mark.high < MIN_HEIGHT - 0.5] == []


@plans
def test_no_text_leaves_the_picture(name: str) -> None:
    canvas, marks = drawn(name)

    outside = [
        m for m in texts(marks) if m.left < 0 or m.left + m.wide > WIDE or m.top + m.high > canvas.high
    ]
    assert outside == []


@plans
def test_every_text_stands_out_from_its_ground(name: str) -> None:
    _, marks = drawn(name)

    faint = [
        (m.text, m.colour, m.ground) for m in texts(marks) if contrast(m.colour, m.ground) < MIN_CONTRAST
    ]
    assert faint == []


@plans
def test_the_lower_left_corner_is_left_to_discord(name: str) -> None:
    canvas, marks = drawn(name)
    wide, high = CORNER

    there = [
        mark
        for mark in marks
        if mark.kind != "box" and mark.left < wide and mark.top + mark.high > canvas.high - high
    ]
    assert there == []


@plans
def test_cards_lie_inside_the_picture(name: str) -> None:
    canvas, marks = drawn(name)
    cards = [mark for mark in marks if mark.kind == "card"]

    assert [
        m for m in cards if m.left < 0 or m.left + m.wide > WIDE or m.top < 0 or m.top + m.high > canvas.high
    ] == []


@pytest.mark.parametrize("section", [Fan((Part(("AH", "AH", "JS")),)), Tray("Protected", ("AH", "AH", "JS"))])
def test_one_of_two_equal_cards_is_new(section: Fan | Tray) -> None:
    notes: list[Mark] = []
    painted(mark_new(HandPlan("craits", "Your hand · 3", sections=(section,)), ["AH", "KS"]), notes)

    assert [mark.text for mark in notes].count("new") == 1


def test_raised_card_is_larger_and_hides_nothing() -> None:
    canvas, marks = drawn("crapette-choosing")
    column = [mark for mark in marks if mark.kind == "card" and mark.text in DECK[:13] and mark.left < 80]
    *covered, top = sorted((one for one in column if one.high > 60), key=lambda mark: mark.top)
    near = max(mark.top for mark in marks if mark.kind == "box")

    assert {one.wide for one in covered} == {64}
    assert top.wide > 64
    assert top.top - covered[-1].top == covered[-1].top - covered[-2].top
    assert top.top + top.high < near < canvas.high


def test_number_of_a_pile_leaves_its_card_readable() -> None:
    _, marks = drawn("crapette-table")
    sides = (CRAPETTE_TABLE.far, CRAPETTE_TABLE.near)
    piles = [pile for side in sides for pile in side.piles if pile.count and pile.top not in (None, BACK)]
    assert piles
    for pile in piles:
        card = next(mark for mark in marks if mark.kind == "card" and mark.text == pile.top)
        numbers = [mark for mark in marks if mark.kind == "text" and mark.text == str(pile.count)]
        assert any(0 <= one.left - card.left - card.wide < 20 for one in numbers)


def test_long_column_is_closer_with_readable_corners() -> None:
    run = tuple(f"{rank}{suit}" for rank, suit in zip(RANKS[::-1], "SHSHSHSHSHSHS", strict=True))
    plan = msgspec.structs.replace(CRAPETTE_TABLE, houses=(House("L1", run), *CRAPETTE_TABLE.houses[1:]))
    marks: list[Mark] = []
    canvas = painted(plan, marks)
    column = [mark.top for mark in marks if mark.kind == "card" and mark.left < 20 and mark.high > 60]
    steps = {round(low - high) for high, low in pairwise(sorted(column))}

    assert len(column) == len(run)
    assert steps == {28}
    assert canvas.high < 820


@pytest.mark.parametrize("name", [name for name, plan in ALL.items() if isinstance(plan, HandPlan)])
def test_large_cards_of_hands_hide_no_corner(name: str) -> None:
    _, marks = drawn(name)
    cards = [mark for mark in marks if mark.kind == "card"]

    assert [mark for mark in cards if mark.wide < 0.12 * WIDE] == []
    assert [mark for mark in marks if mark.kind == "index" and mark.high < 0.05 * WIDE] == []
    for left, right in pairwise(cards):
        if right.left > left.left and abs(right.top - left.top) < 30:
            assert right.left - left.left >= 0.43 * left.wide


@pytest.mark.parametrize("shield", [False, True])
@pytest.mark.parametrize("count", [2, 12])
def test_cards_next_to_hand_are_level_with_it(count: int, *, shield: bool) -> None:
    marks: list[Mark] = []
    fan = Fan(tuple(Part((card,)) for card in DECK[:count]))

    painted(HandPlan("skrap", "Your hand", sections=(fan, Tray("Surge", ("AS",), shield=shield))), marks)

    *_, neighbour, aside = (mark for mark in marks if mark.kind == "card")
    assert aside.top == neighbour.top
    assert aside.top - SHIELD_RISES >= HEAD


@pytest.mark.parametrize("count", range(1, 6))
def test_few_cards_lie_side_by_side_in_middle(count: int) -> None:
    marks: list[Mark] = []

    painted(HandPlan("crap", "Your hand", sections=(Fan((Part(DECK[:count]),)),)), marks)

    cards = [mark for mark in marks if mark.kind == "card"]
    assert cards[0].left + cards[-1].left + cards[-1].wide == pytest.approx(WIDE)
    assert all(right.left > left.left + left.wide for left, right in pairwise(cards))


def test_set_in_lower_row_covers_no_card_above() -> None:
    parts = (*(Part((card,)) for card in DECK[:6]), Part(("6C", "6D", "6H", "6S"), "a set: 60"))
    marks: list[Mark] = []

    painted(HandPlan("crap", "Your hand", sections=(Fan((*parts, Part(("QC",)))),)), marks)

    cards = [mark for mark in marks if mark.kind == "card"]
    first = [mark for mark in cards if mark.top == cards[0].top]
    assert len(first) < len(cards)
    assert max(mark.top + mark.high for mark in first) <= min(m.top for m in cards if m not in first)


def test_leftovers_below_trays_lie_in_one_line() -> None:
    left_over = Fan(tuple(Part((card,)) for card in DECK[:6]), left_over=True)

    assert len(lines((Tray("9s", ("9C",), label="9s"), left_over, Caption("left in hand", "−60")))) == 2


def test_sets_in_a_line_are_equally_large() -> None:
    held = ((Tile("8", 3, wilds=1), Tile("K", 1)), (*(Tile("5", 4),) * 3, Tile("9", 1)), (Tile("K", 3),))
    rows = (msgspec.structs.replace(CRAP_TABLE.rows[0], tiles=tiles) for tiles in held)
    table = msgspec.structs.replace(CRAP_TABLE, rows=tuple(rows))
    marks: list[Mark] = []

    painted(LonePlan(table, hand_of(3), own=0), marks)

    assert len({mark.high for mark in texts(marks) if mark.text in {"8", "5"} and mark.wide in {34, 48}}) == 1


@pytest.mark.parametrize("name", ["craits-table-4", "crap-table-3"])
def test_row_moves_nothing_when_its_player_has_to_act(name: str) -> None:
    table = SAMPLES[name]
    assert isinstance(table, TablePlan)
    places = []
    for acts in (True, False):
        marks: list[Mark] = []
        rows = tuple(msgspec.structs.replace(one, acts=acts, note="") for one in table.rows)
        painted(msgspec.structs.replace(table, rows=rows), marks)
        places.append([(mark.text, mark.left) for mark in texts(marks)])

    assert places[0] == places[1]


@pytest.mark.parametrize(("asked", "alike"), [(True, True), (False, False)])
def test_only_person_alone_is_marked_while_they_act(asked: bool, alike: bool) -> None:
    own, *others = (msgspec.structs.replace(row, sign="") for row in CRAP_TABLE.rows)
    own = msgspec.structs.replace(own, acts=asked)
    pictures = [
        png(LonePlan(msgspec.structs.replace(CRAP_TABLE, rows=(own, *rest)), hand_of(3), own=0))
        for acts in (True, False)
        if (rest := [msgspec.structs.replace(one, acts=acts) for one in others])
    ]

    assert (pictures[0] == pictures[1]) is alike


@pytest.mark.parametrize("count", [0, 1, 3, 10, 11, 20, 31, 60, 108])
def test_every_card_of_a_hand_is_there_once(count: int) -> None:
    _, marks = drawn(f"hand-{count}")

    assert sum(mark.kind == "card" for mark in marks) == count + 1


@pytest.mark.parametrize("game", STYLES)
def test_words_replace_missing_cards(game: str) -> None:
    plan = HandPlan(game, "Your hand · 0", sections=(Fan(()),), instead="Your hand is empty.")
    held = msgspec.structs.replace(plan, sections=(Tray("Surge", ("AS",)),))
    empty_marks: list[Mark] = []
    held_marks: list[Mark] = []

    painted(plan, empty_marks)
    painted(held, held_marks)

    assert [mark.text for mark in texts(empty_marks)] == ["Your hand · 0", "Your hand is empty."]
    assert "Your hand is empty." not in [mark.text for mark in texts(held_marks)]
    assert description(plan) == "Your hand · 0.\nYour hand is empty."


@plans
def test_descriptions_keep_to_discords_limit(name: str) -> None:
    assert 0 < len(description(ALL[name])) <= MAX_ALT_CHARACTERS


def test_counted_cards_are_told_in_full() -> None:
    tiles = tuple(Tile(rank, 8) for rank in "A23456789JQKA23456789JQK")
    row = msgspec.structs.replace(CRAP_TABLE.rows[0], tiles=tiles)
    plan = msgspec.structs.replace(CRAP_TABLE, rows=(row,))
    notes: list[Mark] = []
    painted(plan, notes)

    assert any(mark.text.startswith("+") for mark in texts(notes))
    assert [rank for rank in "A23456789JQK" if f"8× {rank}" not in description(plan)] == []


def test_heights_are_those_of_a_phones_screen() -> None:
    highs = {name: painted(plan).high for name, plan in SAMPLES.items()}

    assert highs["crap-table-3"] == 560
    assert 618 <= highs["crap-table-6"] <= 634
    assert 820 <= highs["rummy-table-10"] <= 834
    assert 711 <= highs["crapette-table"] <= 726
    assert all(300 <= high <= 420 for name, high in highs.items() if "hand" in name)
    assert {high for name, high in highs.items() if name.startswith("cover")} == {240}
    assert 588 <= highs["ending"] <= 628


@pytest.mark.parametrize("asked", ["play scavengers?", "build a bot", "joker only"])
def test_request_is_whole_next_to_longest_title(asked: str) -> None:
    notes: list[Mark] = []
    plan = HandPlan("skrap", "Your hand · 11 · diamonds +1", asked, True, (Fan((Part(("2H",)),)),))

    painted(plan, notes)

    assert {plan.title, asked} <= {mark.text for mark in notes}


def test_four_colours_change_every_suit_but_leave_rest() -> None:
    two, four = (painted(msgspec.structs.replace(CRAITS_HAND, deck=deck)) for deck in ("two", "four"))

    assert two.image.size == four.image.size
    assert two.image.tobytes() != four.image.tobytes()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_plan_survives_its_way_to_the_renderer(name: str) -> None:
    assert PLAN.decode(key(SAMPLES[name])) == shown_of(SAMPLES[name])


def test_the_same_plan_gives_the_same_bytes() -> None:
    assert png(CRAP_TABLE) == png(CRAP_TABLE)


@pytest.mark.parametrize("look", [*map(look_of, IDS), GameLook()], ids=[*IDS, "usual"])
def test_the_colours_of_a_game_can_be_read(look: GameLook) -> None:
    theme = look.theme

    assert contrast(theme.quiet, theme.panel) >= 5.7
    assert contrast(theme.quiet, theme.slot) >= 5.7
    assert contrast(theme.accent, theme.panel) >= 5.7
    assert contrast(theme.on_accent, theme.accent) >= 5.7


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG)."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [part / 255 for part in ImageColor.getrgb(colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_rising_cards_do_not_cover_labels() -> None:
    tray = Tray("The bot", ("QS", "9H"), label="armour 10")
    cards = tuple(Part((card,)) for card in ("10S", "KS"))
    above, below = lines((tray, Fan(cards, playable=frozenset(("KS",)))))
    plain, _ = lines((tray, Fan(cards)))

    assert below.rises
    assert above.pitch >= above.high + RISE
    assert plain.pitch < above.pitch


@pytest.mark.parametrize("game", IDS)
def test_picture_meets_colours_of_game_exactly(game: str) -> None:
    few, theme = few_colours(game), look_of(game).theme
    flat = Image.new("RGB", (len(theme), 1))
    for place, colour in enumerate(theme):
        flat.putpixel((place, 0), ImageColor.getrgb(colour))

    assert len(few) <= 256
    assert reduce_colours(flat, game).convert("RGB").tobytes() == flat.tobytes()


@pytest.mark.parametrize("name", SAMPLES)
def test_few_colours_are_hardly_seen(name: str) -> None:
    plan = SAMPLES[name]
    whole = painted(plan).image
    shown = Image.open(BytesIO(png(plan))).convert("RGB")
    far = ImageChops.difference(whole, shown).convert("L").histogram()

    assert sum(far[24:]) / sum(far) < 0.02


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_is_light_enough_for_a_phone(name: str) -> None:
    assert len(png(SAMPLES[name])) < 100_000
