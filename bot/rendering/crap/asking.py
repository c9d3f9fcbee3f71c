"""What C.R.A.P. asks of whom, and what silence does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.engine.cards import JOKER, RANK_OF, RANKS, Card
from bot.engine.chance import seat_letter, seat_of
from bot.games.crap.duel import cards_to_place
from bot.rendering import plates, words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap.table import sheet_of
from bot.rendering.face import Ask, Default
from bot.rendering.scene import Scene

SILENCE: Final[Mapping[str, str]] = {
    "turn": message("Skipped {time}."),
    "bluff-window": message("Silence means *believe* {time}."),
    "challenge-place": message("Random cards are taken {time}."),
    "challenge-guess-1": message("No guess, no cards {time}."),
    "challenge-guess-2": message("No guess, no cards {time}."),
    "vote": message("Silence means *no* {time}."),
}
SET_SIZE: Final = 4
DEFAULTS: Final[Mapping[str, Default]] = {
    "turn": Default(
        message("Skip the turn"),
        message("Silence: {player}'s turn is skipped {time}."),
        message("{chooser} skipped {player}'s turn."),
        message("Nobody chose, so {player}'s turn was skipped."),
    )
}


def silence(scene: Scene, time: str) -> str:
    """What happens when the clock runs out."""
    return say(SILENCE[scene.phase], time=time)


def asks(scene: Scene) -> Ask:
    """Who must do what, for everybody; a mention stands only for those who are to act."""
    sheet = sheet_of(scene)
    who = " ".join(scene.mention(seat) for seat in scene.deciders)
    pending = sheet.pending or {}
    turn = words.name(scene, seat_of(sheet.turn))
    target = words.name(scene, seat_of(pending["target"])) if "target" in pending else ""
    match scene.phase:
        case "bluff-window":
            believed = [words.name(scene, seat_of(one)) for one in pending["believed"]]
            stakes = words.small(say("Who is wrong loses a random card."))
            line = say("{players} Is {player} bluffing?", players=who, player=turn)
            if not believed:
                return Ask(line, (stakes,))
            seen = say_count(
                "{players} believes.", "{players} believe.", len(believed), players=words.listed(believed)
            )
            return Ask(f"{line} {seen}", (stakes,))
        case "challenge-place":
            return Ask(say("{players}, hide your cards.", players=who))
        case "challenge-guess-1" | "challenge-guess-2":
            other = target if sheet.turn in map(seat_letter, scene.deciders) else turn
            return Ask(say("{players}, guess what {player} hides.", players=who, player=other))
        case "vote" if not target:
            return Ask(say("{players} Allow forced recycling?", players=who))
        case "vote":
            return Ask(say("{players} Is {player} to recycle?", players=who, player=target))
        case _:
            return Ask(say("{players}, your turn.", players=who))


def task(scene: Scene) -> Ask:
    """What the viewer must decide now."""
    return TASKS[scene.phase](scene)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """The viewer's hand cards."""
    assert scene.viewer is not None
    return plates.seen(sheet_of(scene).hands[seat_letter(scene.viewer)])


def protected(scene: Scene) -> tuple[Card, ...]:
    """The viewer's protected cards."""
    assert scene.viewer is not None
    return plates.seen(sheet_of(scene).protected[seat_letter(scene.viewer)])


def held(scene: Scene, rank: str) -> int:
    """How many cards of a rank are in the viewer's hand."""
    return sum(RANK_OF.get(card) == rank for card in own_hand(scene))


def needed(scene: Scene) -> int:
    """How many cards the viewer must place."""
    pending = sheet_of(scene).pending
    assert pending is not None
    return cards_to_place(pending["die"], len(own_hand(scene)))


def nearest(scene: Scene) -> tuple[str, ...]:
    """The set that is nearest to being complete, where none is."""
    cards = (*own_hand(scene), *protected(scene))
    counts = {rank: sum(RANK_OF.get(card) == rank for card in cards) for rank in RANKS}
    best = max(counts.values())
    if best + cards.count(JOKER) >= SET_SIZE or best < 2:  # one card is near to nothing
        return ()
    near = [rank for rank, count in counts.items() if count == best]
    sets = words.listed(
        [
            say("{copies} {ranks}", copies=words.copies(best), ranks=words.ranks_name(rank))
            for rank in near[:3]
        ]
    )
    return (say("No four of a kind yet; {cards} come nearest.", cards=sets),)


