"""The settings pages of users and servers, with selects that show their present choices."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Final

from bot.rendering import quiet, words
from bot.rendering.catalog import message, say
from bot.rendering.languages import NAMES
from bot.rendering.options import time_words
from bot.rendering.page import ACCENT, Action, Block, Button, Buttons, Choice, Field, Page, Select, Text
from bot.rendering.quiet import Hours
from bot.rendering.values import Value, select_of

DAY_SECONDS: Final = 86400
RARE: Final = "rare"
"""The argument of the control that opens the page of rare settings."""


class Setting:
    """A setting with its possible values. It doesn't need a title if each value has a `closed` text.

    A rare one is behind *More*.
    """

    def __init__(self, name: str, *values: Value, title: str = "", is_rare: bool = False) -> None:
        self.name, self.values, self.title, self.is_rare = name, values, title, is_rare

    @property
    def offered(self) -> tuple[str, ...]:
        """The values that can be chosen."""
        return tuple(one.value for one in self.values)


HAND: Final = Setting(
    "hand",
    Value("dm", message("by DM")),
    Value("button", message("only by My hand"), hint=message("Never a DM.")),
    title=message("My hand"),
)
WHEN: Final = Setting(
    "when",
    Value(
        "twice",
        message("On my turn and near its end"),
        closed=message("Call me: on my turn and near its end"),
    ),
    Value("turn", message("on my turn only")),
    Value("never", message("never"), hint=message("Your clock runs anyway.")),
    title=message("Call me"),
)
NOT_AWAY: Final = "no"
AWAY: Final = Setting(
    "away",
    Value(NOT_AWAY, message("no")),
    Value(
        "1", message("until tomorrow"), hint=message("No calls. At slow tables the others choose for you.")
    ),
    Value("3", message("3 days")),
    Value("7", message("a week")),
    Value("14", message("two weeks")),
    title=message("Away"),
)
"""The days for which a user is away. Any move ends that."""
CALLS: Final = Setting(
    "calls",
    Value("off", message("In the channel"), closed=message("Games without hands: call in the channel")),
    Value("on", message("By DM"), closed=message("Games without hands: call by DM")),
    is_rare=True,
)
PINGS: Final = Setting(
    "pings",
    Value("on", message("Mention me"), closed=message("If a DM fails: mention me")),
    Value("off", message("Don't"), closed=message("If a DM fails: don't mention me")),
    is_rare=True,
)
PICTURES: Final = Setting(
    "pictures",
    Value("on", message("picture")),
    Value("off", message("words"), hint=message("For screen readers: all in text.")),
    title=message("Table"),
)
DECK: Final = Setting(
    "deck",
    Value("two", message("two colours")),
    Value("four", message("four colours"), hint=message("♣ green, ♦ blue.")),
    title=message("Suits"),
)
ORDER: Final = Setting(
    "order",
    Value("usual", message("The game's way"), closed=message("Sort my hand: the game's way")),
    Value("rank", message("by rank")),
    Value("suit", message("by suit")),
    title=message("Sort my hand"),
    is_rare=True,
)
INVITES: Final = Setting(
    "invites",
    Value("on", message("invite me")),
    Value("off", message("never invite me")),
    title=message("Rematches"),
    is_rare=True,
)
LISTED: Final = Setting(
    "listed",
    Value("on", message("List me"), closed=message("Leaderboards: show my name")),
    Value(
        "off",
        message("Never list me"),
        hint=message("Leaderboards show my seat, not my name."),
        closed=message("Leaderboards: hide my name"),
    ),
)
KEEP: Final = Setting(
    "keep",
    Value("off", message("Forget my name in 6 months"), closed=message("Old games: forget me in 6 months")),
    Value("on", message("Keep my name"), closed=message("Old games: keep my name")),
)
SETTINGS: Final[Mapping[str, tuple[Setting, ...]]] = {
    message("**Calls**"): (WHEN, HAND, CALLS, PINGS, INVITES),
    message("**Looks**"): (PICTURES, DECK, ORDER),
    message("**Privacy**"): (LISTED, KEEP),
}
"""A user's own settings, by the title of their group."""

SERVER_SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "commands",
        Value("played", message("where it's played")),
        Value("never", message("never"), hint=message("{command turn} makes every move.")),
        title=message("A game's own commands"),
    ),
    Setting(
        "threads",
        Value("off", message("in its channel")),
        Value("on", message("in a thread of its own")),
        title=message("A table"),
    ),
    Setting(
        "pace",
        Value("own", message("The game's own"), closed=message("Pace of new tables: the game's own")),
        Value("live", message("live"), hint=message("A minute a turn.")),
        Value("relaxed", message("relaxed"), hint=message("10 minutes a turn.")),
        Value(
            "slow-1",
            message("slow, 1 day"),
            hint=message("A late player isn't skipped at once. The others decide."),
        ),
        Value("slow-2", message("slow, 2 days")),
        Value("slow-3", message("slow, 3 days")),
        Value("none", message("no clock")),
        title=message("Pace of new tables"),
    ),
    Setting(
        "ratings",
        Value("on", message("Keep them"), closed=message("Ratings: keep them")),
        Value(
            "off",
            message("Keep none"),
            hint=message("Ratings stay as they are."),
            closed=message("Ratings: none"),
        ),
    ),
    Setting(
        "hints",
        Value(
            "first-games",
            message("For first games"),
            hint=message("Until a player has finished one game."),
            closed=message("Hints at new tables: for first games"),
        ),
        Value("on", message("For everyone"), closed=message("Hints at new tables: for everyone")),
        Value("off", message("Off"), closed=message("Hints at new tables: off")),
    ),
    Setting(
        "pictures",
        Value("on", message("pictures")),
        Value("off", message("words"), hint=message("Players may still see pictures.")),
        title=message("Tables"),
    ),
)
"""The settings that a server's managers choose."""


