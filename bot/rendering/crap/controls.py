"""What C.R.A.P. offers to press: each with what it does and to whom."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.cards import JOKER, RANK_OF, RANKS
from bot.engine.moves import Move
from bot.games.crap.acquiring import Acquire
from bot.games.crap.cards import DOUBLE, SINGLE
from bot.games.crap.challenging import Challenge, Guess, Place
from bot.games.crap.cooperating import Cooperate
from bot.games.crap.laying import Score, points_of
from bot.games.crap.protecting import Protect
from bot.games.crap.voting import ForceRecycle, Vote
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap.hands import held_count, own_hand, own_protected, owned_count, view_of
from bot.rendering.crap.prompts import cards_needed, guess_task
from bot.rendering.face import Pick, Prompt, QuickMove
from bot.rendering.panel import MAX_BUTTONS
from bot.rendering.scene import Scene
from bot.rendering.telling import By, Moment, Sentence, Tell, TellCount, label_of

VERBS: Final[Mapping[str, str]] = {
    "score": message("Score"),
    "acquire": message("Acquire"),
    "challenge": message("Challenge"),
    "protect": message("Protect"),
    "cooperate": message("Cooperate"),
    "recycle": message("Recycle"),
    "force-recycle": message("Force recycle"),
    "allow-forcing": message("Allow forced recycling"),
    "call-bluff": message("Call the bluff"),
    "believe": message("Believe"),
    "place": message("Place"),
    "guess": message("Guess"),
    "vote": message("Vote"),
}
PLACEHOLDERS: Final[Mapping[str, str]] = {
    "acquire": message("Acquire: everyone hands over a rank…"),
    "protect": message("A card from your hand…"),
}
ORDER: Final[Mapping[str, int]] = {"challenge": 0, "protect": 1, "cooperate": 2, "recycle": 3}
"""The order of actions from top to bottom: the one that costs the whole hand comes last."""
FORMS: Final = ("challenge", "protect", "cooperate", "recycle", "force-recycle")
FINALS: Final[Mapping[str, str]] = {
    "recycle": message("Discard and roll"),
    "allow-forcing": message("Put it to the vote"),
}
BEHIND_MORE: Final = ("allow-forcing",)
"""What stands behind *More*: it's needed once in a game, if at all."""
ALL_COPIES: Final = 8
"""How many cards of each rank there are."""
MAX_SETS: Final = 5
"""A message has only 40 parts, of which a set takes three."""


def quick_moves(scene: Scene) -> tuple[QuickMove, ...]:
    """Return sets that can be laid, most points first, and requests for the ranks that the viewer holds."""
    sets = [move for move in scene.legal if isinstance(move, Score)]
    scores = (QuickMove(set_label(move), move, _set_text(move, scene)) for move in sets[:MAX_SETS])
    acquires = enumerate(_honest_acquires(scene))  # the first says what the row is for: Acquire 4s, Kings, 3s
    labels = ((label_of(move, scene, LABELS if index else BUTTONS, VERBS), move) for index, move in acquires)
    return (*scores, *(QuickMove(*one, style="grey") for one in labels))


def _honest_acquires(scene: Scene) -> Sequence[Acquire]:
    """Return requests for a rank in hand, those nearest to a set first, as many as fit a row.

    None below the most sets that a page takes.
    """
    honest = [move for move in scene.legal if isinstance(move, Acquire) and _owns(move.rank, scene)]
    has_room = sum(isinstance(move, Score) for move in scene.legal) < MAX_SETS
    return sorted(honest, key=lambda move: -held_count(scene, move.rank))[: MAX_BUTTONS * has_room]


def menu_moves(scene: Scene) -> tuple[Move, ...]:
    """All other moves. Of the ranks those that the viewer holds first, then bluffs, each from the ace on."""
    others = [move for move in scene.legal if not isinstance(move, Acquire | Score)]
    others.sort(key=lambda move: ORDER.get(move.verb, len(ORDER)))
    acquires = [move for move in scene.legal if isinstance(move, Acquire)]
    acquires.sort(key=lambda move: (not _owns(move.rank, scene), RANKS.index(move.rank)))
    return (*acquires, *others)


def _owns(rank: str, scene: Scene) -> bool:
    return bool(owned_count(scene, rank))


def _joker_count(scene: Scene) -> int:
    return [*own_hand(scene), *own_protected(scene)].count(JOKER)


def set_label(move: Score) -> str:
    """Return a set as a button."""
    ranks = words.ranks_name(move.rank)
    if move.double:
        return say("Score all {ranks}", ranks=ranks)
    if move.jokers:
        return say_count(
            "Score {ranks} with a joker", "Score {ranks} with {number} jokers", move.jokers, ranks=ranks
        )
    return say("Score {ranks}", ranks=ranks)


def _set_text(move: Score, scene: Scene) -> str:
    """Return what a set is made of and worth, as in `Four 7s, one of them a joker: 69 points`."""
    jokers, size = move.jokers or 0, DOUBLE if move.double else SINGLE
    facts = {
        "copies": words.numeral(size),
        "ranks": words.ranks_name(move.rank),
        "points": points_of(move, view_of(scene).sets),
    }
    if jokers:
        text = say_count(
            "{copies} {ranks}, one of them a joker: {points} points.",
            "{copies} {ranks}, {number} of them jokers: {points} points.",
            jokers,
            **facts,
        )
        return words.capitalised(text)
    return words.capitalised(say("{copies} {ranks}: {points} points.", **facts))


QUESTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "challenge": (
        message("Who do you challenge?"),
        message(
            "A die says how many cards you each place, then you both guess. Each match: draw a card. "
            "Nobody can refuse."
        ),
    ),
    "cooperate": (
        message("Who do you cooperate with?"),
        message("You see each other's hands, and both draw a card. Nobody can refuse."),
    ),
    "force-recycle": (message("Who has to recycle?"), message("More than half of the others must say yes.")),
    "allow-forcing": (
        message("Allow forced recycling?"),
        message("More than half must say yes. It takes your turn."),
    ),
    "protect": (
        message("Protect which card?"),
        message(
            "It stays face down in front of you until the next scoring round. Nobody can take it, and your "
            "sets can use it."
        ),
    ),
}


def question(form: str, scene: Scene) -> Prompt | None:
    """Return the prompt after a verb was chosen."""
    verb = form.split(" ", maxsplit=1)[0]
    if verb in QUESTIONS:
        line, below = QUESTIONS[verb]
        return Prompt(say(line), (say(below),))
    if verb == "recycle":
        return _recycle_question(scene)
    if verb == "guess" and " rank:" in form:
        ranks = words.ranks_name(form.split(" rank:", 1)[1].split(" ", maxsplit=1)[0])
        return Prompt(say("You guess {ranks}. And which suit?", ranks=ranks), guess_task(scene).below)
    return None


def _recycle_question(scene: Scene) -> Prompt:
    cards = len(own_hand(scene))
    below = [
        say("Everyone sees your cards. Two dice give you 2 to 12 new ones.")
        if cards > 1
        else say("Everyone sees your card. Two dice give you 2 to 12 new ones.")
        if cards
        else say("Two dice give you 2 to 12 cards.")
    ]
    if kept := own_protected(scene):
        below.append(
            say(
                "You may lose your protected {cards} too: the next player rolls against you.",
                cards=words.cards(kept),
            )
        )
    line = (
        say_count("Recycle your card?", "Recycle all {number} cards?", cards)
        if cards
        else say("Roll for a new hand?")
    )
    return Prompt(line, (" ".join(below),))


def _vote_meaning(move: Vote, moment: Moment) -> str:
    """Return the meaning of a vote."""
    if move.choice == "no":
        return "no"
    return "recycle" if view_of(moment.scene).ballot.target is not None else "allow"


HAND_SIZE_LABEL: Final = TellCount(
    "{player} · one card",
    "{player} · {number} cards",
    lambda move, moment: len(view_of(moment.scene).hands[move.player]),
)
LABELS: Final[Mapping[type[Move], Sentence]] = {
    Acquire: lambda move, _: words.capitalised(words.ranks_name(move.rank)),
    Challenge: HAND_SIZE_LABEL,
    Cooperate: HAND_SIZE_LABEL,
    ForceRecycle: lambda move, moment: moment.name(move.player),
    Protect: Tell("Protect {card}"),
    Guess: lambda move, _: words.suit_label(move.suit),
    Vote: By(_vote_meaning, no=Tell("No"), recycle=Tell("Yes, recycle"), allow=Tell("Yes, allow it")),
}


BUTTONS: Final[Mapping[type[Move], Sentence]] = {
    Score: lambda move, _: set_label(move),
    Acquire: Tell("Acquire {ranks}"),
    Challenge: Tell("Challenge {player}"),
    Cooperate: Tell("Cooperate with {player}"),
    ForceRecycle: Tell("Force {player} to recycle"),
    Place: Tell("Place {cards}"),
    Guess: Tell("Guess {ranks} and {suit}"),
}


def owned_in_rank(move: Acquire, moment: Moment) -> int:
    """Return how many cards of the rank the viewer has."""
    return owned_count(moment.scene, move.rank)


def _acquire_kind(move: Acquire, moment: Moment) -> str:
    """Return how a rank would be asked for: honestly, or as a bluff."""
    scene, rank = moment.scene, move.rank
    count = held_count(scene, rank)
    if owned_count(scene, rank) and owned_count(scene, rank) + _joker_count(scene) == SINGLE - 1:
        return "near"
    if owned_count(scene, rank):
        return "held" if count else "kept"
    laid_count = sum(RANK_OF.get(card) == rank for one in view_of(scene).sets for card in one.cards)
    return "gone" if laid_count >= ALL_COPIES else "none"


HINTS: Final[Mapping[type[Move], Sentence]] = {
    Acquire: By(
        _acquire_kind,
        near=Tell("You hold {number}. One more makes a set.", number=owned_in_rank),
        held=Tell("You hold {number}.", number=lambda move, moment: held_count(moment.scene, move.rank)),
        kept=Tell("You hold {number}, protected.", number=owned_in_rank),
        gone=Tell("Bluff: all eight are out."),
        none=Tell("Bluff: you hold none."),
    )
}


def picks(scene: Scene) -> Mapping[str, Pick]:
    """Return the cards to hide in a challenge: exactly as many as are needed."""
    if scene.phase != "challenge-place" or not scene.asked:
        return {}
    count = cards_needed(scene)
    return {"place": Pick(option="cards", cards=own_hand(scene), least=count, most=count)}


def nearly(scene: Scene) -> tuple[str, ...]:
    """Return the sets that the viewer's cards nearly make."""
    if not scene.asked or scene.phase != "turn":
        return ()
    cards, jokers = (*own_hand(scene), *own_protected(scene)), [JOKER] * _joker_count(scene)
    by_rank = [[card for card in cards if RANK_OF.get(card) == rank] for rank in RANKS]
    fewest = SINGLE - 1 if jokers else SINGLE - 2  # a single card next to a joker is near to nothing
    sets = [[*group, *jokers] for group in by_rank if group]
    near = sorted((one for one in sets if fewest <= len(one) < SINGLE), key=len, reverse=True)
    return tuple(
        say("Score a set: {cards}, one short.", cards=words.grouped(one))
        if len(one) == SINGLE - 1
        else say("Score a set: {cards}, two short.", cards=words.grouped(one))
        for one in near[:3]
    )
