"""Hints in Craits: the reasons for a move, from what the viewer sees and remembers."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, SUIT_OF, Card
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.craits.cards import NAMEABLE, POINTS
from bot.games.craits.count import COUNT_VALUE
from bot.games.craits.dealing import Deal, NameSuit
from bot.games.craits.functions import Effect, seven_distance
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Draw, Play
from bot.rendering import words
from bot.rendering.craits.controls import play_name
from bot.rendering.craits.hands import after, effect_now, own_hand, playable, view_of
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, TellCount, named

FEW_CARDS: Final = 2
"""The most cards of a player who will soon go out."""
LONG_SUIT: Final = 2
"""The fewest cards of a suit in the rest of the hand that make it worth leading to."""
HITS: Final[Mapping[Effect, str]] = {
    "skip": "skip",
    "five": "one more",
    "seven": "one more",
    "jack": "draw",
    "queen": "draw",
}
"""The effects that hit other players, with the key of their reason."""


def _why_play(play: Play, moment: Moment) -> str | tuple[str, bool]:
    """Return why to play a card: it's the last or the only one, it hits a player, or what it leads to."""
    if len(own_hand(moment.scene) or ()) == 1:
        return "last"
    if len(playable(moment.scene)) == 1:
        return "only_suit" if play.card in NAMEABLE else "only"
    effect = effect_now(moment.scene, play.card)
    if effect == "count":
        return "count"
    if effect not in HITS:
        return _why_lead(play, moment)
    is_all = effect == "five" and len(moment.scene.active) > 2
    return "all" if is_all else HITS[effect], _victim_cards(play, moment) <= FEW_CARDS


def _victim(play: Play, moment: Moment) -> Seat:
    """Return the player that a card hits. If it hits everyone else, the one with the fewest cards."""
    scene, effect = moment.scene, effect_now(moment.scene, play.card)
    if effect == "five":
        hands = view_of(scene).hands
        return min((seat for seat in scene.active if seat != scene.seat), key=lambda seat: len(hands[seat]))
    return after(scene, scene.seat, seven_distance(len(scene.active)) if effect == "seven" else 1)


def _victim_cards(play: Play, moment: Moment) -> int:
    return len(view_of(moment.scene).hands[_victim(play, moment)])


def _rest_of_hand(play: Play, moment: Moment) -> list[Card]:
    rest = list(own_hand(moment.scene) or ())
    rest.remove(play.card)
    return rest


def _why_lead(play: Play, moment: Moment) -> str:
    """Return the use of a card that hits nobody: what the rest of the hand gains, or the points gone."""
    if RANK_OF[play.card] == "6":
        return "again"
    if _suit_count(play, moment) >= LONG_SUIT:
        return "suit"
    if _other_eight(play, moment) and RANK_OF[play.card] != "8":
        return "wild"
    return "points"


def _led_suit(play: Play) -> str:
    return play.suit or SUIT_OF[play.card]


def _suit_count(play: Play, moment: Moment) -> int:
    """Return how many cards of the suit the rest of the hand has."""
    return sum(SUIT_OF[card] == _led_suit(play) for card in _rest_of_hand(play, moment))


def _other_eight(play: Play, moment: Moment) -> Card:
    """Return an 8 in the rest of the hand, or nothing."""
    return next((card for card in _rest_of_hand(play, moment) if RANK_OF[card] == "8"), "")


def _in_hand(move: NameSuit, moment: Moment) -> int:
    return Counter(map(SUIT_OF.get, own_hand(moment.scene) or ()))[move.suit]


def _why_suit(move: NameSuit, moment: Moment) -> str:
    if own_hand(moment.scene) is None:
        return "blind"
    return "held" if _in_hand(move, moment) else "none"


MOVE: Final[Mapping[str, Any]] = {"move": lambda play, _: play_name(replace(play, declare=False))}
HIT: Final[Mapping[str, Any]] = {**MOVE, "player": named(_victim)}
FEW_LEFT: Final[Mapping[str, Any]] = {**HIT, "number": _victim_cards}

REASONS: Final[Mapping[type[Move], Sentence]] = {
    Play: By(
        _why_play,
        {
            "last": Tell("I'd play {move}. It's your last card.", **MOVE),
            "only": Tell("I'd play {move}. Nothing else fits.", **MOVE),
            "only_suit": Tell("I'd play {move}. Nothing else fits, and that suit does best.", **MOVE),
            "count": Tell(
                "I'd play {move}. {player} has to answer a count of {number}, or draw it all.",
                **HIT,
                number=lambda play, moment: view_of(moment.scene).count + COUNT_VALUE[play.card],
            ),
            ("skip", True): TellCount(
                "I'd play {move}. {player} has one card, and loses a turn.",
                "I'd play {move}. {player} has {number} cards, and loses a turn.",
                **FEW_LEFT,
            ),
            ("skip", False): Tell("I'd play {move}. {player} loses a turn.", **HIT),
            ("one more", True): TellCount(
                "I'd play {move}. {player} has one card, and this gives {player} another.",
                "I'd play {move}. {player} has {number} cards, and this gives {player} another.",
                **FEW_LEFT,
            ),
            ("one more", False): Tell("I'd play {move}. It gives {player} another card.", **HIT),
            ("all", True): TellCount(
                "I'd play {move}. {player} has one card, and this gives everyone else another.",
                "I'd play {move}. {player} has {number} cards, and this gives everyone else another.",
                **FEW_LEFT,
            ),
            ("all", False): Tell("I'd play {move}. It gives everyone else another card.", **MOVE),
            ("draw", True): TellCount(
                "I'd play {move}. {player} has one card, draws and is skipped.",
                "I'd play {move}. {player} has {number} cards, draws and is skipped.",
                **FEW_LEFT,
            ),
            ("draw", False): Tell("I'd play {move}. {player} draws and is skipped.", **HIT),
            "again": Tell("I'd play {move}. You play again right away.", **MOVE),
            "suit": TellCount(
                "I'd play {move}. One more of your cards goes on {suit}.",
                "I'd play {move}. {number} more of your cards are {suit}.",
                _suit_count,
                **MOVE,
                suit=lambda play, _: words.suit_name(_led_suit(play)),
            ),
            "wild": Tell(
                "I'd play {move} and keep {card}. It fits everything.",
                **MOVE,
                card=lambda play, moment: words.card(_other_eight(play, moment)),
            ),
            "points": TellCount(
                "I'd play {move}. That's one point gone.",
                "I'd play {move}. That's {number} points gone.",
                ("card", POINTS.__getitem__),
                **MOVE,
            ),
        },
    ),
    Draw: Either(
        lambda _, moment: view_of(moment.scene).count,
        Tell(
            "I'd draw {number}. You don't have an ace or 2 to answer the count.",
            number=lambda _, moment: view_of(moment.scene).count,
        ),
        Tell("I'd draw. Nothing fits."),
    ),
    NameSuit: By(
        _why_suit,
        blind=Tell("I'd name {suit}. You haven't seen your hand, so one suit is as good as another."),
        none=Tell("I'd name {suit}. It's your longest suit, or as long as any."),
        held=TellCount(
            "I'd name {suit}. You hold one of them.", "I'd name {suit}. You hold {number} of them.", _in_hand
        ),
    ),
    Deal: Tell("I'd deal. The hand is over, and there's nothing else to do."),
    OneCard: Tell("I'd say “one card” now. If someone beats you to it, you draw 2."),
    Idiot: Tell("I'd call {player} an idiot. {player} has one card and hasn't said so."),
}
"""The hint for each kind of move that a computer makes."""
