"""Craits' prompts, time-outs and outcomes."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from bot.engine.cards import RANK_OF, SUIT_OF
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.craits import count, dealing, drawing, functions, one_card, playing, turns
from bot.games.craits.cards import HAND_SIZES, KING_STEPS, NAMEABLE, WILD_RANKS
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.craits import story
from bot.rendering.craits.hands import after, cost_text, named_suit, next_dealer, own_hand, playable, view_of
from bot.rendering.face import Phase, Prompt
from bot.rendering.scene import Scene
from bot.rendering.telling import (
    By,
    Either,
    Moment,
    Sentence,
    Tell,
    TellCount,
    always,
    if_own,
    is_own,
    silent,
)
from bot.rendering.timeout_defaults import Default

AUTO_PLAY: Final = message("Auto-play {time}.")
AUTO_DRAW: Final = message("Auto-draw {time}.")
LATE_PLAY: Final = Default(
    message("Auto-play for {player}"),
    message("No answer? Auto-play for {player} {time}."),
    message("{chooser} chose auto-play for {player}."),
    message("Nobody chose: auto-play for {player}."),
)


def _notice(scene: Scene) -> str:
    """Return a turn's default: a play, or a draw if the viewer must. Empty if they draw automatically."""
    if not scene.asked or not _must_draw(scene):
        return AUTO_PLAY
    return "" if _draws_automatically(scene) else AUTO_DRAW


def _must_draw(scene: Scene) -> bool:
    return any(isinstance(move, playing.Draw) for move in scene.legal)


def _draws_automatically(scene: Scene) -> bool:
    # Tables opened before this option existed don't have it stored.
    return _must_draw(scene) and scene.options.get("forced-draws") != "by-hand"


def _turn_asks(scene: Scene) -> Prompt:
    """Return the public request, which mentions the player who must act."""
    view, who = view_of(scene), words.mentions(scene, scene.deciders)
    match scene.phase:
        case "count":
            return Prompt(say("{players}, the count is {number}.", players=who, number=view.count))
        case "king-run":
            return Prompt(
                say_count(
                    "{players} plays one more.",
                    "{players} plays {number} more.",
                    view.king_steps,
                    players=who,
                )
            )
    return Prompt(say("{players}, your turn on {top}.", players=who, top=top_text(scene)))


def _hand_end_asks(scene: Scene) -> Prompt:
    number = view_of(scene).hand_number
    return Prompt(f"{say('**Hand {number} is over.**', number=number)} {_next_hand_line(scene)}")


def _next_hand_line(scene: Scene) -> str:
    return say_count(
        "Next: one card each, {player} deals.",
        "Next: {number} cards each, {player} deals.",
        HAND_SIZES[view_of(scene).hand_number],
        player=words.name(scene, next_dealer(scene)),
    )


def top_text(scene: Scene) -> str:
    """Return the top card to play on: `5♦`, or `8♠ (hearts)` if another suit was named."""
    view = view_of(scene)
    assert view.top is not None
    suit = named_suit(view)
    if suit is None or suit == SUIT_OF[view.top]:
        return words.card(view.top)
    return say("{card} ({suit})", card=words.card(view.top), suit=words.suit_name(suit))


def _turn_task(scene: Scene) -> Prompt:
    """Return the viewer's task: to play a card, or to draw if nothing fits."""
    return _draw_task(scene) if _must_draw(scene) else _play_task(scene)


def _suit_task(scene: Scene) -> Prompt:
    blind = own_hand(scene) is None
    line = say("Name the first suit, then you'll see your hand") if blind else say("Name the first suit")
    card = words.card(view_of(scene).top or "")
    return Prompt(line, (words.small(say("{card} is turned up and counts as your play.", card=card)),))


def _between_task(scene: Scene) -> Prompt:
    line = say("Hand {number} is over", number=view_of(scene).hand_number)
    return Prompt(line, (*_own_cost(scene), _next_hand_line(scene)))


def _own_cost(scene: Scene) -> Iterator[str]:
    """Yield what the last hand cost the viewer, if they played it."""
    record = view_of(scene).scores.record
    scored = record[-1].of(scene.viewer) if record and scene.viewer is not None else None
    if scored is not None:
        points, pressure = scored
        cost = cost_text(points, pressure)
        if points + pressure < 0:
            yield say("That gives you {points}.", points=cost)
        elif points or pressure:
            yield say("That costs you {points}.", points=cost)
        else:
            yield say("That costs you nothing.")


