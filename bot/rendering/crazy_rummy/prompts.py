"""Crazy Rummy's prompts, time-outs and outcomes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import RANK_OF
from bot.engine.events import TimedOut
from bot.engine.moves import Move
from bot.games.crazy_rummy.cards import set_rank
from bot.games.crazy_rummy.dealing import Dealt, Hand
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Draw, DrewCards, TookDiscard, draw_refusal
from bot.games.crazy_rummy.ending import HandScored, WentOut
from bot.games.crazy_rummy.laying import CardsFed, Feed, Meld, SetLaid, completes_set
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.crazy_rummy.hands import WILDS_ALLOWED, low_first, own_hand, view_of, wild_sentence
from bot.rendering.face import Phase, Prompt
from bot.rendering.numbers import short, signed
from bot.rendering.scene import Scene
from bot.rendering.telling import About, By, Either, Moment, Sentence, Tell, has, is_own
from bot.rendering.timeout_defaults import Default

AUTO_PLAY: Final = Default(
    message("Auto-play for {player}"),
    message("No answer? Auto-play for {player} (draw and discard) {time}."),
    message("{chooser} chose auto-play for {player}: draw and discard."),
    message("Nobody chose: auto-play for {player}, draw and discard."),
)


def _play_request(scene: Scene) -> Prompt:
    who = words.mentions(scene, scene.deciders)
    if view_of(scene).laid:
        return Prompt(say("{players}, lay more or discard.", players=who))
    return Prompt(say("{players}, lay or discard.", players=who))


def _small(texts: Sequence[str]) -> tuple[str, ...]:
    """Return sentences as one line in small type."""
    return (words.small(" ".join(texts)),) if texts else ()


def _draw_task(scene: Scene) -> Prompt:
    view = view_of(scene)
    below = [] if scene.is_alone else [wild_sentence(view.wild)]  # The title says it for someone alone.
    below += _top_use(scene)
    if view.is_locked:
        below.append(say("The discard pile is closed until someone lays or draws from the stock."))
    return Prompt(say("Draw a card"), (*_last_result(scene), *_small(below)))


def _last_result(scene: Scene) -> Iterator[str]:
    """Yield the viewer's result of a hand that has just ended, if they begin the next one."""
    for past in scene.recent[-1:]:
        for event in past.events:
            if isinstance(event, HandScored) and event.seat == scene.viewer:
                yield SCORED(event, Moment(scene.as_of(past), past.events))


def _top_use(scene: Scene) -> Iterator[str]:
    """Yield the use of the top discard for the viewer's hand, if it has any."""
    view = view_of(scene)
    top = view.top_discard
    if top is None or Draw("discard") not in scene.legal:
        return
    if completes_set(own_hand(scene), top):
        ranks = words.ranks_name(RANK_OF[top])
        yield say("{card} would make your {ranks} a set.", card=words.card(top), ranks=ranks)
    elif RANK_OF[top] in view.opened:
        yield say("{card} could be fed.", card=words.card(top))


def _play_task(scene: Scene) -> Prompt:
    view = view_of(scene)
    drawn, laid = _this_turn(scene)
    has_moves = any(isinstance(move, Meld | Feed) for move in scene.legal)
    rule = (
        [say(WILDS_ALLOWED[view.first_play(scene.seat)])]
        if any(RANK_OF[card] == view.wild for card in own_hand(scene)) and has_moves
        else []
    )
    if laid is not None:
        opened = (
            [say("Now anyone can feed {ranks}.", ranks=words.ranks_name(laid.rank))]
            if (isinstance(laid, SetLaid) and _is_new(scene, laid.rank))
            else []
        )
        return Prompt(_laid_line(scene, laid), (*opened, *_small(rule)))
    drawn_line = [] if scene.is_alone and scene.pictures else _drawn_line(drawn)  # The picture marks it.
    if not has_moves:
        return Prompt(say("Nothing to lay: discard a card"), tuple(drawn_line))
    return Prompt(say("Lay what you like, then discard"), (*drawn_line, *_small(rule)))


def _drawn_line(drawn: DrewCards | TookDiscard | None) -> list[str]:
    """Return a sentence about the card with which the viewer began their turn."""
    match drawn:
        case DrewCards(card=card):
            return [say("You drew {card}.", card=words.card(card))]
        case TookDiscard(card=card):
            return [say("You took {card}.", card=words.card(card))]
    return []


