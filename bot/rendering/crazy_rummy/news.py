"""The newest event of Crazy Rummy on the stage: its headline, its picture, and a line about its outcome."""

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import RANK_OF
from bot.games.crazy_rummy.dealing import Dealt
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.ending import HandBlocked, HandScored, WentOut
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.rendering import words
from bot.rendering.art.dramas import Drama, Fanned, Portrait
from bot.rendering.art.plan import BACK
from bot.rendering.catalog import say
from bot.rendering.crazy_rummy.hands import copies, in_hand_order, view_of
from bot.rendering.crazy_rummy.story import LOW_FIRST, SET
from bot.rendering.numbers import short, signed
from bot.rendering.player_words import News, avatars
from bot.rendering.scene import Scene
from bot.rendering.telling import Either, Moment, Sentence, Tell, TellCount

MAX_CHARACTERS: Final = 28


def under_way(scene: Scene) -> str:
    """Return the number of the hand and its wild rank, if no past event is known."""
    view = view_of(scene)
    return say("Hand {number}: {ranks} are wild", number=view.hand_number, ranks=words.ranks_name(view.wild))


def _if_short(whole: Sentence, brief: Sentence) -> Sentence:
    """Return a headline that's whole if it fits, or else brief."""
    return Either(lambda event, moment: len(whole(event, moment)) <= MAX_CHARACTERS, whole, brief)


MAX_CARDS: Final = 8


def _cards_drama(event: SetLaid | CardsFed, moment: Moment) -> Drama:
    """Return the cards as a fan, at most MAX_CARDS of them."""
    wild = view_of(moment.scene).wild
    cards = in_hand_order(event.cards, wild)[:MAX_CARDS]
    return Fanned(cards, signed(event.points), frozenset(card for card in cards if RANK_OF[card] == wild))


def _out_drama(event: WentOut, moment: Moment) -> Drama:
    """Return whoever went out, with their last card."""
    last = moment.last(Discarded)
    laid = [card for one in moment.events if isinstance(one, SetLaid | CardsFed) for card in one.cards]
    cards = (last.card,) if last else tuple(laid[-1:])
    return Portrait(avatars(moment, event.seat), cards, "out")


def _costliest(_event: object, moment: Moment) -> HandScored | None:
    """Return the result of the player who was caught with the most points in hand."""
    return max(moment.all(HandScored), key=lambda one: one.held, default=None)


def _smallest(sizes: Sequence[int]) -> int:
    """Return the size of the smallest hand, without players who have left."""
    return min(filter(None, sizes), default=0)


def _is_first(event: SetLaid, moment: Moment) -> bool:
    """Whether the set belongs to the first play of its player in this hand."""
    return view_of(moment.scene).first_play(event.seat) == "now"


def _card_drama(event: Discarded | TookDiscard, moment: Moment) -> Drama:
    return Portrait(avatars(moment, event.seat), (event.card,))


ON_BOARD: Final = Tell("{points} on the board", points=("points", short))
COST: Final = Either(
    lambda event, moment: (one := _costliest(event, moment)) is not None and one.held > 0,
    Tell(
        "Costliest hand: {player}, {points}",
        player=lambda event, moment: moment.name(one.seat) if (one := _costliest(event, moment)) else "",
        points=lambda event, moment: short(one.held) if (one := _costliest(event, moment)) else "",
    ),
)
NEWS: Final = (
    News(WentOut, Tell("{player} goes out!"), _out_drama, COST),
    News(HandBlocked, Tell("The hand is blocked"), outcome=COST),
    News(
        Dealt,
        Tell("Hand {number}: {ranks} are wild", number="hand_number", ranks=("wild", words.ranks_name)),
        outcome=Either(
            lambda event, _: _smallest(event.hand_sizes) == max(event.hand_sizes),
            TellCount("One card each", "{number} cards each", ("hand_sizes", max)),
            Tell("{least} to {most} cards each", least=("hand_sizes", _smallest), most=("hand_sizes", max)),
        ),
    ),
    News(
        SetLaid,
        _if_short(
            Tell("{player} lays {cards}", **SET),
            Tell(
                "{player} lays {copies} {ranks}",
                copies=("cards", lambda cards: copies(len(cards))),
                ranks=("rank", words.ranks_name),
            ),
        ),
        _cards_drama,
        Either(_is_first, Tell("First play: {points} on the board", points=("points", short)), ON_BOARD),
    ),
    News(
        CardsFed,
        _if_short(
            Tell("{player} feeds {cards}", cards=LOW_FIRST),
            TellCount("{player} feeds a card", "{player} feeds {number} cards", ("cards", len)),
        ),
        _cards_drama,
        ON_BOARD,
    ),
    News(
        Discarded,
        Tell("{player} discards {card}"),
        _card_drama,
        TellCount("One card left", "{number} cards left", "hand"),
    ),
    News(TookDiscard, Tell("{player} takes {card}"), _card_drama, Tell("From the discard pile")),
    News(
        Drew,
        Tell("{player} draws"),
        lambda event, moment: Portrait(avatars(moment, event.seat), (BACK,)),
        TellCount("One card left in the stock", "{number} cards left in the stock", "stock"),
    ),
    News(PlayerLeft, Tell("{player} leaves")),
)
