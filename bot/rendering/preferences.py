"""The pages of settings: selects that show what a user, or a server, has chosen."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from bot.rendering import quiet, words
from bot.rendering.catalog import message, say
from bot.rendering.languages import NAMES
from bot.rendering.options import time_words
from bot.rendering.page import Action, Block, Button, Buttons, Choice, Line, Page, Select, Text
from bot.rendering.quiet import Hours

ACCENT: Final = 0xD9A441
"""Colour of pages that belong to no game."""


class Setting(msgspec.Struct, frozen=True):
    """A choice of values: each with its entry, the closed select, and perhaps a hint below the entry."""

    name: str
    values: tuple[tuple[str, str, str, str], ...]

    @property
    def offered(self) -> tuple[str, ...]:
        """The values that can be chosen."""
        return tuple(value for value, *_ in self.values)


SETTINGS: Final[tuple[tuple[Setting, ...], ...]] = (
    (
        Setting(
            "hand",
            (
                ("dm", message("By DM"), message("My hand: by DM"), ""),
                (
                    "button",
                    message("Only by My hand"),
                    message("My hand: only by My hand"),
                    message("No DM ever."),
                ),
            ),
        ),
        Setting(
            "when",
            (
                (
                    "twice",
                    message("At my turn and near its end"),
                    message("Call me: at my turn and near its end"),
                    "",
                ),
                ("turn", message("At my turn only"), message("Call me: at my turn only"), ""),
                (
                    "never",
                    message("Never"),
                    message("Call me: never"),
                    message("Your clock runs all the same."),
                ),
            ),
        ),
        Setting(
            "calls",
            (
                ("off", message("In the channel"), message("Games without hands: in the channel"), ""),
                ("on", message("By DM"), message("Games without hands: by DM"), ""),
            ),
        ),
        Setting(
            "pings",
            (
                ("on", message("Mention me"), message("If a DM fails: mention me"), ""),
                ("off", message("Do not"), message("If a DM fails: do not mention me"), ""),
            ),
        ),
    ),
    (
        Setting(
            "pictures",
            (
                ("on", message("Picture"), message("Table: picture"), ""),
                (
                    "off",
                    message("Words"),
                    message("Table: words"),
                    message("For screen readers: all in text."),
                ),
            ),
        ),
        Setting(
            "deck",
            (
                ("two", message("Two colours"), message("Suits: two colours"), ""),
                (
                    "four",
                    message("Four colours"),
                    message("Suits: four colours"),
                    message("♣ green, ♦ blue."),
                ),
            ),
        ),
        Setting(
            "order",
            (
                ("usual", message("The game's way"), message("Sort my hand: the game's way"), ""),
                ("rank", message("By rank"), message("Sort my hand: by rank"), ""),
                ("suit", message("By suit"), message("Sort my hand: by suit"), ""),
            ),
        ),
    ),
    (
        Setting(
            "invites",
            (
                ("on", message("Invite me"), message("Rematches: invite me"), ""),
                ("off", message("Never invite me"), message("Rematches: never invite me"), ""),
            ),
        ),
        Setting(
            "listed",
            (
                ("on", message("List me"), message("Lists of a server: list me"), ""),
                (
                    "off",
                    message("Never list me"),
                    message("Lists of a server: never list me"),
                    message("They show only my seat, not my name."),
                ),
            ),
        ),
        Setting(
            "keep",
            (
                (
                    "off",
                    message("Forget my name in 6 months"),
                    message("Old games: forget me in 6 months"),
                    "",
                ),
                ("on", message("Keep it"), message("Old games: keep my name"), ""),
            ),
        ),
    ),
)
"""A user's own settings, in groups."""

SERVER_SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "commands",
        (
            (
                "played",
                message("Where it's played"),
                message("A game's own commands: where it's played"),
                "",
            ),
            (
                "never",
                message("Never"),
                message("A game's own commands: never"),
                message("{command turn} makes every move."),
            ),
        ),
    ),
    Setting(
        "threads",
        (
            ("off", message("In its channel"), message("A table: in its channel"), ""),
            ("on", message("In a thread of its own"), message("A table: in a thread of its own"), ""),
        ),
    ),
    Setting(
        "pace",
        (
            ("own", message("The game's own"), message("Pace of new tables: the game's own"), ""),
            ("live", message("Live"), message("Pace of new tables: live"), message("A minute a turn.")),
            (
                "relaxed",
                message("Relaxed"),
                message("Pace of new tables: relaxed"),
                message("10 minutes a turn."),
            ),
            (
                "slow-1",
                message("Slow, 1 day"),
                message("Pace of new tables: slow, 1 day"),
                message("A late player is not skipped at once: the others decide."),
            ),
            ("slow-2", message("Slow, 2 days"), message("Pace of new tables: slow, 2 days"), ""),
            ("slow-3", message("Slow, 3 days"), message("Pace of new tables: slow, 3 days"), ""),
            ("none", message("No clock"), message("Pace of new tables: no clock"), ""),
        ),
    ),
    Setting(
        "ratings",
        (
            ("on", message("Keep them"), message("Ratings: keep them"), ""),
            ("off", message("Keep none"), message("Ratings: none"), message("Ratings stay as they are.")),
        ),
    ),
    Setting(
        "hints",
        (
            (
                "first-games",
                message("For first games"),
                message("Hints at new tables: for first games"),
                message("Until a player has finished one game."),
            ),
            ("on", message("For all"), message("Hints at new tables: for all"), ""),
            ("off", message("Off"), message("Hints at new tables: off"), ""),
        ),
    ),
    Setting(
        "pictures",
        (
            ("on", message("Pictures"), message("Tables: pictures"), ""),
            ("off", message("Words"), message("Tables: words"), message("Players may still see pictures.")),
        ),
    ),
)
"""What those who manage a server choose between."""


