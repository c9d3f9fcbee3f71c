"""Tables in words, made from the plans of their pictures."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, Card
from bot.rendering import words
from bot.rendering.art import spoken
from bot.rendering.art.plan import BACK, CardPile, DuelPlan, Row, Side, Stage, TablePlan
from bot.rendering.art.shortening import TextPart, shortened
from bot.rendering.catalog import say, say_count
from bot.rendering.scene import escaped

MAX_CHARACTERS: Final = 2600
"""The most characters of a table, because a message also has a title, a result and the last moves."""
STAR: Final = "★"
"""The mark of wild cards."""


def written(plan: TablePlan | DuelPlan) -> str:
    """Return a table as Markdown: a line and a board for each player, then the piles and other facts.

    The stage's headline and line are left out, because a message has the last moves and the request anyway.
    """
    match plan:
        case TablePlan():
            above, below = list(map(_row, plan.rows)), [_small(plan), *_stage(plan.stage)]
        case DuelPlan():
            above, below = [spoken.fixed(_block(plan))], []
    parts = [*above, *map(spoken.fixed, (*below, *plan.said))]
    if isinstance(plan, TablePlan) and plan.record:
        parts.append(TextPart(partial(_record, plan.record), ways=len(plan.record), is_spare=True))
    return shortened(parts, MAX_CHARACTERS)


def _row(row: Row) -> TextPart:
    """Return a player with their board, which gets shorter if the message is too long."""
    return TextPart(partial(_with_board, row), ways=max(1, len(row.board)))


def _with_board(row: Row, brevity: int) -> str:
    player = _player(row)
    board = row.board[brevity] if row.board else ""
    return f"{player}\n> {board}" if board else player


def _player(row: Row) -> str:
    here = "▶ " if row.acts else ""
    facts = dict.fromkeys(filter(None, _facts(row)))  # a note may repeat the line about a surge card
    return f"{here}**{row.called or escaped(row.name)}** {' · '.join(facts)}"


def _facts(row: Row) -> Iterator[str]:
    """Yield the public facts about a player, but no note on their turn, because the request says it."""
    yield row.exact or row.points
    if row.hand is not None:
        yield _held(row, row.hand)
    if hidden := row.cards.count(BACK):
        yield say("{number} placed", number=hidden)
    yield "" if row.acts else row.note
    if row.surge:
        yield (
            say("card chosen") if row.surge == BACK else say("surge card {card}", card=words.card(row.surge))
        )
    yield from row.said
    if row.cards and not hidden and not row.board:
        yield say("shows {cards}", cards=words.cards(row.cards))
    if row.leads:
        yield say("ahead")


def _held(row: Row, number: int) -> str:
    cards = (
        say("{number} of {dealt} cards", number=number, dealt=row.dealt)
        if row.dealt
        else say_count("one card", "{number} cards", number)
    )
    return say("{cards}, {number} protected", cards=cards, number=row.protected) if row.protected else cards


def _small(plan: TablePlan) -> str:
    text = spoken.sentences([words.capitalised(plan.foot), *plan.small])
    return words.small(text) if text else ""


def _stage(stage: Stage) -> Iterator[str]:
    """Yield the piles side by side, then a line for everything else."""
    piles = [one for one in stage.middle if isinstance(one, CardPile)]
    yield " · ".join(spoken.card_pile(replace(one, name=f"**{one.name}**")) for one in piles if not one.wild)
    yield from (wild(RANK_OF[one.top], one.top) for one in piles if one.wild and one.top)
    yield from (f"{spoken.middle(one)}." for one in stage.middle if not isinstance(one, CardPile))


def _record(record: Sequence[str], skipped: int) -> str:
    """Return the past hands without the oldest ones, which are in the log."""
    title, *hands = record
    more = ""
    if skipped:
        more = words.small(say_count("Hand 1 is in the log.", "Hands 1 to {number} are in the log.", skipped))
    return "\n".join(filter(None, [title, more, *hands[skipped:]]))


def wild(rank: str, card: Card | None = None) -> str:
    """Return the wild rank and the card on the table that decides it."""
    facts = {"star": STAR, "ranks": words.ranks_name(rank)}
    if card is None:
        return say("**Wild** ({star}): {ranks}", **facts)
    return say("**Wild** ({star}): {ranks}, with {card} on the table", **facts, card=words.card(card))


# Crapette.


def _block(plan: DuelPlan) -> str:
    """Return all piles in a code block, a line for each house. Names in it can't format anything."""
    lifted = next((card for card in map(_lifted, (plan.far, plan.near)) if card), None)
    lines = [
        plan.title,
        _side(plan.far),
        *(f"{one.name} {words.run(one.cards)}" for one in plan.houses),
        say("Finish  {piles}", piles="  ".join(_finish(plan))),
        _side(plan.near),
        say(
            "Lifted: {card} · empty houses: {number}",
            card=_top(lifted),
            number=sum(not one.cards for one in plan.houses),
        ),
    ]
    return "\n".join(["```", *filter(None, lines), "```"])


def _side(side: Side) -> str:
    """Return a player with their piles. A lifted card is drawn on the hand but doesn't count there."""
    hand, discard, crapaud = side.piles
    return say(
        "{player}  hand {hand} · discard {discard} ({discards}) · crapaud {crapaud} ({crapauds})",
        player=side.called or words.in_code(side.name),
        hand=(hand.count or 0) - (_lifted(side) is not None),
        discard=_top(discard.top),
        discards=discard.count or 0,
        crapaud=_top(crapaud.top),
        crapauds=crapaud.count or 0,
    )


def _lifted(side: Side) -> Card | None:
    """Return the lifted card, which is face up on a hand, or None."""
    top = side.piles[0].top
    return None if top == BACK else top


def _finish(plan: DuelPlan) -> Iterator[str]:
    """Yield each suit with the ranks on top of its two finishing piles: `♠ 8 -`."""
    for (suit, first), (_, second) in zip(plan.finish[::2], plan.finish[1::2], strict=True):
        tops = ("-" if card is None else RANK_OF[card] for card in (first, second))
        yield " ".join((words.SUIT_SIGN[suit], *tops))


def _top(card: Card | None) -> str:
    return words.run([card] if card else [])
