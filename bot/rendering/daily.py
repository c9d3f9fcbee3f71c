"""The pages of dailies: today's games, a result, the list of a server, a line to share, and its check."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from bot.fair.deal import Beacon
from bot.games import GAMES
from bot.rendering import endings, numbers, words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import Face
from bot.rendering.page import ACCENT, Action, Button, Choice, Page, Select, Text, button_rows, text_page
from bot.rendering.panel import action
from bot.rendering.scene import DailyStanding, Scene
from bot.rendering.score_sheet import Ending

GOALS: Final[Mapping[str, str]] = {
    "crap": message("to 100 points against {players}"),
    "skrap": message("to 15 heads against {players}"),
    "craits": message("3 hands against {players}"),
    "crazy-rummy": message("3 hands against {players}"),
    "crapette": message("6 turns each against {players}"),
}
"""The goal of each game as a daily, and the computers as its fact `players`."""
MAX_PLACES: Final = 10
"""The most places that a list shows. The reader's own comes below them."""
MAX_SHARE_LENGTH: Final = 200
"""The most characters of a shared result. Marks that would exceed them are left out."""
WON, LOST, TIED = "🟩", "🟥", "🟨"
VERDICTS: Final[Mapping[str, str]] = {
    "holds": message("It checks out: {moves} moves, {result}."),
    "differs": message("It doesn't check out. These moves come to {lead}, not {said}."),
    "no-end": message("It doesn't check out. With my cards for that day, these moves don't end the game."),
    "damaged": message("That code is damaged. Copy the whole line."),
    "unwritten": message("That code doesn't include its moves, so I can't check it."),
    "other-day": message("That day is from another chain, so I can't check it."),
    "other-edition": message(
        "That game was against other computers (edition {edition}). Mine are edition {own}."
    ),
    "play-first": message("Play today's {game} first."),
}
"""The results of checking a line."""


class DailyGame(NamedTuple):
    """A game of today, as a user sees it."""

    game: str
    name: str
    players: str
    """The names of the computers."""
    lead: int | None = None
    is_begun: bool = False
    is_left: bool = False
    """Whether its table has ended. If there's no lead then, the user has left it."""


class Row(NamedTuple):
    """A line of a list. Its numbers are None while the reader may not know them."""

    name: str
    lead: int | None
    moves: int | None
    place: int | None
    is_own: bool
    is_best_played: bool


class Leaderboard(NamedTuple):
    """A server's list for a game and a day, cut to what its reader may know."""

    name: str
    game: str
    day: str
    rows: Sequence[Row]
    par: int | None
    finished: int
    closes_at: float | None
    other_day: str
    """The day of the list that its button opens."""
    is_past: bool
    others: Mapping[str, str]
    """The names of the other games, by id."""


def today(day: str, entries: Sequence[DailyGame], next_at: float, days: int) -> Page:
    """Return the page of today's games. The first entry is the game of the day."""
    first, *others = entries
    head = "\n".join(
        (
            say("### Daily · {day}", day=words.date(day)),
            say("Same cards for everyone, same computers. One try, about 5 minutes."),
            f"**{first.name}** · {say(GOALS[first.game], players=first.players)}",
            words.small(_new_cards(next_at, days)),
        )
    )
    buttons = [
        _page_button(_play_label(first), f"daily play {first.game}", "green"),
        _page_button(say("Today's list"), f"daily list {first.game}"),
        _page_button(say("How it works"), "daily how"),
    ]
    choices = tuple(Choice(one.name, one.game, hint=_state(one)) for one in others)
    more = Select(say("Other games"), Action("daily play *"), choices)
    return Page((Text(head), *button_rows(buttons), more), accent=ACCENT)


def _new_cards(next_at: float, days: int) -> str:
    new = say("New cards {time}.", time=words.soon(next_at))
    if not days:
        return new
    return f"{new} {_days_played(days)}"


def _days_played(number: int) -> str:
    return say_count("You've played one day.", "You've played {number} days.", number)


def _play_label(entry: DailyGame) -> str:
    if entry.lead is not None:
        return say("{game}: {result}", game=entry.name, result=lead_words(entry.lead))
    if entry.is_left:
        return say("{game}: {result}", game=entry.name, result=say("given up"))
    return say("Continue {game}", game=entry.name) if entry.is_begun else say("Play {game}", game=entry.name)


def _state(entry: DailyGame) -> str:
    """Return a user's result in a game of today, or its state. Empty if they haven't begun it."""
    if entry.lead is not None:
        return lead_words(entry.lead)
    if entry.is_left:
        return say("given up")
    return say("begun") if entry.is_begun else ""


