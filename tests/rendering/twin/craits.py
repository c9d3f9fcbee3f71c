"""Craits by ear: what the texts tell, and the same from a sheet."""

import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.rendering.scene import Scene
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, PlayerLine, number

NOT_TOLD: Mapping[str, str] = {
    "undeclared": "to notice who has not said “one card” is part of the game; the sheet never tells it either",
}

LEFT: Final = "You have left this game and hold no cards."
PHASES: Mapping[str, str] = {
    "must name the suit of the card turned up": "opening-suit",
    "is to play.": "turn",
    "must answer the count": "count",
    "must play another card": "play-again",
    "more card": "king-run",
    "any player may deal the next one": "between-hands",
}
ENDS: Final = {
    "That is the lowest total": "lowest-total",
    "All the others have left.": "last-player",
}


class Known(msgspec.Struct, frozen=True):
    """All that matters for play, as one viewer knows it; points are texts, because they may be very long."""

    phase: str
    turn: Letters
    deciders: Letters
    hand_number: int
    dealt: int
    """To how many cards each this hand was dealt."""
    dealer: Letters
    clockwise: bool
    hands: dict[str, int]
    hand: Cards | None
    """None for a spectator, for a player who has left, and while it is face down."""
    opened: dict[str, Cards]
    stock: int
    discarded: int
    top: str | None
    suit: str | None
    count: int
    jack_run: int
    king_steps: int
    declared: Letters
    owes: Letters
    left: Letters
    totals: dict[str, str]
    pressures: dict[str, int]
    hand_pressures: dict[str, int]
    costs: dict[str, str]
    """What the hand that was just laid open has cost everybody, as `37` or `37 + 5`."""
    record: list[list[str]]
    """What every hand has cost everybody, told between hands; after the end there is a score sheet."""
    actions: int
    winners: Letters
    end: str | None


def read(given: Heard) -> Known:
    """What somebody knows who has only heard this."""
    players, what, phase = hearing.seated(given, PHASES)
    text, over = "\n".join(what.zones), phase == "over"
    top = hearing.found(r"(?m)^Top card (\S+) · suit (.*) · direction", text)
    opened = {letter: player.below[0].partition(": ") for letter, player in players.items() if player.below}
    turn = hearing.marked(players)
    return Known(
        phase=phase,
        turn=turn,
        deciders=_deciders(players, turn, phase),
        hand_number=number(r"^Hand (\d+) of", what.title.splitlines()[1]),
        dealt=number(r"^Hand \d+ of \d+, (\d+) cards? each", what.title.splitlines()[1]),
        dealer=hearing.those(players, "dealer"),
        clockwise=hearing.needed(r"direction [↓↑] (\w+)", text)[1] == "clockwise",
        hands=hearing.each(players, r"(\d+) cards?"),
        hand=_own_hand(what),
        opened={
            letter: hearing.by_rank(parts[0]) for letter, parts in opened.items() if parts[0] != "no cards"
        },
        stock=number(r"(?m)^Stock (\d+) cards? ·", text),
        discarded=number(r"discard pile (\d+) cards?", text),
        top=hearing.card(top[1]) if top else None,
        suit=_suit(top[2]) if top else None,
        count=number(r"The count stands at (\d+):", text),
        jack_run=number(r"Jacks in a row: (\d+);", text),
        king_steps=number(r"After the king: (\d+) more cards? to play", text),
        declared=hearing.those(players, "has said “one card”"),
        owes=hearing.those(players, "owes the idiot penalty (2 cards instead of the next turn)"),
        left=hearing.those(players, "has left"),
        totals={letter: _heard(player.told("total (.*)") or "") for letter, player in players.items()},
        pressures=hearing.each(players, r"(\d+) shuffle pressures?(?: \(\d+ in this hand\))?"),
        hand_pressures=hearing.each(players, r"\d+ shuffle pressures? \((\d+) in this hand\)"),
        costs={letter: _cost(parts[2]) for letter, parts in opened.items() if parts[2]},
        record=_record(text),
        actions=int(hearing.needed(r"plays and draws: ([\d,]+) of at most", text)[1].replace(",", "")),
        winners=hearing.winners(what.state) if over else NONE,
        end=next(end for words, end in ENDS.items() if words in what.state) if over else None,
    )


