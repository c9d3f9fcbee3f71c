"""The reasons why Crapette refuses moves: a sentence for each error code, with what would be right.

No sentence names a card that's face down or covered, because the engine's facts don't have any.
"""

from collections.abc import Mapping
from typing import Any, Final

from bot.games.crapette.cards import COURTS
from bot.games.crapette.lines import MAX_LINE_CHARACTERS, MAX_LINE_ITEMS
from bot.games.crapette.moving import stack_limit
from bot.games.crapette.state import HOUSES
from bot.rendering import words
from bot.rendering.crapette.piles import options_of, pile_for_mover, pile_top, view_of
from bot.rendering.refusals import Facts, card_choices
from bot.rendering.telling import Either, Moment, Sentence, Tell, TellCount, always


def _court(moment: Moment) -> Any:
    return COURTS[options_of(moment.scene).court_order]


def _card_below(facts: Facts, moment: Moment) -> str:
    """Return the card that must be finished first."""
    return words.card(_court(moment).finishes_on(facts["card"]))


def _fitting(facts: Facts, moment: Moment) -> str:
    """Return the cards that would fit there."""
    court, top = _court(moment), facts["top"]
    return card_choices(court.cards_for_house(top) if facts["pile"] in HOUSES else court.cards_for_load(top))


def _pile(facts: Facts, moment: Moment) -> str:
    return pile_for_mover(facts["pile"], moment.scene)


def _pile_start(facts: Facts, moment: Moment) -> str:
    """Return the chosen pile, as the beginning of a sentence."""
    return words.capitalised(_pile(facts, moment))


def _lifted(_facts: Facts, moment: Moment) -> str:
    card = view_of(moment.scene).lifted
    return "" if card is None else words.card(card)


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": Either(
        _lifted,
        Tell("Put {card} down first.", card=_lifted),
        Tell("You haven't lifted a card. Lift one from your hand first."),
    ),
    "bad-line": Either(
        lambda facts, _: "item" in facts,
        Tell(
            "“{text}” isn't a move. Write `R4-F R3-OC D-L1 R2x3-L1`.",
            text=("item", lambda item: words.quoted(item) or "?"),
        ),
        Either(
            lambda facts, _: facts.get("items"),
            Tell(
                "At most {items} moves and {characters} characters a line.",
                items=always(MAX_LINE_ITEMS),
                characters=always(MAX_LINE_CHARACTERS),
            ),
            Tell("You didn't write a move. Write `R4-F R3-OC D-L1 R2x3-L1`."),
        ),
    ),
    "bad-pile": Either(
        lambda facts, _: "source" in facts,
        Tell("You can only take cards from houses, your crapaud and your discard pile."),
        Tell("You can't put cards on your own crapaud or hand."),
    ),
    "bad-count": Tell("Move at least one card."),
    "source-empty": Tell("{pile} is empty.", pile=_pile_start),
    "same-pile": Tell("It's already there."),
    "count-not-allowed": Tell("You can only move several cards at once between houses."),
    "option-off": Either(
        lambda facts, _: facts["option"] == "undo",
        Tell("You can't take anything back at this table."),
        Tell("You move one card at a time at this table."),
    ),
    "count-too-big": Either(
        lambda facts, _: facts["count"] > facts["cards"],
        TellCount(
            "That house has only one card. You chose {chosen}.",
            "That house has only {number} cards. You chose {chosen}.",
            lambda facts, _: facts["cards"],
            chosen="count",
        ),
        Either(
            "empty",
            TellCount(
                "One more empty house lets you take {most} cards. You chose {chosen}.",
                "{number} more empty houses let you take {most} cards. You chose {chosen}.",
                "empty",
                most=lambda facts, moment: stack_limit(options_of(moment.scene), facts["empty"]),
                chosen="count",
            ),
            Tell("Without another empty house you can take one card. You chose {chosen}.", chosen="count"),
        ),
    ),
    "needs-empty-house": Tell("That needs an empty house first."),
    "target-empty": Tell("{pile} is empty, so you can't load it.", pile=_pile_start),
    "does-not-fit": Either(
        lambda facts, _: facts["pile"] == "finish",
        Tell("{card} can't finish yet: {below} isn't there.", below=_card_below),
        Either(
            _fitting,
            Tell(
                "{card} doesn't go on {pile}. Only {fitting} can go on {top}.", pile=_pile, fitting=_fitting
            ),
            Tell("{card} doesn't go on {pile}. Nothing can go on {top}.", pile=_pile),
        ),
    ),
    "shuffle-limit": Tell("{number} house moves in a row. Time to lift a card.", number="limit"),
    "hand-empty": Either(
        lambda _, moment: pile_top(view_of(moment.scene), "my-discard"),
        Tell("Your hand is empty. Turn your discard pile over."),
        Tell("Your hand is empty, and so is your discard pile. End your turn."),
    ),
    "hand-not-empty": TellCount(
        "Your hand still has one card.",
        "Your hand still has {number} cards.",
        lambda facts, _: facts["cards"],
    ),
    "discard-empty": Tell("Your discard pile is empty, so end your turn."),
    "fill-house-first": Tell(
        "Fill {houses} first, then turn your discard pile over.", houses=("houses", words.listed)
    ),
    "not-exhausted": Tell("Discard to end your turn."),
    "undo-limit": TellCount(
        "You can take back {most} moves a turn. One is left.",
        "You can take back {most} moves a turn. {number} are left.",
        "left",
        most="limit",
    ),
    "nothing-to-undo": Either(
        "possible",
        TellCount("Only one move can be taken back.", "Only {number} moves can be taken back.", "possible"),
        Tell(
            "There's nothing to take back. Your turn just began, or you've lifted or turned up a card since."
        ),
    ),
    "offer-open": Tell("You've already offered a draw."),
    "offer-limit": Tell("You can offer a draw once a turn."),
    "no-offer": Tell("Nobody has offered you a draw."),
}