def _this_turn(scene: Scene) -> tuple[DrewCards | TookDiscard | None, SetLaid | CardsFed | None]:
    """Return the card with which the viewer began their turn, and what they last laid in it themselves."""
    laid: SetLaid | CardsFed | None = None
    for past in reversed(scene.recent):
        if scene.viewer in past.stand_ins:
            break
        for event in reversed(past.events):
            if isinstance(event, DrewCards | TookDiscard) and event.seat == scene.viewer:
                return event, laid
            if laid is None and isinstance(event, SetLaid | CardsFed) and event.seat == scene.viewer:
                laid = event
    return None, laid if view_of(scene).laid else None


def _laid_line(scene: Scene, laid: SetLaid | CardsFed) -> str:
    """Return a sentence about what was laid, and the points on the viewer's board."""
    points = short(view_of(scene).board_points(scene.seat))
    if isinstance(laid, SetLaid):
        ranks = words.ranks_name(laid.rank)
        return say("You laid {ranks}. {points} on your board.", ranks=ranks, points=points)
    cards = low_first(laid.cards)
    return say("You fed {cards}. {points} on your board.", cards=cards, points=points)


def _is_new(scene: Scene, rank: str) -> bool:
    """Whether only one set of this rank is on the table."""
    view = view_of(scene)
    return sum(set_rank(one, view.wild) == rank for board in view.sets for one in board) == 1


def _play_words(scene: Scene) -> str:
    if any(isinstance(move, Meld) for move in scene.legal):
        return say("lay a set, then discard")
    if any(isinstance(move, Feed) for move in scene.legal):
        return say("feed, then discard")
    return say("discard a card")


def _draw_moves(scene: Scene) -> tuple[Move, ...]:
    """Return the legal draws."""
    may_take = draw_refusal(view_of(scene), "discard") is None
    return (Draw(), Draw("discard")) if may_take else (Draw(),)


PHASES: Final[Mapping[str, Phase]] = {
    "draw": Phase(
        asks=message("{players}, draw a card."),
        task=_draw_task,
        timeout_notice=message("Auto-play {time}."),
        timeout_default=AUTO_PLAY,
        own=message("draw a card"),
        is_turn=True,
        chapter="your-turn",
        table_moves=_draw_moves,
    ),
    "play": Phase(
        asks=_play_request,
        task=_play_task,
        timeout_notice=message("Auto-discard {time}."),
        timeout_default=AUTO_PLAY,
        own=_play_words,
        chapter="sets-and-wilds",
    ),
    "over": Phase(chapter="scoring-and-end"),
}


def move_effect(moment: Moment) -> Prompt | None:
    """Return the outcome of the viewer's last turn or hand, if a move ended it."""
    own = [event for kind in OWN for event in moment.all(kind) if is_own(event, moment)]
    if not own:
        return None
    line = OWN[type(own[0])](own[0], moment)
    is_scored = isinstance(own[0], HandScored)
    return Prompt(line, (BOARD(own[0], moment), NEW_HAND(own[0], moment)) if is_scored else ())


def _who_went_out(event: HandScored, moment: Moment) -> str:
    """Return `nobody`, `you` or `other` for whoever went out."""
    out = moment.first(WentOut)
    if out is None:
        return "nobody"
    return "you" if out.seat == event.seat and out.seat not in moment.scene.stand_ins else "other"


GAIN: Final = ("score", signed)
SCORED: Final = By(
    _who_went_out,
    nobody=Tell("No cards left. You score {points}.", points=GAIN),
    you=Tell("You go out! You score {points}.", points=GAIN),
    other=Tell(
        "{player} goes out. You score {points}.",
        player=lambda _, moment: moment.name(moment.the(WentOut).seat),
        points=GAIN,
    ),
)
"""The sentence about the end of a hand, with the viewer's score."""
BOARD: Final = Tell(
    "{board} laid, {held} held. Total: {total}.",
    board=("board", short),
    held=("held", short),
    total=("total", short),
)
NEW_HAND: Final = About(
    Dealt, Tell("Hand {number}: {ranks} are wild.", number="hand_number", ranks=("wild", words.ranks_name))
)
OWN: Final[Mapping[type[Any], Sentence]] = {
    HandScored: SCORED,
    Hand: NEW_HAND,
    Discarded: Either(
        has(TimedOut), Tell("You ran out of time and discarded {card}."), Tell("You discarded {card}.")
    ),
}
"""The viewer's line about an event of their own, the most important kind first."""
