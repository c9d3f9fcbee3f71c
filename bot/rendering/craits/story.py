"""The story of Craits: one line for each move, from the card played to its effect."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import RANK_OF, SUIT_OF
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.craits import count, dealing, drawing, ending, functions, leaving, one_card, playing, turns
from bot.games.craits.cards import NAMEABLE
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.craits.hands import amount, cost_text
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import (
    By,
    Either,
    Joined,
    Moment,
    Sentence,
    Tell,
    TellCount,
    always,
    counted,
    joined,
    phrases,
    silent,
)

QUIET: Final = (dealing.Hand, drawing.DrewCards)
"""Events that aren't news, because only one player learns of them."""
HIT_REASONS: Final = ("five", "seven", "jack", "queen")
"""The reasons for draws that another player's card causes."""


def lines(past: Sequence[SeenMove], scene: Scene) -> list[str]:
    """Return one line for each move, oldest first. Players who draw in a row share a line."""
    texts: list[str] = []
    run: list[Seat] = []
    for move in past:
        seat = _lone_drawer(move.events)
        run = [*run, seat] if seat is not None else []
        moment = Moment(scene.as_of(move), move.events)
        line = joined(*phrases(STORY_LINES, moment))
        if len(run) > 1:
            texts[-1] = say("{players} draw a card each.", players=moment.names(list(dict.fromkeys(run))))
        elif line:
            texts.append(line)
    return texts


def _lone_drawer(events: Sequence[Event]) -> Seat | None:
    """Return the player who couldn't play and drew a card, if nothing else happened. Else None."""
    public = [one for one in events if not isinstance(one, (drawing.DrewCards, turns.TurnStarted))]
    match public:
        case [drawing.Drew(seat=seat, why="unable", count=1)]:
            return seat
    return None


def is_late(event: Any, moment: Moment) -> bool:
    """Whether the clock made this event's move for its player, whose time was up."""
    return any(event.seat in one.seats for one in moment.all(TimedOut))


def _player_name(event: playing.Played, moment: Moment) -> str:
    """Return the player's name, marked if the clock played for them."""
    return OUT_OF_TIME(event, moment) if is_late(event, moment) else moment.name(event.seat)


def _drawer_name(event: drawing.Drew, moment: Moment) -> str:
    """Return the drawer's name, marked if the clock drew for them."""
    late = moment.has(TimedOut) and event.why in ("unable", "count")
    return OUT_OF_TIME(event, moment) if late else moment.name(event.seat)


OUT_OF_TIME: Final = Tell("{player}, out of time,")


def draws_for(moment: Moment, *reasons: str) -> list[drawing.Drew]:
    """Return the draws of a move with one of these reasons."""
    return [one for one in moment.all(drawing.Drew) if one.why in reasons]


def suit_effect(event: playing.Played) -> str:
    """Return `names` if a card names a suit, `stays` if a 9 keeps its own, else nothing."""
    if not event.suit and event.card not in NAMEABLE:
        return ""
    is_same = event.suit in (None, SUIT_OF[event.card])
    return "stays" if RANK_OF[event.card] == "9" and is_same else "names"


def hit_effect(moment: Moment) -> str:
    """Return how a card hits another player: `draws`, `skips`, `both` or `nobody`."""
    skips = moment.has(turns.Skipped)
    if draws_for(moment, *HIT_REASONS):
        return "both" if skips else "draws"
    return "skips" if skips else "nobody"


def _hit_player(_event: Any, moment: Moment) -> str:
    """Return the name of the player that a card hits."""
    hit = draws_for(moment, *HIT_REASONS)
    return moment.name(hit[0].seat if hit else moment.the(turns.Skipped).seat)


HIT: Final[Mapping[str, Any]] = {
    "other": _hit_player,
    "number": lambda _, moment: draws_for(moment, *HIT_REASONS)[0].count,
}


def _effect_key(event: playing.Played, moment: Moment) -> str:
    """Return the effect of a played card, as a key of `EFFECTS`."""
    counting, five_draws = moment.first(count.CountRaised), draws_for(moment, "five")
    if how := suit_effect(event):
        return how
    if event.idle:
        return "idle"
    if counting is not None:
        return "starts" if counting.value == count.COUNT_VALUE[event.card] == 2 else "raised"
    if moment.has(functions.Reversed):
        return "turns"
    if draws_for(moment, "six", "king"):
        return "alone"
    if five_draws:
        return "all" if len(five_draws) == len(moment.scene.active) - 1 > 1 else "five"
    return hit_effect(moment)


def _five_drawers(_event: Any, moment: Moment) -> Sequence[Seat]:
    """Return the players who draw for a 5."""
    return [one.seat for one in draws_for(moment, "five")]


def _suit_text(event: playing.Played, _moment: Moment) -> str:
    return words.suit_name(event.suit or SUIT_OF[event.card])


def new_count(_event: Any, moment: Moment) -> int:
    """Return the count after this move."""
    return moment.the(count.CountRaised).value