def lead_words(lead: int) -> str:
    """Return a lead in words, for the middle of a line."""
    if not lead:
        return say("level")
    number = numbers.short(abs(lead))
    return say("won by {number}", number=number) if lead > 0 else say("lost by {number}", number=number)


def _moves(number: int) -> str:
    return say_count("one move", "{number} moves", number)


def result_page(scene: Scene, face: Face, standing: DailyStanding) -> Page:
    """Return the result of a daily: the lead, the usual ranking, par, and the place on the list."""
    ending = daily_ending(scene, face, standing)
    head = _head(scene, _moves(standing.moves))
    blocks = endings.ending_blocks(scene, ending, head=head, is_crowned=standing.lead > 0)
    below = [say("Par is {par}: a medium computer's average in your seat.", par=numbers.signed(standing.par))]
    if standing.place is not None:
        place = {"place": standing.place, "number": standing.finished}
        below.append(say("Place {place} of {number} on this server's list.", **place))
    below.append(_days_played(standing.days_played))
    next_game = standing.next_game and GAMES[standing.next_game]
    buttons = [
        Button(say("Share"), action(scene, "share"), "blue"),
        _page_button(say("Today's list"), f"daily list {scene.game.id} {scene.day}"),
        endings.review_button(scene),
        _page_button(say("Next: {game}", game=next_game.name), f"daily play {next_game.id}")
        if next_game
        else other_games(),
        Button(say("Replay"), action(scene, "replay")),
        *([Button(say("Verify"), action(scene, "verify"))] if standing.may_verify else []),
    ]
    return Page((*blocks, Text("\n".join(below)), *button_rows(buttons)), accent=face.accent)


def left_page(scene: Scene, face: Face) -> Page:
    """Return the page of a daily that its player has left. There's no other try, so there's no rematch."""
    blocks = endings.ending_blocks(scene, endings.ending_of(scene, face), head=_head(scene))
    replay = Button(say("Replay"), action(scene, "replay"))
    return Page((*blocks, *button_rows([other_games(), replay])), accent=face.accent)


def _head(scene: Scene, moves: str = "") -> str:
    facts = [say("Daily {game}", game=scene.game.name), words.date(scene.day), moves, endings.duration(scene)]
    return words.small(" · ".join(filter(None, facts)))


def daily_ending(scene: Scene, face: Face, standing: DailyStanding) -> Ending:
    """Return the game's ending with the lead as its title."""
    ending = endings.ending_of(scene, face)
    return msgspec.structs.replace(ending, title=words.capitalised(lead_words(standing.lead)))


def marks(rounds: Sequence[int]) -> str:
    """Return a mark for each hand or round, from its leads: won, lost or tied."""
    return "".join(WON if lead > 0 else LOST if lead < 0 else TIED for lead in rounds)


class Share(NamedTuple):
    """A shared result: the player's name, the leads by round, and the line that proves it."""

    name: str
    rounds: Sequence[int]
    code: str


def share_page(scene: Scene, face: Face, standing: DailyStanding, share: Share) -> Page:
    """Return the public message about a result. It doesn't give away any card."""
    facts = [
        f"**{share.name}**",
        say("Daily {game}", game=scene.game.name),
        words.date(scene.day),
        lead_words(standing.lead),
        _moves(standing.moves),
    ]
    code = words.small(f"`{share.code}`")
    short, whole = ("\n".join((" · ".join(one), code)) for one in (facts, [*facts, marks(share.rounds)]))
    text = whole if share.rounds and len(whole) <= MAX_SHARE_LENGTH else short
    again = _page_button(say("Play it too"), f"daily play {scene.game.id}")
    return text_page(text, again, accent=face.accent)


def leaderboard_page(board: Leaderboard) -> Page:
    """Return the page of a server's list: the best ten and the reader."""
    head = say("### {game} · {day} · this server", game=board.name, day=words.date(board.day))
    best = [_row(row) for row in board.rows[:MAX_PLACES]]
    best += [_row(row) for row in board.rows[MAX_PLACES:] if row.is_own]
    lines = best or [say("Nobody yet. Be the first.")]
    notes = []
    if board.par is not None:
        notes.append(say("Par {par}.", par=numbers.signed(board.par)))
    if board.finished:
        notes.append(say_count("One finished.", "{number} finished.", board.finished))
    if board.closes_at is not None:
        notes.append(say("Closes {time}.", time=words.soon(board.closes_at)))
    text = "\n".join((head, *lines, *([words.small(" ".join(notes))] if notes else [])))
    label = say("Today's list") if board.is_past else say("Yesterday")
    buttons = [
        _page_button(say("Back"), "daily open"),
        _page_button(label, f"daily list {board.game} {board.other_day}"),
    ]
    choices = tuple(Choice(label, f"{other} {board.day}") for other, label in board.others.items())
    select = (Select(say("Other games"), Action("daily list *"), choices),) if choices else ()
    return Page((Text(text), *button_rows(buttons), *select), accent=ACCENT)