AS_IN_DISCORD: Final = "discord"
"""The choice of users who read the language of their Discord."""
AS_SERVER: Final = "server"
"""The choice for channels with the same language as their server."""
FOR_ALL_TABLES: Final = message("As the server")


def settings_page(
    chosen: Mapping[str, str],
    hours: Hours | None,
    language: str | None = None,
    list_label: str = "",
    *,
    away_for: float,
    until: float,
) -> Page:
    """Return the page of a user's settings. `hours` are their quiet hours, `language` is a tag.

    `list_label` is the label of the block list's button, or empty if nobody is on that list.
    `away_for` is the number of seconds for which they're still away, and `until` is when that ends.
    """
    blocks: list[Block] = [_head()]
    for title, group in SETTINGS.items():
        blocks += [Text(say(title)), *([_own_language(language)] if PICTURES in group else [])]
        blocks += [_select(one, chosen[one.name], "set") for one in group if not one.is_rare]
        blocks += [quiet.select(hours), *_away_blocks(away_for, until)] if WHEN in group else []
    more = [Button(list_label, Action("blocked"))] if list_label else []
    more.append(Button(say("More"), Action(f"settings {RARE}")))
    return Page((*blocks, Buttons(tuple(more))), accent=ACCENT)


def _away_blocks(seconds: float, until: float) -> list[Block]:
    """Return the select for being away, with a line about the end while a user is away."""
    days = time_words(ceil(seconds / DAY_SECONDS) * DAY_SECONDS) if seconds else NOT_AWAY
    select = select_of(AWAY.title, AWAY.values, days, Action("set away"))
    line = say("-# You're away until {date}. Any move ends that.", date=words.day(until))
    return [select, Text(line)] if seconds else [select]


def _head() -> Text:
    return Text(say("### Your settings\n-# Saved as you choose, in every server."))


def rare_page(chosen: Mapping[str, str]) -> Page:
    """Return the page of a user's rare settings."""
    rare = [one for group in SETTINGS.values() for one in group if one.is_rare]
    selects = (_select(one, chosen[one.name], "set") for one in rare)
    return Page((_head(), *selects, Buttons((Button(say("Back"), Action("settings")),))), accent=ACCENT)


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
    """Return the page of a server's settings. `language` is its tables' tag, `languages` those of channels.

    `games` are all names by id, `allowed` the ids that members may open, `channels` those for tables (empty:
    all), `defaults` the options as typed by game, and `clocks` the server's seconds for turns and answers.
    """
    head = say("### This server's settings\n-# Saved as you choose.")
    lines = [head, _channels_line(channels), _defaults_line(defaults), *_clocks_lines(*clocks)]
    lines += [_languages_line(languages)] if languages else []
    choices = tuple(Choice(name, game_id, chosen=game_id in allowed) for game_id, name in games.items())
    closed = say("Games: {games}", games=words.listed([games[game_id] for game_id in allowed]))
    select = Select(closed, Action("server games"), choices, least=1, most=len(choices))
    others = (_select(one, chosen[one.name], "server") for one in SERVER_SETTINGS)
    buttons = Buttons(
        (
            Button(say("Seconds a turn…"), Action("seconds")),
            Button(say("Saved rules…"), Action("rules-saved")),
        )
    )
    blocks: tuple[Block, ...] = (Text("\n".join(lines)), _table_language(language), select, *others, buttons)
    return Page(blocks, accent=ACCENT)


SECONDS: Final[Mapping[str, str]] = {
    "turn_seconds": message("Seconds a turn"),
    "response_seconds": message("Seconds to answer"),
}
"""The server settings that are typed as seconds, with their labels."""
SECONDS_TITLE: Final = message("Seconds a turn")


def seconds_fields(present: Mapping[str, str]) -> list[Field]:
    """Return the fields of the form for seconds. `present` has the current text of each setting."""
    hint = say("For games without a clock option. Empty: the usual time.")
    labels = {name: say(label) for name, label in SECONDS.items()}
    return [Field(name, label, 6, hint, present[name], is_required=False) for name, label in labels.items()]


def _own_language(chosen: str | None) -> Select:
    """Return the select of the language that a user reads."""
    closed = say("Language: {language}", language=NAMES[chosen]) if chosen else say("Language: as in Discord")
    usual = Choice(say("As in Discord") if chosen else closed, AS_IN_DISCORD, chosen=chosen is None)
    return _language_select(closed, chosen, "set language", usual)


def _table_language(present: str) -> Select:
    closed = say("Language of tables: {language}", language=NAMES[present])
    return _language_select(closed, present, "server language")


def _language_select(closed: str, present: str | None, act: str, *before: Choice) -> Select:
    """Return a select of all languages, after the choices in `before`. `closed` is its text while closed."""
    every = (
        Choice(closed if tag == present else name, tag, chosen=tag == present) for tag, name in NAMES.items()
    )
    return Select(closed, Action(act), (*before, *every))


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
    """Yield a line about the time for turns and answers, if the server has chosen either."""
    if turn or response:
        yield say(
            "-# Games without a clock of their own: {turn} a turn, {response} to answer",
            turn=time_words(turn) if turn else say("the usual time"),
            response=time_words(response) if response else say("the usual time"),
        )


def _select(setting: Setting, present: str, act: str) -> Select:
    return select_of(setting.title, setting.values, present, Action(f"{act} {setting.name}"))
