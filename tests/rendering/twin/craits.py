"""Craits by ear: what the texts tell, and the same from a sheet."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from bot.engine.chance import seat_letter
from bot.games.craits.cards import hand_points
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, Cards, Heard, Letters, PlayerLine, number

NOT_TOLD: Mapping[str, str] = {
    "undeclared": "to notice who has not said “one card” is part of the game; the sheet never tells it either",
}

LEFT: Final = "You have left this game and hold no cards."
EMPTY: Final = "Your hand is empty."
PHASES: Mapping[str, str] = {
    "name the first suit": "opening-suit",
    "your turn": "turn",
    "the count is": "count",
    "plays again": "play-again",
    "more.": "king-run",
    " is over. Next": "between-hands",
}
LAST_PLAYER: Final = "Everybody else had left."


class Known(msgspec.Struct, frozen=True):
    """All that matters for play, as one viewer knows it; points are texts, because they may be very long."""

    phase: str
    turn: Letters
    deciders: Letters
    hand_number: int
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
    """From a hundred before the end of the hand on; until then nobody need know."""
    most_actions: int
    against: str | None
    """What the viewer's cards would cost now."""
    winners: Letters
    end: str | None


def read(given: Heard) -> Known:
    """What somebody knows who has only heard this."""
    players, what, phase = hearing.seated(given, PHASES)
    text, over = "\n".join(what.zones), phase == "over"
    top = hearing.found(
        r"(?m)^On top: ([^,\n]+)(?:, (\w+) (.) count|, the suit is still to be named)?$", text
    )
    opened = {letter: player.below[0].partition(": ") for letter, player in players.items() if player.below}
    turn = hearing.marked(players)
    return Known(
        phase=phase,
        turn=turn,
        deciders=_deciders(players, turn, phase),
        hand_number=number(r"· hand (\d+) of", what.title),
        dealer=hearing.those(players, "dealer"),
        clockwise=hearing.needed(r"(?m)^Play goes (\w+) [↓↑]$", text)[1] == "clockwise",
        hands={letter: _size(player) for letter, player in players.items()},
        hand=_own_hand(what),
        opened={
            letter: hearing.by_rank(parts[0]) for letter, parts in opened.items() if parts[0] != "no cards"
        },
        stock=number(r"Stock (\d+),", text),
        discarded=number(r"discard pile (\d+)\.", text),
        top=None if top is None or top[1] == "nothing yet" else hearing.card(top[1]),
        suit=_suit(top) if top else None,
        count=number(r"The count is (\d+):", text),
        jack_run=number(r"(\d+) jacks in a row;", text) or int("A jack lies on top;" in text),
        king_steps=number(r"After the king, (\d+) more cards;", text) or int("one more card; it" in text),
        declared=hearing.those(players, "said “one card”"),
        owes=hearing.those(players, "draws 2 instead of the next turn"),
        left=hearing.those(players, "has left"),
        totals={letter: _heard(player.facts[0]) for letter, player in players.items()},
        pressures={letter: _penalties(player) for letter, player in players.items()},
        hand_pressures=hearing.each(players, r".* penalt.*, (\d+) in this hand"),
        costs={letter: _cost(parts[2]) for letter, parts in opened.items() if parts[2]},
        record=_record(text),
        actions=_counted(r"([\d,]+) plays and draws in this hand", text),
        most_actions=_counted(r"plays and draws in this hand; ([\d,]+) end it", text),
        against=_against(what),
        winners=hearing.winners(what.state) if over else NONE,
        end=("last-player" if LAST_PLAYER in what.state else "lowest-total") if over else None,
    )


def _counted(pattern: str, text: str) -> int:
    """A number with commas; 0 where it is not told, as plays and draws far from the end of a hand."""
    told = hearing.found(pattern, text)
    return int(told[1].replace(",", "")) if told else 0