def _row(row: Row) -> str:
    place = "·" if row.place is None else f"{row.place}."
    name = say("**you**") if row.is_own else row.name
    parts = [f"{place} {name}", "" if row.lead is None else numbers.signed(row.lead)]
    parts.append("" if row.moves is None else _moves(row.moves))
    parts.append(say("♛ best played") if row.is_best_played else "")
    return " · ".join(filter(None, parts))


def how_page(*, is_world: bool) -> Page:
    """Return the page that explains dailies. `is_world`: their cards come from a public beacon."""
    text = say(
        "### How it works\n"
        "Each day, each game has one deal, and everyone who plays it gets the same cards.\n"
        "The computers are medium. The same moves get the same answers from them.\n"
        "You have one try for each game and day. There's no clock, and you can stop and come back.\n"
        "Your result is your lead: your points less those of the best computer. "
        "With the same lead, fewer moves are better.\n"
        "Par is what a medium computer gets on average with your cards.\n"
        "To be on the server's list, finish that day or the day after.\n"
        "Even the same cards can bring different luck, so the list also shows who played best.\n"
        "*Share* posts your result with a line that proves it. {command daily} checks such a line."
    )
    if is_world:
        source = say("The cards come from a public beacon. Anyone with a computer could work them out.")
    else:
        source = say("Anyone who runs this program could look at the day's cards.")
    lines = (text, source, say("The list is for fun, so daily games aren't rated."))
    return text_page("\n".join(lines), _page_button(say("Back"), "daily open"), accent=ACCENT)


def keys_page(day: str, key: str | None, beacon: Beacon | None, anchors: Sequence[tuple[str, str]]) -> Page:
    """Return the page with the key of a past day, if it has one, and the facts that prove it.

    `beacon` is the beacon's answer that the key is made from. `anchors` are those of the day's chain and of
    the next one, each after the day on which its chain begins.
    """
    lines = [say("### Keys of dailies")]
    if key is not None:
        lines.append(say("Key of {day}: `{key}`", day=words.date(day), key=key))
    if beacon is not None:
        text = say(
            "It's made from round {round} of the public beacon, the first one that day.\n"
            "The round's value: `{value}`",
            round=beacon.round,
            value=beacon.value,
        )
        lines.append(text)
    for first_day, anchor in anchors[:1]:
        text = say(
            "The SHA-256 of a day's key is the key of the day before.\n"
            "The chain began {first_day}. Its anchor: `{anchor}`",
            first_day=words.date(first_day),
            anchor=anchor,
        )
        lines.append(text)
    lines += [_next_anchor(*one) for one in anchors[1:]]
    return text_page("\n".join(lines), accent=ACCENT)


def origin(anchors: Sequence[tuple[str, str]]) -> list[str]:
    """Return small lines about the source of the dailies' cards: these anchors, or else a beacon."""
    if not anchors:
        return [say("-# The cards of dailies come from a public beacon.")]
    (_, anchor), *more = anchors
    own = say("-# Anchor of the dailies: `{anchor}`", anchor=anchor)
    return [own, *(words.small(_next_anchor(*one)) for one in more)]


def _next_anchor(first_day: str, anchor: str) -> str:
    """Return the line with the anchor of the next chain."""
    day = words.date(first_day)
    return say("The next chain begins {first_day}. Its anchor: `{anchor}`", first_day=day, anchor=anchor)


def verdict(kind: str, facts: Mapping[str, Any]) -> str:
    """Return the answer to a line that someone checks."""
    known = dict(facts)
    if "lead" in known:
        known |= {"result": lead_words(known["lead"])}
        known |= {name: numbers.short(known[name]) for name in ("lead", "said")}
    return say(VERDICTS[kind], **known)


def _page_button(label: str, act: str, style: Any = "grey") -> Button:
    return Button(label[:80], Action(act), style)


def other_games() -> Button:
    """Return the button to today's games."""
    return _page_button(say("Other games"), "daily open")