EFFECTS: Final[Mapping[str, Sentence]] = {
    "stays": Tell("{player} plays {card} and stays on {suit}.", player=_player_name, suit=_suit_text),
    "names": Tell("{player} plays {card} and names {suit}.", player=_player_name, suit=_suit_text),
    "idle": Tell("{player} plays {card}, no effect.", player=_player_name),
    "starts": Tell("{player} plays {card} and starts a count at 2.", player=_player_name),
    "raised": Tell("{player} plays {card}. The count is {number}.", player=_player_name, number=new_count),
    "turns": Tell("{player} plays {card}: reverse.", player=_player_name),
    "alone": Tell(
        "{player} plays {card}: nothing follows, so {name} draws a card.", player=_player_name, name="seat"
    ),
    "all": Tell("{player} plays {card}: everyone else draws a card.", player=_player_name),
    "five": TellCount(
        "{player} plays {card}: {others} draws a card.",
        "{player} plays {card}: {others} draw a card.",
        lambda event, moment: len(_five_drawers(event, moment)),
        player=_player_name,
        others=lambda event, moment: moment.names(_five_drawers(event, moment)),
    ),
    "nobody": Tell("{player} plays {card}.", player=_player_name),
    "skips": Tell("{player} plays {card}: {other} is skipped.", player=_player_name, other=_hit_player),
    "draws": TellCount(
        "{player} plays {card}: {other} draws a card.",
        "{player} plays {card}: {other} draws {number}.",
        player=_player_name,
        **HIT,
    ),
    "both": TellCount(
        "{player} plays {card}: {other} draws a card and is skipped.",
        "{player} plays {card}: {other} draws {number} and is skipped.",
        player=_player_name,
        **HIT,
    ),
}


def _stuck_text(event: playing.Played, moment: Moment) -> str:
    """Return the draw for a 6 or a king that nothing follows, unless the card's own sentence tells it."""
    draws = draws_for(moment, "six", "king")
    return DREW(draws[0], moment) if draws and _effect_key(event, moment) != "alone" else ""


def _is_out(event: playing.Played, moment: Moment) -> bool:
    """Whether a player has played their last card, but the hand goes on."""
    return not event.hand and not draws_for(moment, "six", "king") and not moment.has(ending.HandEnded)


PLAYED: Final = Joined(
    By(_effect_key, EFFECTS),
    Either("declared", Tell("**“One card!”**")),
    _stuck_text,
    Either(_is_out, Tell("{player} is out of cards.")),
)
"""The line about a played card: its effect, “one card” if it was said, a draw, an empty hand."""


def _turned_up_key(_event: Any, moment: Moment) -> str:
    """Return the key in `TURNED_UP` of a turned-up card: the phase that it leads to, or else its effect."""
    started = moment.first(turns.TurnStarted)
    if started is not None and started.phase in TURNED_UP:
        return started.phase
    if moment.has(functions.Reversed):
        return "turns"
    return "all" if len(draws_for(moment, "five")) > 1 else hit_effect(moment)


def _dealer_name(_event: Any, moment: Moment) -> str:
    dealt = moment.first(dealing.Dealt)
    return moment.name(dealt.dealer) if dealt else ""


TURNED_UP: Final[Mapping[str, Sentence]] = {
    "opening-suit": Tell("{card} is turned up: {player} names the suit.", player=_dealer_name),
    "count": Tell("{card} is turned up: a count starts at 2."),
    "play-again": Tell("{card} is turned up: {player} plays another card.", player=_dealer_name),
    "king-run": Tell("{card} is turned up: {player} plays 3 more.", player=_dealer_name),
    "turns": Tell("{card} is turned up: reverse."),
    "all": Tell("{card} is turned up: everyone but {player} draws a card.", player=_dealer_name),
    "nobody": Tell("{card} is turned up."),
    "skips": Tell("{card} is turned up: {other} is skipped.", other=_hit_player),
    "draws": TellCount(
        "{card} is turned up: {other} draws a card.", "{card} is turned up: {other} draws {number}.", **HIT
    ),
    "both": TellCount(
        "{card} is turned up: {other} draws a card and is skipped.",
        "{card} is turned up: {other} draws {number} and is skipped.",
        **HIT,
    ),
}
"""The line about a turned-up card, by its effect. It counts as the dealer's play."""
PLAIN_DRAW: Final = TellCount("{player} draws a card.", "{player} draws {number}.", "number")
DRAWS: Final[Mapping[drawing.DrawReason, Sentence]] = {
    "unable": TellCount(
        "{player} can't play and draws a card.",
        "{player} can't play and draws {number}.",
        "number",
        player=_drawer_name,
    ),
    "count": TellCount(
        "{player} can't answer and draws a card.",
        "{player} can't answer and draws {number}.",
        "number",
        player=_drawer_name,
    ),
    "penalty": TellCount(
        "{player} forgot “one card” and draws a card.",
        "{player} forgot “one card” and draws {number}.",
        "number",
    ),
    "six": TellCount(
        "{player} can't follow the 6 and draws a card.",
        "{player} can't follow the 6 and draws {number}.",
        "number",
    ),
    "king": TellCount(
        "{player} can't follow the king and draws a card.",
        "{player} can't follow the king and draws {number}.",
        "number",
    ),
    **dict.fromkeys(HIT_REASONS, PLAIN_DRAW),
}
"""The sentence about a draw, by its reason."""
DREW: Final = By("why", DRAWS)


