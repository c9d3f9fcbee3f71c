"""Why a move in Craits was refused, a sentence an error code, and what would be right."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.cards import Card
from bot.rendering import words
from bot.rendering.craits.sentences import ONE_CARD, must
from bot.rendering.craits.table import playable, sheet_of
from bot.rendering.refusals import Facts, Sentence, bad_card
from bot.rendering.scene import Scene


def _wrong_phase(facts: Facts, scene: Scene) -> str:
    if facts["phase"] == "between-hands":
        return (
            "That is not possible now: the hand is over, and any player may deal the next one with `/deal`."
        )
    how = "`/suit`" if facts["phase"] == "opening-suit" else "`/play`, or `/draw` if nothing fits"
    what = must(facts["phase"], sheet_of(scene).king_steps)
    return f"That is not possible now: {words.players(scene, facts['seats'])} {what} ({how})."


def _count_only(facts: Facts, scene: Scene) -> str:
    stands = f"The count stands at {facts['count']}, and {words.card(facts['card'])} does not answer it"
    if not playable(scene):
        return f"{stands}: you have neither ace nor two, so `/draw` {facts['count']} cards."
    return f"{stands}: play an ace or a two. {_right(playable(scene))}"


def _not_playable(facts: Facts, _scene: Scene) -> str:
    card, top, suit = words.card(facts["card"]), words.card(facts["top"]), words.SUIT_NAME[facts["suit"]]
    return f"{card} does not go on {top} while the suit is {suit}. {_right(facts['playable'])}"


def _right(fitting: Sequence[Card]) -> str:
    """What the player can do instead."""
    if not fitting:
        return "Nothing of yours fits: use `/draw`."
    return f"You can play {words.listed([words.card(card) for card in fitting], 'or')}."


def _suits(facts: Facts) -> str:
    return words.listed([words.SUIT_NAME[suit] for suit in facts["suits"]], "or")


def _not_one_card(facts: Facts, _scene: Scene) -> str:
    left = words.number(facts["left"], "card") if facts["left"] else "no card"
    return (
        f"That play leaves you {left}, and {ONE_CARD} is said with a play that leaves exactly one. "
        "Play it without `declare`."
    )


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "bad-card": lambda f, s: f"{bad_card(f)} {_right(playable(s))}",
    "count-only": _count_only,
    "not-playable": _not_playable,
    "suit-needed": lambda f, _: (
        f"{words.card(f['card'])} needs a suit: play it with `suit`, any of the four."
    ),
    "wrong-colour": lambda f, _: f"{words.card(f['card'])} keeps its colour: name {_suits(f)}.",
    "suit-not-allowed": lambda f, _: (
        f"Only eights and nines name a suit: play {words.card(f['card'])} without `suit`."
    ),
    "not-one-card": _not_one_card,
    "must-play": lambda f, _: f"You may draw only when nothing fits. {_right(f['playable'])}",
    "nothing-to-declare": lambda _f, _s: (
        f"You have nothing to declare: {ONE_CARD} is said once, after a play that leaves you exactly one."
    ),
    "self-call": lambda _f, _s: (
        "You cannot call yourself: `/idiot` is for an opponent, `/one-card` for your own last card."
    ),
    "no-idiot": lambda f, s: (
        f"{s.mention(f['player'])} has nothing to answer for. Call an opponent who has played down to one "
        f"card and has not said {ONE_CARD}."
    ),
    "hand-hidden": lambda _f, _s: "Name the suit first, with `/suit`; then you see your hand.",
}
