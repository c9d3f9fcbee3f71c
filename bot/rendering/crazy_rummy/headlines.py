"""The large words of a Crazy Rummy picture: the newest event, and the present question."""

from typing import Final

from bot.games.crazy_rummy.dealing import Dealt
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.ending import HandBlocked, WentOut
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.rendering import plates, words
from bot.rendering.catalog import say
from bot.rendering.crazy_rummy.hands import copies, view_of
from bot.rendering.crazy_rummy.story import LOW_FIRST, SET
from bot.rendering.scene import Scene
from bot.rendering.telling import Either, Sentence, Tell, TellCount

MAX_CHARACTERS: Final = 32


def headline(scene: Scene) -> str:
    """Return the newest event worth a headline. At the end, return the result."""
    return plates.headline(scene, HEADLINES, _wilds)


def _wilds(scene: Scene) -> str:
    """The hand, where nothing is known of what has happened."""
    view = view_of(scene)
    return say("Hand {number}: {ranks} are wild", number=view.hand_number, ranks=words.ranks_name(view.wild))


def _if_short(whole: Sentence, brief: Sentence) -> Sentence:
    """A headline in whole where it fits, or else a brief one."""
    return Either(lambda event, moment: len(whole(event, moment)) <= MAX_CHARACTERS, whole, brief)


HEADLINES: Final[plates.Headlines] = (
    (WentOut, Tell("{player} goes out!")),
    (HandBlocked, Tell("The hand is blocked")),
    (
        Dealt,
        Tell("Hand {number}: {ranks} are wild", number="hand_number", ranks=("wild", words.ranks_name)),
    ),
    (
        SetLaid,
        _if_short(
            Tell("{player} lays {cards}", **SET),
            Tell(
                "{player} lays {copies} {ranks}",
                copies=("cards", lambda cards: copies(len(cards))),
                ranks=("rank", words.ranks_name),
            ),
        ),
    ),
    (
        CardsFed,
        _if_short(
            Tell("{player} feeds {cards}", cards=LOW_FIRST),
            TellCount("{player} feeds a card", "{player} feeds {number} cards", ("cards", len)),
        ),
    ),
    (Discarded, Tell("{player} discards {card}")),
    (TookDiscard, Tell("{player} takes {card}")),
    (Drew, Tell("{player} draws")),
    (PlayerLeft, Tell("{player} leaves")),
)