def _is_told_elsewhere(event: drawing.Drew, moment: Moment) -> bool:
    """Whether another sentence already tells this draw: the one about the card, or about the call."""
    if event.why == "penalty":
        caught = moment.first(one_card.Caught)
        return caught is not None and caught.at_once and caught.seat == event.seat
    return event.why not in ("unable", "count") and moment.has(playing.Played, dealing.Dealt)


def _pressure_kind(event: drawing.Pressured, moment: Moment) -> str:
    """Return what follows an empty stock: `nothing`, the player's `first` reshuffle, or one `more`."""
    later = moment.events[moment.events.index(event) + 1 :]
    if not later or not isinstance(later[0], drawing.Reshuffled):
        return "nothing"
    return "first" if event.number == 1 else "more"


POINTS: Final = ("points", amount)
PRESSURED: Final[Mapping[str, Sentence]] = {
    "nothing": Tell("Having nothing left to draw costs {player} {points}.", points=POINTS),
    "first": Tell(
        "Stock empty: shuffle pressure costs {player} {points}, and the next one doubles.", points=POINTS
    ),
    "more": Tell("Stock empty: shuffle pressure costs {player} {points}.", points=POINTS),
}


def went_out(_event: ending.HandEnded, moment: Moment) -> Sequence[Seat]:
    """Return the players who don't have any cards at the end of a hand."""
    return [one.seat for one in moment.all(ending.PlayerScored) if not one.cards]


HAND_ENDED: Final[Mapping[ending.HandEnd, Sentence]] = {
    "out": Tell("**{player} goes out!**", player=lambda event, moment: moment.names(went_out(event, moment))),
    "count": TellCount(
        "**The count ends, and {players} goes out!**",
        "**The count ends, and {players} go out!**",
        **counted(went_out),
    ),
    "nothing-left": Tell("**Nothing left to draw: the hand ends.**"),
    "cap": Tell("**Enough plays: the hand ends.**"),
}


def cost_of(event: ending.PlayerScored, _moment: Moment) -> str:
    """Return the cost of a hand."""
    return cost_text(event.points, event.pressure)


COST: Final = Either(
    lambda event, _: event.points < 0,
    TellCount(
        "{player} {cost} (a 3)",
        "{player} {cost} ({copies} 3s)",
        ("cards", len),
        copies=("cards", lambda cards: words.numeral(len(cards))),
        cost=cost_of,
    ),
    Tell("{player} {cost}", cost=cost_of),
)


def _costs_line(event: ending.PlayerScored, moment: Moment) -> str:
    """Return what the hand cost everyone, best first. Only the first of these events tells it."""
    scores = moment.all(ending.PlayerScored)
    if event is not scores[0]:
        return ""
    costs = [COST(one, moment) for one in sorted(scores, key=lambda one: one.points + one.pressure)]
    return say("{costs}.", costs=", ".join(costs))


def _lowest_card(event: dealing.DealerDrawn, _moment: Moment) -> str:
    return words.card(next(card for seat, card in event.rounds[-1] if seat == event.dealer))


CALL: Final[Mapping[str, Any]] = {"player": "caller", "other": "seat", "number": always(turns.PENALTY_CARDS)}
SAYS_ONE_CARD: Final = Tell("{player} says **“One card!”**.")
LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.DealerDrawn: Tell(
        "{player} draws the lowest card, {card}, and deals.", player="dealer", card=_lowest_card
    ),
    dealing.Dealt: Tell(
        "**Hand {hand} of {hands}:** {player} deals {number} each.",
        hand="hand_number",
        hands=lambda _, moment: moment.scene.options["hands"],
        player="dealer",
        number="size",
    ),
    dealing.SuitNamed: Tell("{player} names {suit}."),
    one_card.Declared: SAYS_ONE_CARD,
    one_card.Caught: Either(
        "at_once",
        Tell("{player}: **“Idiot!”** {other} draws {number} and loses the turn.", **CALL),
        Tell("{player}: **“Idiot!”** {other} draws {number} instead of the next turn.", **CALL),
    ),
    leaving.PlayerLeft: Either(
        "count",
        TellCount(
            "{player} leaves, and their card goes under the pile.",
            "{player} leaves, and {number} cards go under the pile.",
        ),
        Tell("{player} leaves."),
    ),
}
"""Sentences about events on their own, which the complete log also uses."""
STORY_LINES: Final[Mapping[type[Event], Sentence]] = {
    **LINES,
    playing.Played: PLAYED,
    dealing.TurnedUp: By(_turned_up_key, TURNED_UP),
    drawing.Drew: Either(_is_told_elsewhere, silent, DREW),
    drawing.Pressured: By(_pressure_kind, PRESSURED),
    ending.HandEnded: By("why", HAND_ENDED),
    ending.PlayerScored: _costs_line,
}
"""The story's sentences about events, which depend on the rest of their move."""