def _draw_task(scene: Scene) -> Prompt:
    """Return the task of a viewer with no card that fits: to draw one card, or the count."""
    view = view_of(scene)
    if scene.phase == "count":
        line = say("The count is {number}, and you can't answer", number=view.count)
        below = (words.small(say("Automatically, in a moment.")),) if _draws_automatically(scene) else ()
        return Prompt(line, (say("You draw {number}, and your turn is over.", number=view.count), *below))
    line = say("Nothing fits {top}. You draw a card.", top=top_text(scene))
    follower = words.name(scene, _next_player(scene))
    next_turn = (
        say("Automatically, in a moment. Then it's {player}'s turn.", player=follower)
        if _draws_automatically(scene)
        else say("Then it's {player}'s turn.", player=follower)
    )
    return Prompt(line, (words.small(next_turn),))


def _next_player(scene: Scene) -> Seat:
    """Return the seat whose turn follows the viewer's. Players who owe the penalty lose theirs."""
    owing = view_of(scene).owes
    seat = after(scene, scene.seat)
    while seat in owing:
        seat = after(scene, seat)
    return seat


def _play_task(scene: Scene) -> Prompt:
    view = view_of(scene)
    if leaves_one(scene):
        warning = say("Forget to say it, and anyone can call you an idiot: draw 2 and lose a turn.")
        return Prompt(_one_card_task(scene), (words.small(warning),))
    match scene.phase:
        case "count":
            line = say("The count is {number}: answer it", number=view.count)
            return Prompt(line, (words.small(say("Any ace or 2 will do.")),))
        case "play-again":
            return Prompt(say("Play one more on {top}", top=top_text(scene)))
        case "king-run":
            return Prompt(_king_task(view.king_steps))
    return Prompt(
        say("Play on {card}: {fitting}", card=words.card(view.top or ""), fitting=fitting_text(scene))
    )


def _king_task(steps: int) -> str:
    if steps == 1:
        return say("Play the third")
    if steps == KING_STEPS:
        return say("Play {number} more: the first two do nothing", number=steps)
    return say("Play {number} more: the first does nothing", number=steps)


def _one_card_task(scene: Scene) -> str:
    """Return the task of a player who will have one card left."""
    view = view_of(scene)
    if scene.phase == "count":
        return say("The count is {number}: answer it and say “one card”", number=view.count)
    return say("Play on {top} and say “one card”", top=top_text(scene))


def leaves_one(scene: Scene) -> bool:
    """Whether a play leaves the viewer with one card."""
    hand = own_hand(scene)
    return scene.asked and hand is not None and len(hand) == 2 and bool(playable(scene))


def fitting_text(scene: Scene) -> str:
    """Return the suit and ranks that fit on the top card: `diamonds, 5s, 8s, 9s`."""
    view = view_of(scene)
    assert view.top is not None
    assert view.suit is not None
    ranks = dict.fromkeys((RANK_OF[view.top], *WILD_RANKS))
    return ", ".join([words.suit_name(view.suit), *map(words.ranks_name, ranks)])


def _suit_moves(scene: Scene) -> tuple[Move, ...]:
    top = view_of(scene).top
    return () if top is None else tuple(map(dealing.NameSuit, NAMEABLE[top]))


_turn = partial(Phase, task=_turn_task, timeout_notice=_notice, timeout_default=LATE_PLAY, is_turn=True)
"""The words of a phase in which a player must play or draw."""
PHASES: Final[Mapping[str, Phase]] = {
    "opening-suit": Phase(
        asks=message("{players}, name the first suit."),
        task=_suit_task,
        timeout_notice=message("Auto-pick (the card's own suit) {time}."),
        chapter="cards-and-setup",
        table_moves=_suit_moves,
    ),
    "turn": _turn(asks=_turn_asks, chapter="your-turn"),
    "count": _turn(asks=_turn_asks, chapter="the-count"),
    "play-again": _turn(asks=message("{players} plays again."), chapter="card-powers"),
    "king-run": _turn(asks=_turn_asks, chapter="options"),
    "between-hands": Phase(
        asks=_hand_end_asks,
        task=_between_task,
        timeout_notice=message("Auto-deal {time}."),
        chapter="scoring-and-end",
        table_moves=lambda _: (dealing.Deal(),),
    ),
    "over": Phase(chapter="scoring-and-end"),
}