def _turn(scene: Scene) -> Ask:
    return Ask(say("Your turn: do one thing"), tuple(map(words.small, nearest(scene))))


def _window(scene: Scene) -> Ask:
    """The stakes of believing and of calling, from where the viewer sits."""
    sheet = sheet_of(scene)
    assert sheet.pending is not None
    rank, asker = sheet.pending["rank"], words.name(scene, seat_of(sheet.turn))
    count = held(scene, rank)
    facts = {"player": asker, "ranks": words.ranks_name(rank), "copies": words.copies(count)}
    line = say("{player} asks for {ranks}. You hold {copies}.", **facts)
    safe = [card for card in protected(scene) if RANK_OF.get(card) == rank]
    return Ask(line, (*_stakes(asker, count, has_cards=bool(own_hand(scene))), *_stays(safe)))


def _stays(safe: Sequence[Card]) -> tuple[str, ...]:
    """That cards which are protected cannot be asked for."""
    if not safe:
        return ()
    text = say_count(
        "Your protected {cards} stays with you.",
        "Your protected {cards} stay with you.",
        len(safe),
        cards=words.cards(safe),
    )
    return (words.small(text),)


def _stakes(asker: str, count: int, *, has_cards: bool) -> tuple[str, ...]:
    if not has_cards:
        return (say("**Believe:** you lose nothing."), say("**Call:** you have no card to lose."))
    if not count:
        return (
            say("**Believe:** you lose nothing."),
            say("**Call:** if {player} lies, {player} loses a random card. If not, you do.", player=asker),
        )
    facts = {"player": asker, "number": count}
    if count == 1:
        return (
            say("**Believe:** it goes to {player}.", player=asker),
            say("**Call, and {player} lies:** you keep it, {player} loses a random card.", player=asker),
            say(
                "**Call, and {player} has one:** it goes to {player}, you lose a random card.",
                player=asker,
            ),
        )
    if count == 2:
        return (
            say("**Believe:** both go to {player}.", **facts),
            say("**Call, and {player} lies:** you keep both, {player} loses a random card.", **facts),
            say("**Call, and {player} has one:** both go to {player}, you lose a random card.", **facts),
        )
    return (
        say("**Believe:** all {number} go to {player}.", **facts),
        say("**Call, and {player} lies:** you keep them, {player} loses a random card.", **facts),
        say("**Call, and {player} has one:** they go to {player}, you lose a random card.", **facts),
    )


def _place(scene: Scene) -> Ask:
    sheet = sheet_of(scene)
    assert sheet.pending is not None
    assert scene.viewer is not None
    own = seat_letter(scene.viewer)
    other = words.name(scene, seat_of(sheet.pending["target"] if sheet.turn == own else sheet.turn))
    line = say_count(
        "Hide one card from {player}", "Hide {number} cards from {player}", needed(scene), player=other
    )
    return Ask(line, (say("You get them back. {player} guesses one rank and one suit.", player=other),))


def _guess(scene: Scene) -> Ask:
    sheet = sheet_of(scene)
    assert sheet.pending is not None
    assert scene.viewer is not None
    own = seat_letter(scene.viewer)
    other = words.name(scene, seat_of(sheet.pending["target"] if sheet.turn == own else sheet.turn))
    below = [say("You draw a card for each of that rank and one for each of that suit.")]
    for letter, guess in sheet.pending["guesses"].items():
        facts = {
            "player": words.name(scene, seat_of(letter)),
            "ranks": words.ranks_name(guess["rank"]),
        }
        below.append(
            words.small(
                say("{player} guessed {ranks}, {suit}.", **facts, suit=words.suit_name(guess["suit"]))
            )
        )
    return Ask(say("Guess what {player} hides", player=other), tuple(below))


def _vote(scene: Scene) -> Ask:
    sheet = sheet_of(scene)
    assert sheet.pending is not None
    if "target" not in sheet.pending:
        below = say("Yes: from now on, the others can vote that a player recycles.")
        return Ask(say("Allow forced recycling?"), (below,))
    target = words.name(scene, seat_of(sheet.pending["target"]))
    line = say("Is {player} to recycle?", player=target)
    return Ask(line, (say("Yes: {player} throws the hand away and rolls for a new one.", player=target),))


TASKS: Final[Mapping[str, Callable[[Scene], Ask]]] = {
    "turn": _turn,
    "bluff-window": _window,
    "challenge-place": _place,
    "challenge-guess-1": _guess,
    "challenge-guess-2": _guess,
    "vote": _vote,
}
