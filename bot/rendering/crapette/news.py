"""The newest move in Crapette's picture: its headline, and a line about its outcome."""

from collections.abc import Mapping
from typing import Final

from bot.engine.events import Event
from bot.games.crapette.dealing import Dealt
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.moving import Moved
from bot.games.crapette.offers import DrawDeclined, DrawOffered
from bot.games.crapette.turns import TurnEnded, TurnStarted
from bot.rendering import player_words, words
from bot.rendering.catalog import message, say
from bot.rendering.crapette.piles import LOADABLE, on_turn, view_of
from bot.rendering.crapette.story import QUIET, drop_undone
from bot.rendering.player_words import News
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import By, Fact, Moment, Sentence, Tell, TellCount, is_news, phrases

MIN_CHAIN: Final = 3
"""The least number of moves in a turn that the line counts."""
MAX_CARDS: Final = 2
"""The most cards of a stack that a headline names."""
SHORT_NAMES: Final[Mapping[str, str]] = {
    "my-discard": message("discard pile"),
    "my-crapaud": message("crapaud"),
    "finish": message("the finishing pile"),
}
"""Short names of piles. Houses keep their names."""


def headline(scene: Scene) -> str:
    """Return the newest move as a headline, or the end of the game."""
    if over := player_words.ending(scene):
        return over[0] if scene.outcome is None or scene.outcome.winners else say("A draw")
    newest = _newest(scene)
    return (newest and player_words.headline_of(newest, NEWS, scene)) or _situation(scene)


def line(scene: Scene) -> str:
    """Return the outcome of the newest move, if it's remarkable."""
    newest = None if player_words.ending(scene) else _newest(scene)
    if newest is None:
        return ""
    moment = Moment(scene.as_of(newest), newest.events, player_words.short_name)
    return next(iter(phrases(OUTCOMES, moment)), "")


def _newest(scene: Scene) -> SeenMove | None:
    """Return the newest move that's news and wasn't taken back."""
    return next((past for past in reversed(drop_undone(scene.recent)) if is_news(past.events, QUIET)), None)


def turn_moves(scene: Scene) -> list[Moved | PutDown]:
    """Return the moves of the turn that the newest one belongs to, oldest first."""
    moves: list[Moved | PutDown] = []
    for past in reversed(drop_undone(scene.recent)):
        for event in reversed(past.events):
            if isinstance(event, Moved | PutDown):
                if moves and event.seat != moves[0].seat:
                    return moves[::-1]
                moves.append(event)
            elif isinstance(event, TurnStarted) and moves:
                return moves[::-1]
    return moves[::-1]


def _outcome_kind(event: Moved | PutDown, moment: Moment) -> str:
    """Return the kind of remarkable outcome of a moved card, or an empty text."""
    view = view_of(moment.scene)
    if isinstance(event, Moved) and event.source == "my-crapaud" and not view.own(event.seat)[2]:
        return "emptied"
    if event.target in LOADABLE:
        return "load"
    return "chain" if len(turn_moves(moment.scene)) >= MIN_CHAIN else ""


def _opponents_cards(event: Moved | PutDown, moment: Moment) -> int:
    """Return the number of cards that the mover's opponent has."""
    return sum(map(len, view_of(moment.scene).own(1 - event.seat)))


OUTCOME: Final = By(
    _outcome_kind,
    emptied=Tell("The crapaud is empty!"),
    load=Tell(
        "{other} has {number} cards left now",
        other=lambda event, moment: moment.name(1 - event.seat),
        number=_opponents_cards,
    ),
    chain=Tell("{number} moves this turn", number=lambda _, moment: len(turn_moves(moment.scene))),
)
OUTCOMES: Final[Mapping[type[Event], Sentence]] = {
    Moved: OUTCOME,
    PutDown: OUTCOME,
    TurnedOver: TellCount(
        "The discard pile is turned over: one card",
        "The discard pile is turned over: {number} cards",
        "cards",
    ),
    TurnEnded: By("why", passed=Tell("Hand and discard pile are empty")),
}
"""The outcome of a move, if it's remarkable."""


def _situation(scene: Scene) -> str:
    """Return the present situation as a headline, if no past event is known."""
    view, player = view_of(scene), player_words.short_name(scene, on_turn(scene))
    if view.lifted is not None:
        return say("{player} lifts {card}", player=player, card=words.card(view.lifted))
    return say("{player}'s turn", player=player)


def _short_pile(field: str) -> Fact:
    """Return the fact that gives a pile its short name."""
    return (field, lambda pile: say(SHORT_NAMES[pile]) if pile in SHORT_NAMES else pile)


def _headline_kind(event: Moved | PutDown, _moment: Moment) -> str:
    """Return the kind of headline for a moved card: by its pile, or by the number of cards."""
    if event.target in LOADABLE:
        return "load"
    if event.target in ("finish", "my-discard"):
        return event.target
    return "many" if isinstance(event, Moved) and len(event.cards) > MAX_CARDS else "few"


def _card(event: Moved | PutDown, _moment: Moment) -> str:
    return words.card(event.cards[0] if isinstance(event, Moved) else event.card)


CARD_NEWS: Final[Mapping[str, Sentence]] = {
    "finish": Tell("{card} is finished", card=_card),
    "load": Tell(
        "{player} loads {card} on {other}",
        card=_card,
        other=lambda event, moment: moment.name(1 - event.seat),
    ),
}
"""The headlines for a card that was finished, or loaded on the opponent."""
PILES: Final[Mapping[str, Fact]] = {"source": _short_pile("source"), "target": _short_pile("target")}
NEWS: Final = (
    News(
        PutDown,
        By(
            _headline_kind,
            {
                **CARD_NEWS,
                "my-discard": Tell("{player} discards {card}"),
                "few": Tell("{player} puts {card} on {target}", target=PILES["target"]),
            },
        ),
    ),
    News(Lifted, Tell("{player} lifts {card}")),
    News(
        Moved,
        By(
            _headline_kind,
            **CARD_NEWS,
            many=Tell("{player}: {number} cards from {source} to {target}", number=("cards", len), **PILES),
            few=Tell("{player}: {cards} from {source} to {target}", cards=("cards", words.pile), **PILES),
        ),
    ),
    News(DrawOffered, Tell("{player} offers a draw")),
    News(DrawDeclined, Tell("{player} declines the draw")),
    News(TurnEnded, By("why", passed=Tell("{player} ends the turn"))),
    News(TurnStarted, By("turn_number", {1: Tell("{player} plays first")})),
    News(Dealt, Tell("The cards are dealt")),
)