def _against(what: Heard) -> str | None:
    """What the viewer's cards would cost; less than nothing where they count in their favour."""
    first = what.own_lines[0] if what.own else ""
    told = hearing.found(r"^Your hand \(\d+\), (.*) (against you|in your favour):", first)
    return ("-" if told[2] == "in your favour" else "") + _heard(told[1]) if told else None


def _size(player: PlayerLine) -> int:
    """A hand: `one card`, `8 cards`; who has left has none."""
    return player.number(r"(\d+) cards") or int(player.has("one card"))


def _penalties(player: PlayerLine) -> int:
    """`one reshuffle penalty`, `3 reshuffle penalties, 1 in this hand`; the next one is twice as dear."""
    one = any(fact.startswith("one reshuffle penalty") for fact in player.facts)
    known = player.number(r"(\d+) reshuffle penalties(?:, .*)?") or int(one)
    costs = player.told(r"the next costs (.*)")
    assert costs is None or int(_heard(costs)) == 5 * 2**known
    return known


def _deciders(players: Mapping[str, PlayerLine], turn: Letters, phase: str) -> Letters:
    """Between hands any player may deal, otherwise the player on turn decides."""
    return frozenset(players) - hearing.those(players, "has left") if phase == "between-hands" else turn


def _heard(amount: str) -> str:
    """`−1,234` as `-1234`."""
    return amount.replace("−", "-").replace(",", "")


def _cost(told: str) -> str:
    """`37 + 5 for reshuffles` as `37 + 5`."""
    return _heard(told.removesuffix(" for reshuffles"))


def _record(text: str) -> list[list[str]]:
    """The points of past hands, a list for each hand, a cost for each player."""
    _, title, lines = text.partition("Points by hand (+ for reshuffles), players from top to bottom:\n")
    hands = re.findall(r"(?m)^-# \d+\. (.*)$", lines if title else "")
    return [[_heard(cost) for cost in costs.split(" | ")] for costs in hands]


def _suit(top: re.Match[str]) -> str | None:
    """The suit that counts: the one named, or that of the card; the sign must be that of the word."""
    if top[0].endswith("named") or top[1] == "nothing yet":
        return None
    if not top[2]:
        return hearing.card(top[1])[-1]
    suit = hearing.SUIT_WORDS[top[2]]
    assert hearing.SUITS[top[3]] == suit, f"{top[0]} contradicts itself"
    return suit


def _own_hand(what: Heard) -> Cards | None:
    if not what.own or what.own_lines[0] == LEFT:
        return None
    first = what.own_lines[0]
    if first == EMPTY:
        return ()
    if down := re.fullmatch(r"Your hand \((\d+)\) stays face down\.", first):
        assert int(down[1]) == _size(hearing.listed(what.zones)[what.me])
        return None
    told = hearing.needed(r"^Your hand \((\d+)\), .* (?:against you|in your favour): (.*)$", first)
    hand = hearing.cards(told[2])
    assert len(hand) == int(told[1])
    return hand


def expected(scene: Scene) -> Known:
    """The same from the sheet."""
    sheet = views.noted(scene)
    own = None if scene.viewer is None else seat_letter(scene.viewer)
    between = sheet.phase == "between-hands"
    near_cap = sheet.actions >= scene.options["hand-cap"] - 100
    seen = {letter: tuple(sorted(hearing.list_of(hand))) for letter, hand in sheet.hands.items()}
    scored = sheet.record[-1] if sheet.revealed and sheet.record else {"points": {}, "pressure": {}}
    return Known(
        phase=sheet.phase,
        turn=frozenset(sheet.turn or ()),
        deciders=frozenset(map(seat_letter, scene.deciders)),
        hand_number=sheet.hand_number,
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
        actions=sheet.actions if near_cap else 0,
        most_actions=scene.options["hand-cap"] if near_cap else 0,
        against=hearing.amount(hand_points(seen[own])) if own and hearing.list_of(sheet.hands[own]) else None,
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
