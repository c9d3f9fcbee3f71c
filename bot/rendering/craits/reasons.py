"""Why a move is good in Craits, from what the viewer sees and remembers."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.engine.cards import RANK_OF, SUIT_OF, Card
from bot.engine.chance import Seat
from bot.engine.contract import Notes
from bot.engine.moves import Move
from bot.games.craits.cards import NAMEABLE, POINTS
from bot.games.craits.count import ADDS
from bot.games.craits.dealing import Deal, NameSuit
from bot.games.craits.functions import Effect, effect_of, places_on
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Draw, Play
from bot.rendering import words
from bot.rendering.catalog import message, message_count, say, say_count
from bot.rendering.craits.controls import play_name
from bot.rendering.craits.hands import after, own_hand, playable, view_of
from bot.rendering.face import Reason
from bot.rendering.scene import Scene

FEW: Final = 2
"""A player with so few cards is soon out."""
LONG: Final = 2
"""How many more cards of a suit are worth leading to it."""


def _play(play: Play, scene: Scene, _notes: Notes) -> str:
    """Why this card: because it is the last one or the only one, whom it hits, or what it leads to."""
    hand = own_hand(scene) or ()
    name = play_name(play)
    if len(hand) == 1:
        return say("{move}: it is your last card.", move=name)
    if len({RANK_OF[card] for card in playable(scene)}) == 1 and len(playable(scene)) == 1:
        return say("{move}: nothing else of yours fits.", move=name)
    return _hit(play, name, scene) or _led_to(play, name, hand)


def _hit(play: Play, name: str, scene: Scene) -> str:
    """Whom a card hits, and what with; nothing for a card that hits nobody."""
    view = view_of(scene)
    effect = effect_of(play.card, phase=view.phase, king_steps=view.king_steps, faces=scene.options["faces"])
    assert scene.viewer is not None
    if effect == "count":
        follower = words.name(scene, after(scene, scene.viewer))
        value = view.count + ADDS[play.card]
        return say(
            "{move}: {player} answers a count of {number}, or draws that many.",
            move=name,
            player=follower,
            number=value,
        )
    if effect not in HITS:
        return ""
    seat = after(scene, scene.viewer, places_on(len(scene.active)) if effect == "seven" else 1)
    cards = len(view.hands[seat])
    facts = {"move": name, "player": words.name(scene, seat)}
    if effect == "five" and len(scene.active) > 2:
        return _five(name, scene)
    near, far = HITS[effect]
    return say_count(*near, cards, **facts) if cards <= FEW else say(far, **facts)


def _five(name: str, scene: Scene) -> str:
    """All others draw one; told of the one who has the fewest cards, where that is few."""
    hands = view_of(scene).hands
    others = [seat for seat in scene.active if seat != scene.viewer]
    least = min(others, key=lambda seat: len(hands[seat]))
    cards = len(hands[least])
    if cards > FEW:
        return say("{move}: it gives all others one more.", move=name)
    facts = {"move": name, "player": words.name(scene, least)}
    return say_count(
        "{move}: {player} has one card, and this gives all others one more.",
        "{move}: {player} has {number} cards, and this gives all others one more.",
        cards,
        **facts,
    )


HITS: Final[Mapping[Effect, tuple[tuple[str, str], str]]] = {
    "skip": (
        message_count(
            "{move}: {player} has one card, and loses a turn.",
            "{move}: {player} has {number} cards, and loses a turn.",
        ),
        message("{move}: {player} loses a turn."),
    ),
    **dict.fromkeys(
        ("five", "seven"),
        (
            message_count(
                "{move}: {player} has one card, and this gives {player} one more.",
                "{move}: {player} has {number} cards, and this gives {player} one more.",
            ),
            message("{move}: it gives {player} one more."),
        ),
    ),
    **dict.fromkeys(
        ("jack", "queen"),
        (
            message_count(
                "{move}: {player} has one card, draws and is skipped.",
                "{move}: {player} has {number} cards, draws and is skipped.",
            ),
            message("{move}: {player} draws and is skipped."),
        ),
    ),
}
"""For what hits one player: what is said where that player has few cards, and elsewhere."""


def _led_to(play: Play, name: str, hand: tuple[Card, ...]) -> str:
    """What is left in the hand to go on with, or what the card would cost."""
    left = list(hand)
    left.remove(play.card)
    suit = play.suit or SUIT_OF[play.card]
    same = sum(SUIT_OF[card] == suit and card not in NAMEABLE for card in left)
    facts = {"move": name, "suit": words.suit_name(suit)}
    if RANK_OF[play.card] == "6":
        return say("{move}: you play again at once.", **facts)
    if same >= LONG:
        return say_count(
            "{move}: one more of your cards goes on {suit}.",
            "{move}: {number} more of your cards are {suit}.",
            same,
            **facts,
        )
    wild = next((card for card in left if RANK_OF[card] == "8"), None)
    if wild is not None and RANK_OF[play.card] != "8":
        return say("{move}: keep {card}, it fits everything.", **facts, card=words.card(wild))
    points = POINTS[play.card]
    if points > 0:
        return say_count(
            "{move}: you are rid of one point.", "{move}: you are rid of {number} points.", points, **facts
        )
    return say("{move}: it fits, and costs you nothing.", **facts)


def _draw(_: Draw, scene: Scene, _notes: Notes) -> str:
    count = view_of(scene).count
    if count:
        return say("draw {number}. You have no ace or two to answer the count.", number=count)
    return say("draw. Nothing of yours fits.")


def _suit(move: NameSuit, scene: Scene, _notes: Notes) -> str:
    suit, hand = words.suit_name(move.suit), own_hand(scene)
    held = Counter(map(SUIT_OF.get, hand or ()))[move.suit]
    if hand is None:
        return say("{suit}. You have not seen your hand, so one suit is as good as another.", suit=suit)
    if not held:
        return say("{suit}. No suit of yours is longer.", suit=suit)
    return say_count("{suit}. You hold one of them.", "{suit}. You hold {number} of them.", held, suit=suit)


def _idiot(move: Idiot, scene: Scene, _notes: Notes) -> str:
    seat: Seat = move.player
    return say(
        "call {player} an idiot. {player} has one card and has not said so.", player=words.name(scene, seat)
    )


REASONS: Final[Mapping[type[Move], Reason]] = {
    Play: _play,
    Draw: _draw,
    NameSuit: _suit,
    Deal: lambda *_: say("deal. The hand is over, and there is nothing else to do."),
    OneCard: lambda *_: say("say “one card” now. If somebody else is first, you draw two."),
    Idiot: _idiot,
}
"""What is said of each kind of move that a computer makes."""
