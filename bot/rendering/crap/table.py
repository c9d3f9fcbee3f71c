"""The table and the hands of C.R.A.P. as text."""

from collections.abc import Iterator
from typing import cast

from bot.engine.chance import Seat
from bot.games.crap.cards import LaidSet, points
from bot.games.crap.challenging import guesses_of
from bot.games.crap.clock import max_timeouts
from bot.games.crap.last_action import LastAcquire, LastCooperate
from bot.games.crap.state import Acquisition, Ballot, Duel, State
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_count
from bot.rendering.scene import Scene
from bot.rendering.widths import number


def view_of(scene: Scene) -> State:
    """The scene's view."""
    return cast("State", scene.view)


def on_table(scene: Scene) -> dict[Seat, int]:
    """What each player's sets would score now."""
    sums = dict.fromkeys(range(len(scene.players)), 0)
    for laid in view_of(scene).sets:
        sums[laid.owner] += points(laid)
    return sums


def points_of(scene: Scene, seat: Seat) -> str:
    """Banked and on the table; after the end, and for a player who has left, only what is banked."""
    view = view_of(scene)
    total = number(view.totals[seat])
    is_banked = seat in view.left or view.end
    return total if is_banked else f"{total} + {number(on_table(scene)[seat])}"


def leaders(scene: Scene) -> frozenset[Seat]:
    """The players who would have most if sets were counted now; nobody who is leaving can win."""
    view, laid = view_of(scene), on_table(scene)
    sums = [
        view.totals[seat] + (0 if view.end else laid[seat]) if seat in scene.active else 0
        for seat in range(len(scene.players))
    ]
    return plates.leaders(sums)


def goal(scene: Scene) -> str:
    """The goal of the game, behind the number of the table."""
    return say("first over {points}", points=number(scene.options["threshold"]))


def table(scene: Scene) -> str:
    """All that lies open: a line a player, the sets, the discard pile, the action under way."""
    view = view_of(scene)
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    stock = say("Banked + on the table. Stock {number}.", number=len(view.stock))
    turn = say("Turn {number} of at most {most}.", number=view.turn_number, most=scene.options["turn-limit"])
    sets = [_set(scene, one) for one in view_of(scene).sets]
    pile = say("**Discards:** {cards}", cards=words.by_rank(view.discard))
    laid = [say("**Sets:**"), *sets] if sets else []
    return "\n".join(
        [*players, f"-# {stock} {turn}", *laid, pile, *_allowed(view), *_under_way(scene), *_silence(scene)]
    )


def hand(scene: Scene) -> str:
    """What the viewer alone sees and has been shown."""
    assert scene.viewer is not None
    view, own = view_of(scene), scene.viewer
    if own in view.left:
        return say("You have left this game and hold no cards.")
    hand, protected, placed = view.hands[own], view.protected[own], view.placed[own]
    lines = [say("Your hand ({number}): {cards}", number=len(hand), cards=words.ranked(hand))]
    if protected:
        lines.append(say("Protected: {cards}.", cards=words.ranked(protected)))
    if placed:
        lines.append(say("Hidden for the challenge: {cards}.", cards=words.cards(placed)))
    return "\n".join([*lines, *_vote(view, own), *_shown(scene, own)])


def _player(scene: Scene, seat: Seat) -> str:
    here = "▶ " if seat in scene.deciders else ""
    facts = [*_facts(scene, seat), *([say("ahead")] if seat in leaders(scene) else [])]
    return f"{here}**{words.name(scene, seat)}** {' · '.join([points_of(scene, seat), *facts])}"


def _facts(scene: Scene, seat: Seat) -> Iterator[str]:
    """What everybody knows of a player."""
    view = view_of(scene)
    if seat in view.left:
        yield say("has left")
        return
    cards = say_count("one card", "{number} cards", len(view.hands[seat]))
    protected = len(view.protected[seat])
    yield say("{cards}, {number} protected", cards=cards, number=protected) if protected else cards
    if placed := len(view.placed[seat]):
        yield say("{number} hidden", number=placed)
    if seat in view.leaving:
        yield say("leaves when this is done")
    if idle := view.idle[seat]:
        limit = scene.options["idle-limit"]
        yield say("skipped {number} of {most} times", number=idle, most=limit)


def _set(scene: Scene, laid: LaidSet) -> str:
    facts = {
        "player": words.name(scene, laid.owner),
        "ranks": words.ranks_name(laid.rank),
        "points": points(laid),
        "cards": words.cards(laid.cards),
    }
    if laid.borrowed is not None:
        return say(
            "{player} {ranks}, {points}: {cards}, {card} across", **facts, card=words.card(laid.borrowed)
        )
    return say("{player} {ranks}, {points}: {cards}", **facts)


def _allowed(view: State) -> Iterator[str]:
    """What the table has voted for in the middle of the game."""
    if view.forcing:
        yield say("Forced recycling is on.")


def _under_way(scene: Scene) -> Iterator[str]:
    """The action that waits for answers."""
    view = view_of(scene)
    who = words.name(scene, view.turn)
    match view.pending:
        case Acquisition(rank=rank):
            yield say("{player} asks for {ranks}.", player=who, ranks=words.ranks_name(rank))
        case Ballot(target=None):
            yield say("{player} asks to allow forced recycling.", player=who)
        case Ballot(target=int(target)):
            yield say("{player} wants {other} to recycle.", player=who, other=words.name(scene, target))
        case Duel(target=target, die=die):
            other = words.name(scene, target)
            yield say(
                "{player} challenges {other}; the die shows {number}.", player=who, other=other, number=die
            )
            for seat, guess in guesses_of(view.duel).items():
                facts = {"ranks": words.ranks_name(guess.rank), "suit": words.suit_name(guess.suit)}
                yield say("{player} guesses {ranks}, {suit}.", player=words.name(scene, seat), **facts)


def _silence(scene: Scene) -> Iterator[str]:
    """How near the game is to its end because nobody acts (R38)."""
    view = view_of(scene)
    if view.timeouts and view.end is None:
        most = max_timeouts(len(scene.players) - len(view.left))
        yield say_count(
            "One turn ran out of time; {most} in a row end the game without a winner.",
            "{number} turns in a row ran out of time; {most} end the game without a winner.",
            view.timeouts,
            most=most,
        )


def _vote(view: State, seat: Seat) -> Iterator[str]:
    """The viewer's own vote; it is final."""
    if isinstance(view.pending, Ballot) and (vote := view.pending.votes[seat]) is not None:
        yield say("You voted yes.") if vote else say("You voted no.")


def _shown(scene: Scene, own: Seat) -> Iterator[str]:
    """What the last action has shown to the viewer alone; it stays until the next one is done (R43)."""
    match view_of(scene).last:
        case LastCooperate(seat=seat, target=target, hands=hands) if own in (seat, target):
            other = target if own == seat else seat
            player = words.name(scene, other)
            yield say("{player} showed you {cards}.", player=player, cards=words.ranked(hands[other]))
            yield say("You showed {player} {cards}.", player=player, cards=words.ranked(hands[own]))
        case LastAcquire(seat=seat, gave=gave) if own == seat:
            for giver, cards in gave.items():
                if cards:
                    player = words.name(scene, giver)
                    yield say("You got {cards} from {player}.", cards=words.cards(cards), player=player)
        case LastAcquire(seat=seat, gave=gave) if gave.get(own):
            player = words.name(scene, seat)
            yield say("{player} got {cards} from you.", player=player, cards=words.cards(gave[own]))