def move_effect(moment: Moment) -> Prompt | None:
    """Return the outcome of the viewer's own move, or of one that affected them. None for others."""
    lines = list(_effect_lines(moment))
    return Prompt(lines[0], tuple(lines[1:])) if lines else None


def _effect_lines(moment: Moment) -> Iterator[str]:
    """Yield sentences about a move's effect on the viewer, in the second person."""
    for event in moment.events:
        if line := OWN.get(type(event), silent)(event, moment):
            yield line
        if isinstance(event, playing.Played) and event.declared and not story.is_late(event, moment):
            yield from filter(None, [SAID(event, moment)])


def _draw_reason(event: drawing.DrewCards, moment: Moment) -> str:
    """Return why the viewer drew these cards."""
    before = moment.events[: moment.events.index(event)]
    draws = [one for one in before if isinstance(one, drawing.Drew) and one.seat == event.seat]
    is_caught = draws[-1].why == "penalty" and moment.has(one_card.Caught)
    return "caught" if is_caught else draws[-1].why


def _effect_key(event: playing.Played, moment: Moment) -> str:
    """Return the effect of the viewer's card, as a key of `PLAYED`."""
    if event.suit:
        return story.suit_effect(event)
    five_draws = [one for one in story.draws_for(moment, "five") if one.seat != event.seat]
    if len(five_draws) > 1:
        return "all"
    if (hit := story.hit_effect(moment)) != "nobody":
        return hit
    if moment.has(count.CountRaised):
        return "raised"
    return "turns" if moment.has(functions.Reversed) else "nobody"


def _viewer_part(event: one_card.Caught, moment: Moment) -> str:
    """Return the viewer's part in an *Idiot!* call. The draw tells of a penalty that's paid at once."""
    if event.caller == moment.scene.viewer:
        return "caller"
    return "caught" if is_own(event, moment) and not event.at_once else "none"


PLAYED: Final[Mapping[str, Sentence]] = {
    "stays": Tell("You played {card} and stayed on {suit}."),
    "names": Tell("You played {card} and named {suit}."),
    "all": Tell("You played {card}: everyone else drew a card."),
    "draws": TellCount(
        "You played {card}: {player} drew a card.",
        "You played {card}: {player} drew {number}.",
        story.HIT["number"],
        player=story.HIT["other"],
    ),
    "both": TellCount(
        "You played {card}: {player} drew a card and is skipped.",
        "You played {card}: {player} drew {number} and is skipped.",
        story.HIT["number"],
        player=story.HIT["other"],
    ),
    "skips": Tell("You played {card}: {player} is skipped.", player=story.HIT["other"]),
    "raised": Tell("You played {card}. The count is {number}.", number=story.new_count),
    "turns": Tell("You played {card}: reverse."),
    "nobody": Tell("You played {card}."),
}
"""Sentences to the viewer about the card they played, by its effect."""
DREW: Final[Mapping[str, Sentence]] = {
    "unable": Tell("You drew {cards}."),
    "count": Tell("You couldn't answer the count and drew {cards}."),
    "penalty": Tell("Idiot! You draw {cards} instead of your turn."),
    "caught": Tell("Idiot! You draw {cards} and lose your turn."),
    "five": Tell("The 5 gave you {cards}."),
    "seven": Tell("The 7 gave you {cards}."),
    "jack": Tell("The jack gave you {cards}, and you're skipped."),
    "queen": Tell("The queen of spades gave you {cards}, and you're skipped."),
    "six": Tell("Nothing follows your 6: you drew {cards}."),
    "king": Tell("Nothing follows your king: you drew {cards}."),
}
"""Sentences to the viewer about cards they drew, by the reason."""
SAID: Final = if_own(Tell("You said “one card”."))
OWN: Final[Mapping[type[Event], Sentence]] = {
    drawing.DrewCards: if_own(By(_draw_reason, DREW)),
    playing.Played: if_own(Either(story.is_late, story.PLAYED, By(_effect_key, PLAYED))),
    dealing.SuitNamed: if_own(Tell("You named {suit}.")),
    one_card.Declared: SAID,
    one_card.Caught: By(
        _viewer_part,
        caller=Tell("You called {player} an idiot."),
        caught=Tell(
            "Idiot! {player} caught you. You draw {number} instead of your next turn.",
            player="caller",
            number=always(turns.PENALTY_CARDS),
        ),
    ),
}
"""Sentences to the viewer about events that affect them."""