AS_IN_DISCORD: Final = "discord"
"""The value of a user who reads the language of their Discord."""
AS_ELSEWHERE: Final = "server"
"""The value of a channel whose tables speak the language of the server."""
FOR_ALL_TABLES: Final = message("As the server")


def settings_page(chosen: Mapping[str, str], hours: Hours | None, language: str | None = None) -> Page:
    """What a user has chosen, in selects; `hours` are the quiet ones, `language` is a tag."""
    head = Text(say("### Your settings\n-# Saved as you choose, for all servers."))
    blocks: list[Block] = [head, _language(language), Line()]
    for group in SETTINGS:
        blocks += [Line()] if len(blocks) > 3 else []
        blocks += [_select(one, chosen[one.name], "set") for one in group]
        blocks += [quiet.select(hours)] if group is SETTINGS[0] else []
    return Page(tuple(blocks), accent=ACCENT)


def server_page(
    chosen: Mapping[str, str],
    *,
    games: Mapping[str, str],
    allowed: Sequence[str],
    channels: Sequence[int],
    defaults: Mapping[str, str],
    clocks: tuple[int | None, int | None],
    language: str,
    languages: Mapping[int, str],
) -> Page:
    """What a server has chosen; `language` is the tag of its tables, `languages` has those of channels.

    `games` are all names by id, `allowed` the ids that may be opened; then the channels for tables (none:
    all), the default options by game as typed, and both clocks' seconds where the server has its own.
    """
    head = say("### This server's settings\n-# Saved as you choose.")
    lines = [head, _channels_line(channels), _defaults_line(defaults), *_clocks_lines(*clocks)]
    lines += [_languages_line(languages)] if languages else []
    choices = tuple(Choice(name, game_id, chosen=game_id in allowed) for game_id, name in games.items())
    closed = say("Games: {games}", games=words.listed([games[game_id] for game_id in allowed]))
    select = Select(closed, _act("server games"), choices, least=1, most=len(choices))
    others = (_select(one, chosen[one.name], "server") for one in SERVER_SETTINGS)
    seconds = Buttons((Button(say("Seconds per turn …"), _act("seconds")),))
    blocks: tuple[Block, ...] = (
        Text("\n".join(lines)),
        _language_of_tables(language),
        select,
        *others,
        seconds,
    )
    return Page(blocks, accent=ACCENT)


def seconds_title() -> str:
    """What stands above the form for seconds."""
    return say("Seconds per turn")


def seconds_fields() -> dict[str, str]:
    """The lines of the form, by the setting of each."""
    return {"turn_seconds": say("Seconds a turn"), "response_seconds": say("Seconds an answer")}


def seconds_hint() -> str:
    """What an empty line means."""
    return say("For games without a clock option. Empty: the usual time.")


def _language(chosen: str | None) -> Select:
    """In which language a user reads; closed it shows its name and its value."""
    closed = say("Language: as in Discord") if chosen is None else _reads(chosen)
    usual = say("As in Discord") if chosen else closed
    own = (
        Choice(_reads(tag) if tag == chosen else name, tag, chosen=tag == chosen)
        for tag, name in NAMES.items()
    )
    first = Choice(usual, AS_IN_DISCORD, chosen=chosen is None)
    return Select(closed, _act("set language"), (first, *own))


def _reads(tag: str) -> str:
    return say("Language: {language}", language=NAMES[tag])


def _language_of_tables(present: str) -> Select:
    closed = say("Language of tables: {language}", language=NAMES[present])
    choices = tuple(
        Choice(closed if tag == present else name, tag, chosen=tag == present) for tag, name in NAMES.items()
    )
    return Select(closed, _act("server language"), choices)


def _languages_line(languages: Mapping[int, str]) -> str:
    known = [f"<#{channel}> {NAMES[tag]}" for channel, tag in languages.items() if tag in NAMES]
    return say("-# Other languages: {channels}", channels=words.listed(known))


def _channels_line(channels: Sequence[int]) -> str:
    if not channels:
        return say("-# Channels: all")
    return say("-# Channels: {channels}", channels=words.listed([f"<#{one}>" for one in channels]))


def _defaults_line(defaults: Mapping[str, str]) -> str:
    changed = [f"{game} `{words.in_code(text)}`" for game, text in defaults.items() if text]
    if not changed:
        return say("-# New tables: standard rules")
    return say("-# New tables: {options}", options=" · ".join(changed))


def _clocks_lines(turn: int | None, response: int | None) -> Iterator[str]:
    """How long turns and answers are where the server has chosen either."""
    if turn or response:
        yield say(
            "-# Games without a clock of their own: {turn} a turn, {response} an answer",
            turn=time_words(turn) if turn else say("the usual time"),
            response=time_words(response) if response else say("the usual time"),
        )


def _select(setting: Setting, present: str, act: str) -> Select:
    """One setting; closed it shows its name and its value."""
    closed = next(say(closed) for value, _, closed, _ in setting.values if value == present)
    choices = tuple(
        Choice(
            closed if value == present else say(label),
            value,
            say(hint) if hint else None,
            chosen=value == present,
        )
        for value, label, _, hint in setting.values
    )
    return Select(closed, _act(f"{act} {setting.name}"), choices)


def _act(act: str) -> Action:
    """What a control does that belongs to no table."""
    return Action(session_id=0, revision=0, act=act)