def _deciders(players: Mapping[str, PlayerLine], turn: Letters, phase: str) -> Letters:
    """Between hands any player may deal, otherwise the player on turn decides."""
    return frozenset(players) - hearing.those(players, "has left") if phase == "between-hands" else turn


def _heard(amount: str) -> str:
    """`−1,234` as `-1234`."""
    return amount.replace("−", "-").replace(",", "")


def _cost(told: str) -> str:
    """`37 points + 5 of pressure` as `37 + 5`."""
    return _heard(re.sub(r" points?| of pressure", "", told))


def _record(text: str) -> list[list[str]]:
    """The points of past hands, a list for each hand, a cost for each player."""
    _, title, lines = text.partition("Points by hand (+ pressure), players from top to bottom:\n")
    hands = re.findall(r"(?m)^-# \d+\. (.*)$", lines if title else "")
    return [[_heard(cost) for cost in costs.split(" | ")] for costs in hands]


def _suit(told: str) -> str | None:
    """`spades ♠` as `S`; the sign must be that of the word."""
    word, *sign = told.split()
    suit = hearing.SUIT_WORDS.get(word)
    assert suit is None or [hearing.SUITS.get(one) for one in sign] == [suit], f"{told} contradicts itself"
    return suit


def _own_hand(what: Heard) -> Cards | None:
    if not what.own or what.own_lines[0] == LEFT:
        return None
    first, *others = what.own_lines
    repeated = [
        line for line in others if not line.startswith(("You can play: ", "Nothing in your hand fits."))
    ]
    middle = list(takewhile(lambda line: not re.match("(▶ )?@", line), what.zones))
    if re.fullmatch(r"Your hand \(\d+ cards?\) stays face down until you have named the suit\.", first):
        assert repeated == middle[:1], "a player's page contradicts the table"
        return None
    assert repeated in ([], middle), "a player's page contradicts the table"
    told = hearing.needed(r"^Your hand \((\d+) cards?, .* against you\): (.*)$", first)
    hand = hearing.cards(told[2])
    assert len(hand) == int(told[1])
    return hand


def expected(scene: Scene) -> Known:
    """The same from the sheet."""
    sheet: Any = scene.sheet
    own = None if scene.viewer is None else seat_letter(scene.viewer)
    between = sheet.phase == "between-hands"
    seen = {letter: tuple(sorted(hearing.list_of(hand))) for letter, hand in sheet.hands.items()}
    scored = sheet.record[-1] if sheet.revealed and sheet.record else {"points": {}, "pressure": {}}
    return Known(
        phase=sheet.phase,
        turn=frozenset(sheet.turn or ()),
        deciders=frozenset(map(seat_letter, scene.deciders)),
        hand_number=sheet.hand_number,
        dealt=abs(8 - sheet.hand_number) + 1,
        dealer=frozenset(sheet.dealer),
        clockwise=sheet.direction == "clockwise",
        hands=hearing.sized(sheet.hands),
        hand=None if own is None or own in sheet.left or isinstance(sheet.hands[own], int) else seen[own],
        opened={letter: hand for letter, hand in seen.items() if sheet.revealed and hand},
        stock=sheet.stock,
        discarded=sheet.under + (sheet.top is not None),
        top=sheet.top,
        suit=None if sheet.phase == "opening-suit" else sheet.suit,
        count=sheet.count,
        jack_run=sheet.jack_run,
        king_steps=sheet.king_steps,
        declared=frozenset(sheet.declared),
        owes=frozenset(sheet.owes),
        left=frozenset(sheet.left),
        totals={letter: hearing.amount(total) for letter, total in sheet.totals.items()},
        pressures=sheet.pressures,
        hand_pressures=sheet.hand_pressures,
        costs={letter: _scored(scored, letter) for letter in scored["points"] if letter not in sheet.left},
        record=[[_scored(one, letter) for letter in sheet.hands] for one in sheet.record] if between else [],
        actions=sheet.actions,
        winners=frozenset(map(seat_letter, scene.outcome.winners)) if scene.outcome else NONE,
        end=scene.outcome.end if scene.outcome else None,
    )


def _scored(one: Mapping[str, Mapping[str, int]], letter: str) -> str:
    """What a hand cost a player; a dash for one who had left."""
    cost, pressure = one["points"].get(letter), one["pressure"].get(letter)
    return (
        "–"
        if cost is None
        else f"{hearing.amount(cost)} + {hearing.amount(pressure)}"
        if pressure
        else hearing.amount(cost)
    )
