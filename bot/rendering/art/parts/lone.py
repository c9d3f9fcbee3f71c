"""A table and a hand for one person: the stage, the other players, then the person and their cards."""

import msgspec

from bot.rendering.art.kit import writing
from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import CORNER, GAP, MARGIN, SCALE, WIDE, Canvas, fitted, pixels
from bot.rendering.art.kit.colours import GOLD, WHITE, mixed
from bot.rendering.art.parts import cards_in_rows, hand, others, pieces, rows, table
from bot.rendering.art.plan import HandPlan, LonePlan, Row

HEAD = 48
AVATAR = 36
CLOSER = 8
"""The distance by which the cards are nearer to the head than in a separate hand."""
TITLES = (28, 26, 24)
FOOTS = (26, 24)
"""The sizes of a foot. The first in which it takes one line, or at most two, is used."""
FOOT_LINE = 30
TURNING = 34
"""The width of the sign before the foot."""
APART = 20
"""The gap between the hand's foot and the table's, if they share a line."""


def bands(plan: LonePlan) -> list[Band]:
    """Return the bands: stage, other players, everyone's sets, the person's row, their cards and the foot."""
    own, rest = _own_and_rest(plan)
    return [
        table.stage_band(plan.table.stage, table.AFTER_STAGE),
        *others.bands(rest),
        *others.boards([own, *rest]),
        _own_band(own, plan.hand.title),
        _cards_band(plan),
    ]


def _own_and_rest(plan: LonePlan) -> tuple[Row, list[Row]]:
    """Return the person's row and the others', which aren't marked while the person has to act.

    The row doesn't show open cards if the hand below has any.
    """
    own = plan.table.rows[plan.own]
    rest = [one for one in plan.table.rows if one is not own]
    if own.acts:
        rest = [msgspec.structs.replace(one, acts=False) for one in rest]
    if not plan.hand.is_empty:
        own = msgspec.structs.replace(own, cards=())
    return own, rest


def _own_band(own: Row, title: str) -> Band:
    room = WIDE - 2 * MARGIN
    high = HEAD + (pieces.minis_height(own.cards, room) + 6 if own.cards else 0)
    shows = msgspec.structs.replace(own, tiles=(), surge=None, hand=None)
    return Band(
        msgspec.json.encode(("own", title, shows)),
        high,
        lambda canvas, top: _own(canvas, own, title, (top, high)),
    )


def _own(canvas: Canvas, own: Row, title: str, at: tuple[float, float]) -> None:
    """Draw the person's avatar, title and points. The title is on a plate while they have to act."""
    (top, high), theme = at, canvas.theme
    canvas.box((0, top, WIDE, high), 0, theme.low)
    canvas.box((0, top, WIDE, 3), 0, mixed(theme.accent, theme.low, 0.55))
    middle = top + 3 + (HEAD - 3) / 2
    right = _points(canvas, own, middle)
    left = MARGIN + 6 + AVATAR + 10
    size, [shown] = fitted(title, right - left - 60, TITLES)
    wide = canvas.measure(shown, size)
    if own.acts:
        rows.plate(canvas, top + 5, left + wide + 26 - MARGIN, HEAD - 8)
        canvas.sign("play", (left + wide + 18, middle), 20, theme.on_accent)
    rows.draw_avatar(canvas, own, MARGIN + 6 + AVATAR / 2, middle, AVATAR)
    canvas.text(left, middle, shown, size, theme.on_accent if own.acts else WHITE)
    if own.cards:
        pieces.minis(canvas, MARGIN, top + HEAD, own.cards, WIDE - 2 * MARGIN)


def _points(canvas: Canvas, own: Row, middle: float) -> float:
    """Draw the total, and its parts before it. Return their left edge."""
    colour = GOLD if own.leads else WHITE
    x = rows.RIGHT - canvas.text(rows.RIGHT, middle, own.total or own.points, 36, colour, align="right")
    if not own.total:
        return x
    quiet = canvas.theme.quiet
    return x - 14 - canvas.text(x - 14, middle, own.points, 24, quiet, align="right", weight="Regular")


def _cards_band(plan: LonePlan) -> Band:
    """Return the band of the cards, with the foot below them and right of the empty corner."""
    cards = msgspec.structs.replace(plan.hand, title="", foot="")
    small = len(cards_in_rows.lines(cards.sections)) > 1
    foot = _Foot(plan)
    high = hand.height(cards, small=small) - CLOSER
    begins = high - (CORNER[1] - GAP if _leaves_corner(cards, small=small) else 0)
    whole = max(high, begins + foot.high)

    def draw(canvas: Canvas, top: float) -> None:
        hand.cards(canvas, cards, top - CLOSER, small=small)
        foot.draw(canvas, top + whole)

    shows = msgspec.json.encode((cards, plan.hand.foot, plan.table.foot, plan.table.turning))
    return Band(shows, whole, draw)


def _leaves_corner(cards: HandPlan, *, small: bool) -> bool:
    """Whether the last cards lie above the empty corner, so that there's room right of it."""
    lines = cards_in_rows.lines(cards.sections, small=small)
    return bool(lines) and lines[-1].left < CORNER[0]


class _Foot:
    """The lines below the cards: about the hand, then about the table, with the sign of its direction."""

    def __init__(self, plan: LonePlan) -> None:
        self.turning = plan.table.turning
        room = WIDE - CORNER[0] - 18
        self.hand_foot = _hand_foot(plan.hand.foot, plan.table.foot, room - TURNING * bool(self.turning))
        if self.hand_foot:
            self.lines = [(plan.table.foot, float(FOOTS[-1]))]
            self.sign_line, self.high = 0, FOOT_LINE + 10
            return
        hand_size, hand_lines = _wrapped(plan.hand.foot, room)
        table_size, table_lines = _wrapped(plan.table.foot, room - TURNING * bool(self.turning))
        self.lines = [(text, hand_size) for text in hand_lines] + [(text, table_size) for text in table_lines]
        self.sign_line = len(hand_lines)
        """The number of the line with the sign."""
        self.high = FOOT_LINE * len(self.lines) + 10

    def draw(self, canvas: Canvas, low: float) -> None:
        """Write the lines, the last of them just above `low`."""
        right, theme = WIDE - 18, canvas.theme
        middle = low - self.high + FOOT_LINE / 2
        for place, (text, size) in enumerate(self.lines):
            y = middle + FOOT_LINE * place
            wide = canvas.text(right, y, text, size, theme.quiet, align="right", weight="Regular")
            if self.turning and place == self.sign_line:
                canvas.sign(self.turning, (right - wide - 20, y), 26, theme.accent)
                wide += TURNING
            if self.hand_foot:
                left = right - wide - APART
                canvas.text(left, y, self.hand_foot, size, theme.quiet, align="right", weight="Regular")


def _hand_foot(hand_foot: str, table_foot: str, room: float) -> str:
    """Return the foot of the hand if it fits on one line with the table's, or else an empty text."""
    wide = sum(writing.width(text, pixels(FOOTS[-1]), "Regular") for text in (hand_foot, table_foot)) / SCALE
    return hand_foot if hand_foot and table_foot and wide + APART <= room else ""


def _wrapped(text: str, room: float) -> tuple[float, list[str]]:
    """Return a size and the lines of a text: one line if one of the sizes allows it, else two."""
    is_one = writing.width(text, pixels(FOOTS[-1]), "Regular") <= room * SCALE
    return fitted(text, room, FOOTS, 1 if is_one else 2, "Regular")
