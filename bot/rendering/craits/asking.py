"""What Craits asks of whom, what silence does, and what a move came to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bot.engine.cards import RANK_OF, SUIT_OF
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.craits import count, dealing, drawing, functions, one_card, playing, turns
from bot.games.craits.cards import NAMEABLE, WILD_RANKS
from bot.games.craits.dealing import HAND_SIZES
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.craits import story
from bot.rendering.craits.table import (
    after,
    cost_text,
    named_suit,
    next_dealer,
    own_hand,
    playable,
    view_of,
)
from bot.rendering.face import Ask, Default, Phase, Words
from bot.rendering.scene import Scene, Told

PLAYED: Final = message("Played for you {time}.")
DRAWN_FOR_YOU: Final = message("Drawn for you {time}.")
PLAYED_FOR: Final = Default(
    message("The bot plays for {player}"),
    message("Silence: the bot plays for {player} {time}."),
    message("{chooser} let the bot play for {player}."),
    message("Nobody chose, so the bot played for {player}."),
)


def _silence(scene: Scene) -> str:
    """The default of a turn; only a player who must draw learns that it will be a draw."""
    if not scene.asked or not _must_draw(scene):
        return PLAYED
    return "" if _draws_by_itself(scene) else DRAWN_FOR_YOU


def _must_draw(scene: Scene) -> bool:
    return any(isinstance(move, playing.Draw) for move in scene.legal)


def _draws_by_itself(scene: Scene) -> bool:
    # A table that was opened before there was this option has not stored it.
    return _must_draw(scene) and scene.options.get("forced-draws") != "by-hand"


def _turn_asks(scene: Scene) -> Ask:
    """Who must do what, for everybody; a mention stands only for those who are to act."""
    view, who = view_of(scene), " ".join(map(scene.mention, scene.deciders))
    match scene.phase:
        case "count":
            return Ask(say("{players}, the count is {number}.", players=who, number=view.count))
        case "king-run":
            return Ask(
                say_count(
                    "{players} plays one more.",
                    "{players} plays {number} more.",
                    view.king_steps,
                    players=who,
                )
            )
    return Ask(say("{players}, your turn on {top}.", players=who, top=top_text(scene)))


def _hand_over(scene: Scene) -> Ask:
    number = view_of(scene).hand_number
    return Ask(f"{say('**Hand {number} is over.**', number=number)} {_next_hand(scene)}")


def _next_hand(scene: Scene) -> str:
    return say_count(
        "Next: one card each, {player} deals.",
        "Next: {number} cards each, {player} deals.",
        HAND_SIZES[view_of(scene).hand_number],
        player=words.name(scene, next_dealer(scene)),
    )


def top_text(scene: Scene) -> str:
    """What is played on: `5♦`, `8♠ (hearts)` where another suit was named."""
    view = view_of(scene)
    assert view.top is not None
    suit = named_suit(view)
    if suit is None or suit == SUIT_OF[view.top]:
        return words.card(view.top)
    return say("{card} ({suit})", card=words.card(view.top), suit=words.suit_name(suit))


def _task(scene: Scene) -> Ask:
    """What the viewer must decide now, and what has happened to them since their last move."""
    ask = _draw(scene) if _must_draw(scene) else _play(scene)
    return Ask(ask.line, (*_news(scene), *ask.below))


def _name_suit(scene: Scene) -> Ask:
    blind = own_hand(scene) is None
    line = say("Name the first suit, before you see your hand") if blind else say("Name the first suit")
    card = words.card(view_of(scene).top or "")
    return Ask(line, (_small(say("{card} is turned up and counts as your play.", card=card)),))


def _between(scene: Scene) -> Ask:
    line = say("Hand {number} is over", number=view_of(scene).hand_number)
    return Ask(line, (*_own_score(scene), _next_hand(scene)))


def _own_score(scene: Scene) -> Iterator[str]:
    """What the hand cost the viewer."""
    record = view_of(scene).scores.record
    scored = record[-1].of(scene.viewer) if record and scene.viewer is not None else None
    if scored is not None:
        points, pressure = scored
        cost = cost_text(points, pressure)
        if points + pressure < 0:
            yield say("It brings you {points}.", points=cost)
        elif points or pressure:
            yield say("It costs you {points}.", points=cost)
        else:
            yield say("It costs you nothing.")


def _small(text: str) -> str:
    return f"-# {text}"


def _draw(scene: Scene) -> Ask:
    """Nothing fits: one card, or the count."""
    view = view_of(scene)
    if scene.phase == "count":
        line = say("The count is {number}: you cannot answer", number=view.count)
        below = (_small(say("By itself in a moment.")),) if _draws_by_itself(scene) else ()
        return Ask(line, (say("You draw {number}, and your turn is over.", number=view.count), *below))
    line = say("Nothing fits {top}. You draw one.", top=top_text(scene))
    follower = words.name(scene, _next_turn(scene))
    if _draws_by_itself(scene):
        return Ask(
            line, (_small(say("By itself in a moment; then it is {player}'s turn.", player=follower)),)
        )
    return Ask(line, (_small(say("Then it is {player}'s turn.", player=follower)),))


def _next_turn(scene: Scene) -> Seat:
    """Who has the turn after the viewer; those who owe the penalty have none."""
    assert scene.viewer is not None
    owing = view_of(scene).owes
    seat = after(scene, scene.viewer)
    while seat in owing:
        seat = after(scene, seat)
    return seat


def _play(scene: Scene) -> Ask:
    view = view_of(scene)
    if leaves_one(scene):
        warning = say("If you do not say it, anybody may call you an idiot: you draw two and lose a turn.")
        return Ask(_saying(scene), (_small(warning),))
    match scene.phase:
        case "count":
            line = say("The count is {number}: answer it", number=view.count)
            return Ask(line, (_small(say("With any ace or two.")),))
        case "play-again":
            return Ask(say("Play one more on {top}", top=top_text(scene)))
        case "king-run":
            return Ask(_king_task(view.king_steps))
    return Ask(say("Play on {card}: {fitting}", card=words.card(view.top or ""), fitting=fitting(scene)))


def _king_task(steps: int) -> str:
    if steps == 1:
        return say("Play the third")
    if steps == functions.KING_STEPS:
        return say("Play {number} more, the first two do nothing", number=steps)
    return say("Play {number} more, the first does nothing", number=steps)


def _saying(scene: Scene) -> str:
    """The task of a player who will have one card left."""
    view = view_of(scene)
    if scene.phase == "count":
        return say("The count is {number}: answer it and say “one card”", number=view.count)
    return say("Play on {top} and say “one card”", top=top_text(scene))


def leaves_one(scene: Scene) -> bool:
    """Whether a play leaves the viewer with one card."""
    hand = own_hand(scene)
    return scene.asked and hand is not None and len(hand) == 2 and bool(playable(scene))


def fitting(scene: Scene) -> str:
    """What goes on the top card: `diamonds, 5s, 8s, 9s`."""
    view = view_of(scene)
    assert view.top is not None
    assert view.suit is not None
    ranks = dict.fromkeys((RANK_OF[view.top], *WILD_RANKS))
    return ", ".join([words.suit_name(view.suit), *map(words.ranks_name, ranks)])


def _news(scene: Scene) -> Iterator[str]:
    """What the viewer has got since the last own move, else what happened last."""
    for past in reversed(scene.recent):
        if scene.viewer in past.stand_ins or not (got := list(_told(past.events, scene.then(past)))):
            continue
        if past.seat != scene.viewer and not _is_dealt(past.events):
            yield from map(_small, got)
            return
        break
    last = scene.recent[-1] if scene.recent else None
    if last is None or (last.seat == scene.viewer and scene.viewer not in last.stand_ins):
        return
    if line := story.newest(scene.recent, scene.then(last)):
        yield _small(line)


def _jacks(scene: Scene) -> str:
    """The cards that fit, or the jacks on top."""
    if run := view_of(scene).jack_run:
        return say_count("A jack lies on top", "{number} jacks in a row", run)
    return say("Next: {fitting}", fitting=fitting(scene))


def _kings(scene: Scene) -> str:
    steps = view_of(scene).king_steps
    return (
        say("{number} more; only the last one works", number=steps)
        if steps > 1
        else say("One more, and it works")
    )


def _suits(scene: Scene) -> tuple[Move, ...]:
    top = view_of(scene).top
    return () if top is None else tuple(map(dealing.NameSuit, NAMEABLE[top]))


def _in_turn(chapter: str, stage: Words, asks: str | Callable[[Scene], Ask] = _turn_asks) -> Phase:
    """A phase in which a card is to be played."""
    return Phase(asks=asks, task=_task, silence=_silence, late=PLAYED_FOR, stage=stage, chapter=chapter)


PHASES: Final[Mapping[str, Phase]] = {
    "opening-suit": Phase(
        asks=message("{players}, name the first suit."),
        task=_name_suit,
        silence=message("The card's own suit {time}."),
        stage=message("The first suit is to be named"),
        chapter="cards-and-setup",
        table_moves=_suits,
    ),
    "turn": _in_turn("your-turn", _jacks),
    "count": _in_turn(
        "the-count",
        lambda scene: say("An ace or a 2, or {number} cards are drawn", number=view_of(scene).count),
    ),
    "play-again": _in_turn(
        "what-the-cards-do", message("One more on the six"), message("{players} plays again.")
    ),
    "king-run": _in_turn("options", _kings),
    "between-hands": Phase(
        asks=_hand_over,
        task=_between,
        silence=message("Dealt {time}."),
        stage=message("Next: the deal"),
        chapter="scoring-and-end",
        table_moves=lambda _: (dealing.Deal(),),
    ),
    "over": Phase(chapter="scoring-and-end"),
}


def came_to(past: Told, scene: Scene) -> Ask | None:
    """What a move of the viewer, or one that hit them, came to."""
    lines = list(_told(past.events, scene))
    return Ask(lines[0], tuple(lines[1:])) if lines else None


def _told(events: Sequence[Event], scene: Scene) -> Iterator[str]:
    """What a move did to the viewer or came to for them, in the second person."""
    why = ""
    caught = any(isinstance(event, one_card.Caught) for event in events)
    for event in events:
        match event:
            case drawing.Drew(seat=seat, why=reason) if seat == scene.viewer:
                why = "caught" if caught and reason == "penalty" else reason
            case drawing.DrewCards(seat=seat, cards=cards) if seat == scene.viewer:
                yield say(DRAWN[why], cards=words.cards(cards))
            case playing.Played(seat=seat) if seat == scene.viewer and story.is_late(seat, events):
                yield story.played(event, events, scene)
            case playing.Played(seat=seat) if seat == scene.viewer:
                yield _played(event, events, scene)
                if event.declared:
                    yield say("You said “one card”.")
            case _:
                yield from _own_line(event, events, scene)


def _own_line(event: Event, events: Sequence[Event], scene: Scene) -> Iterator[str]:
    """What else the viewer has done, or what was done to them."""
    own = scene.viewer
    match event:
        case dealing.SuitNamed(seat=seat, suit=suit) if seat == own:
            yield say("You named {suit}.", suit=words.suit_name(suit))
        case one_card.Declared(seat=seat) if seat == own:
            yield say("You said “one card”.")
        case one_card.Caught(caller=caller, seat=seat) if caller == own:
            yield say("You called {player} an idiot.", player=words.name(scene, seat))
        case one_card.Caught(caller=caller, seat=seat, at_once=False) if seat == own:
            yield say(
                "Idiot! {player} caught you. You draw {number} instead of your next turn.",
                player=words.name(scene, caller),
                number=turns.PENALTY_CARDS,
            )
        case dealing.Hand(seat=seat, cards=cards) if seat == own and _is_dealt(events):
            yield say("You are dealt {cards}.", cards=words.cards(cards))


def _is_dealt(events: Sequence[Event]) -> bool:
    return any(isinstance(event, dealing.Dealt | dealing.SuitNamed) for event in events)


DRAWN: Final[Mapping[str, str]] = {
    "unable": message("You drew {cards}."),
    "count": message("You could not answer the count and drew {cards}."),
    "penalty": message("Idiot! You draw {cards} instead of your turn."),
    "caught": message("Idiot! You draw {cards} and lose your turn."),
    "five": message("The five gave you {cards}."),
    "seven": message("The seven gave you {cards}."),
    "jack": message("The jack gave you {cards}, and you are skipped."),
    "queen": message("The queen of spades gave you {cards}, and you are skipped."),
    "six": message("Nothing follows your six: you drew {cards}."),
    "king": message("Nothing follows your king: you drew {cards}."),
}
"""Why somebody drew, in the second person."""


def _played(event: playing.Played, events: Sequence[Event], scene: Scene) -> str:
    """What the viewer played and what came of it, as in `You played 5♥: all others drew one.`."""
    facts = {"card": words.card(event.card)}
    others = [one for one in events if isinstance(one, drawing.Drew) and one.seat != event.seat]
    hit = next((one for one in others if one.why in ("seven", "jack", "queen")), None)
    five = [one for one in others if one.why == "five"]
    skipped = next((one for one in events if isinstance(one, turns.Skipped)), None)
    raised = next((one for one in events if isinstance(one, count.CountRaised)), None)
    if event.suit and RANK_OF[event.card] == "9" and event.suit == SUIT_OF[event.card]:
        return say("You played {card} and stayed on {suit}.", **facts, suit=words.suit_name(event.suit))
    if event.suit:
        return say("You played {card} and named {suit}.", **facts, suit=words.suit_name(event.suit))
    if len(five) > 1:
        return say("You played {card}: all others drew one.", **facts)
    if hit or five:
        return _hit(hit or five[0], facts, scene, skipped=skipped is not None)
    if skipped:
        return say("You played {card}: {player} is skipped.", **facts, player=words.name(scene, skipped.seat))
    if raised:
        return say("You played {card}. The count is {number}.", **facts, number=raised.value)
    if any(isinstance(one, functions.Reversed) for one in events):
        return say("You played {card}: the direction turns.", **facts)
    return say("You played {card}.", **facts)


def _hit(drew: drawing.Drew, facts: Mapping[str, str], scene: Scene, *, skipped: bool) -> str:
    more = {**facts, "player": words.name(scene, drew.seat)}
    if skipped:
        return say_count(
            "You played {card}: {player} drew one and is skipped.",
            "You played {card}: {player} drew {number} and is skipped.",
            drew.number,
            **more,
        )
    return say_count(
        "You played {card}: {player} drew one.",
        "You played {card}: {player} drew {number}.",
        drew.number,
        **more,
    )
