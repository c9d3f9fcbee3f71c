"""Words that all games share: cards, players, lists, numbers, and the host's refusals."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from bot.engine.cards import JOKER, RANK_OF, SUIT_OF, Card, in_order
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.rendering.catalog import message, say, say_as, say_count
from bot.rendering.scene import Scene, escaped, visible
from bot.storage.records import Status

SUIT_SIGN: Final[Mapping[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAME: Final[Mapping[str, str]] = {
    "C": message("clubs"),
    "D": message("diamonds"),
    "H": message("hearts"),
    "S": message("spades"),
}
MAX_NAME_CHARACTERS: Final = 32
RANK_NAME: Final[Mapping[str, str]] = {
    "A": message("ace"),
    "J": message("jack"),
    "Q": message("queen"),
    "K": message("king"),
}
RANKS_NAME: Final[Mapping[str, str]] = {
    "A": message("aces"), "J": message("jacks"), "Q": message("queens"), "K": message("kings"),
    "2": message("2s"), "3": message("3s"), "4": message("4s"), "5": message("5s"), "6": message("6s"),
    "7": message("7s"), "8": message("8s"), "9": message("9s"), "10": message("10s"),
}  # fmt: skip
SHAPE_NAME: Final[Mapping[str, str]] = {
    "rock": message("rock"),
    "paper": message("paper"),
    "scissors": message("scissors"),
}
NUMERALS: Final = (
    message("none"), message("one"), message("two"), message("three"), message("four"),
    message("five"), message("six"), message("seven"), message("eight"),
)  # fmt: skip
"""The words for small numbers, such as a player's cards of a rank. Numbers above 8 are in digits."""


def card(one: Card) -> str:
    """Return a card for reading: `10♥`, `joker`."""
    return say("joker") if one == JOKER else RANK_OF[one] + SUIT_SIGN[SUIT_OF[one]]


def one_card(one: Card) -> str:
    """Return a card for the middle of a sentence: `10♥`, `a joker`."""
    return say("a joker") if one == JOKER else card(one)


def no_cards() -> str:
    """Return the words in place of an empty list of cards."""
    return say_as("cards", "none")


def cards(many: Iterable[Card]) -> str:
    """Return cards in canonical order: `7♣ 7♣ K♥`. `none` if there aren't any."""
    return " ".join(map(card, in_order(many))) or no_cards()


def pile(many: Iterable[Card]) -> str:
    """Return a pile's cards from bottom to top: `9♣ 8♥ 7♣`. `-` if there aren't any."""
    return " ".join(map(card, many)) or "-"


def grouped(many: Iterable[Card]) -> str:
    """Return cards with equal ranks side by side, aces first: `7♣ 7♥ K♠`. `none` if there aren't any."""
    return " ".join(map(card, sorted(in_order(many), key=_rank_index))) or no_cards()


def by_rank(many: Iterable[Card]) -> str:
    """Return many cards in little space, one entry a rank: `7 ♣♦♦ · K ♠ · joker ×2`."""
    ranks: dict[str, str] = {}
    jokers = 0
    for one in sorted(in_order(many), key=_rank_index):
        if one == JOKER:
            jokers += 1
        else:
            ranks[RANK_OF[one]] = ranks.get(RANK_OF[one], "") + SUIT_SIGN[SUIT_OF[one]]
    entries = [f"{rank} {signs}" for rank, signs in ranks.items()]
    if jokers:
        entries.append(say("joker ×{number}", number=jokers) if jokers > 1 else say("joker"))
    return " · ".join(entries) or no_cards()


def _rank_index(one: Card) -> int:
    ranks = list(dict.fromkeys(RANK_OF.values()))
    return len(ranks) if one == JOKER else ranks.index(RANK_OF[one])


def counted(many: Iterable[Card]) -> list[tuple[Card, int]]:
    """Return each different card with its number of copies, in canonical order."""
    copies = Counter(many)
    return [(one, copies[one]) for one in in_order(copies)]


def rank_name(rank: str) -> str:
    """Return a rank as a word: `king`, `7`."""
    return say(RANK_NAME[rank]) if rank in RANK_NAME else rank


def ranks_name(rank: str) -> str:
    """Return a rank in the plural: `kings`, `7s`."""
    return say(RANKS_NAME[rank])


def suit_label(suit: str) -> str:
    """Return a suit on a control: `Hearts ♥`."""
    return f"{capitalised(suit_name(suit))} {SUIT_SIGN[suit]}"


def suit_name(suit: str) -> str:
    """Return a suit as a word: `hearts`."""
    return say(SUIT_NAME[suit])


def shape_name(shape: str) -> str:
    """Return a shape of rock, paper, scissors as a word: `rock`."""
    return say(SHAPE_NAME[shape])


def numeral(count: int) -> str:
    """Return a small number as a word: `none`, `one` … `eight`, `9`."""
    return say(NUMERALS[count]) if count < len(NUMERALS) else str(count)


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning, after any Markdown signs there."""
    start = len(text) - len(text.lstrip("#*- "))
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def quoted(text: str, most: int = 30) -> str:
    """Return a typed text or a name without a seat, shortened and escaped so that it can't do any harm."""
    line = visible(text)
    return escaped(line if len(line) <= most else f"{line[: most - 1]}…")


def in_code(name: str) -> str:
    """Return a name for use between backticks, where only another backtick can affect the message."""
    return visible(name).replace("`", "'")


def in_block(scene: Scene, seat: Seat) -> str:
    """Return a player's name for a code block. It can't end the block or break its line."""
    return in_code(scene.name(seat))[:MAX_NAME_CHARACTERS]


def name(scene: Scene, seat: Seat) -> str:
    """Return a player's name for a sentence, without a mention. Nothing in it can affect the message."""
    return escaped(scene.name(seat))


def signed(scene: Scene, seat: Seat) -> str:
    """Return a player's name in headings and lists, with the sign of a computer."""
    return escaped(scene.signed(seat))


def stand_in(scene: Scene) -> str:
    """Return the name of the computer that plays for the viewer. Empty if they play themselves."""
    return name(scene, scene.viewer) if scene.viewer is not None and scene.is_stood_in else ""


def names(scene: Scene, seats: Iterable[Seat]) -> str:
    """Return these players' names, without mentions: `Ann, Ben and Cy`."""
    return listed([name(scene, seat) for seat in seats])


def with_label(what: str, text: str) -> str:
    """Return a person or thing with a text about it: `Ann: 37`."""
    return say("{what}: {text}", what=what, text=text)


def with_title(title: str, text: str) -> str:
    """Return a text after its title in bold."""
    return say("**{title}:** {text}", title=title, text=text)


def small(*lines: str) -> str:
    """Return these lines in small type."""
    return "\n".join(f"-# {line}" for line in lines)


I_SOUND: Final = re.compile(r"[^\w<]*h?(?:[ií](?![aeou])|y(?![aeiouáéíóú]))", re.IGNORECASE)
O_SOUND: Final = re.compile(r"[^\w<]*(?:h?[oó]|8|11(?!\d))", re.IGNORECASE)
"""The beginnings of words before which Spanish changes *and* or *or*: `Ann e Inés`, `7 u 8`."""


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return a list as words: `A, B and C`, or `A, B or C`."""
    if len(words) < 2:
        return "".join(words)
    facts = {"first": ", ".join(words[:-1]), "last": words[-1]}
    if last == "or":
        if O_SOUND.match(words[-1]):
            return say_as("before the sound of o", "{first} or {last}", **facts)
        return say("{first} or {last}", **facts)
    if I_SOUND.match(words[-1]):
        return say_as("before the sound of i", "{first} and {last}", **facts)
    return say("{first} and {last}", **facts)


def mentions(scene: Scene, seats: Iterable[Seat]) -> str:
    """Return mentions of these players: `@Ann, @Ben and @Cy`."""
    return listed([scene.mention(seat) for seat in seats])


def channel_links(many: Iterable[int]) -> str:
    """Return links to these channels: `#cards and #duel`. 0 represents the DM."""
    return listed([f"<#{one}>" if one else say("our DM") for one in many])


def soon(at: float) -> str:
    """Return a time that Discord counts down automatically: `in 3 minutes`."""
    return f"<t:{int(at)}:R>"


def day(at: float) -> str:
    """Return the date of a time, which Discord writes in its reader's own language and time zone."""
    return f"<t:{int(at)}:D>"


def date(text: str) -> str:
    """Return a day like `2026-11-29` as Discord writes it in its reader's language."""
    return day(datetime.fromisoformat(f"{text}T12:00+00:00").timestamp())


def table_name(scene: Scene, *, plain: bool = False) -> str:
    """Return the number of a table, or the day of a daily. `plain`: for labels, which show no dates."""
    if scene.day:
        return say("daily, {date}", date=scene.day if plain else date(scene.day))
    return say("table {number}", number=scene.session_id)


def table_link(scene: Scene) -> str:
    """Return the channel of the table, as a link that works in DMs as well."""
    return channel_links([0 if scene.is_in_dm else scene.channel_id])


def table_address(scene: Scene, message_id: int | None) -> str:
    """Return the address of a table's message, or of its channel if no message is known."""
    channel = f"https://discord.com/channels/{scene.guild_id or '@me'}/{scene.channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


def dm_address(channel_id: int, message_id: int) -> str:
    """Return the address of a message in a DM."""
    return f"https://discord.com/channels/@me/{channel_id}/{message_id}"


PERMISSIONS: Final = frozenset(
    (
        message("View Channel"),
        message("Send Messages"),
        message("Send Messages in Threads"),
        message("Send Messages in Threads (the thread is locked)"),
        message("Create Public Threads"),
        message("Embed Links"),
        message("Attach Files"),
        message("Read Message History"),
    )
)
"""Discord's names for the permissions that a table needs."""


def permission(name: str) -> str:
    """Return Discord's name of a permission in the reader's language. Leave an unknown one alone."""
    return say(name) if name in PERMISSIONS else name


Sentence = Callable[[Mapping[str, Any]], str]

YOU_LEFT: Final = message("You've left this game. {command cards} opens another table.")
HOST_REFUSALS: Final[Mapping[str, Sentence]] = {
    "no-session": lambda _: say("No game is running in this channel. {command cards} opens one."),
    "not-slow": lambda _: say("Deciding ahead is for slow tables."),
    "channel-busy": lambda _: say("There's already a table here."),
    "no-posts": lambda facts: say(
        "I can't post in {channel}, so nothing has changed. If it's a private thread, mention me there. If "
        "it's locked or archived, reopen it.",
        channel=f"<#{facts['channel']}>",
    ),
    "no-thread": lambda facts: say(
        "Discord didn't open a thread for me in {channel}. Try again in a moment. If it has many threads, "
        "archive old ones.",
        channel=f"<#{facts['channel']}>",
    ),
    "many-games": lambda facts: say(
        "You host {most} running games, and you can't host more. Finish one, or end one with "
        "{command cardcrate} (*End a game*). {command my-tables} shows them.",
        most=facts["most"],
    ),
    "many-lobbies": lambda facts: say_count(
        "One of your tables waits for players, in {places}. Start it or close it first.",
        "{number} of your tables wait for players, in {places}. Start or close one first.",
        len(facts["channels"]),
        places=channel_links(facts["channels"]),
    ),
    "server-full": lambda facts: say_count(
        "One table here waits for players, in {places}. Join it, or wait until it has started.",
        "{number} tables here wait for players, in {places}. Join one, or wait until one has started.",
        len(facts["channels"]),
        places=channel_links(facts["channels"]),
    ),
    "already-started": lambda _: say("Too late for that. The cards are already dealt."),
    "not-idle": lambda _: say("The game is running."),
    "not-started": lambda _: say("The cards aren't dealt yet."),
    "already-seated": lambda _: say("You have a seat."),
    "not-seated": lambda _: say("You don't have a seat at this table."),
    "not-a-player": lambda _: say("You aren't playing in this game."),
    "kept-out": lambda _: say("You can't join this table. Start one with {command cards}."),
    "table-full": lambda facts: say("All {most} seats are taken.", most=facts["most"]),
    "not-host": lambda facts: say("Only <@{host}>, the host, can do that.", host=facts["host"]),
    "host-changed": lambda facts: say(
        "<@{host}> is the host now. Your seat is still yours.", host=facts["host"]
    ),
    "host-already": lambda _: say("You're the host."),
    "host-here": lambda facts: say("<@{host}> is back and is the host again.", host=facts["host"]),
    "host-starts": lambda facts: say(
        "Only <@{host}> can start the game now. You can {time}.", host=facts["host"], time=soon(facts["at"])
    ),
    "too-few": lambda facts: say_count(
        "{number} more needed.", "{number} more needed.", facts["least"] - facts["now"]
    ),
    "unplayable-options": lambda _: say("These options can't be played together."),
    "unplayable-clock": lambda facts: say(
        "Clock: 0 for none, or {least} to {most} minutes, not {given}.", **facts
    ),
    "unplayable-packs": lambda facts: say("Decks: {players} players need {needed}, not {given}.", **facts),
    "already-voted": lambda facts: say(
        "You've voted: {votes} of {needed} votes needed.", votes=facts["votes"], needed=facts["needed"]
    ),
    "no-computers": lambda _: say("Computers don't play this game."),
    "not-sealed": lambda _: say("This table is older than sealed deals."),
    "no-words": lambda _: say("Write a few words, up to 64 characters."),
    "not-ended": lambda _: say("The seal of this table is opened when it ends."),
    "no-hints": lambda _: say("This table plays without hints."),
    "hints-in-first-games": lambda _: say(
        "Hints are for first games at this table, and you've finished one."
    ),
    "no-decision": lambda _: say("You have nothing to decide now, so there's no hint."),
    "no-such-computer": lambda _: say("That computer isn't at this table."),
    "sits-in-already": lambda _: say("A computer already plays there."),
    "nobody-else": lambda _: say("Nobody else plays at this table, so a computer can't stand in."),
    "not-absent": lambda _: say("A computer only stands in for someone whose time ran out."),
    "not-away": lambda _: say("Your seat is already yours."),
    "chosen-already": lambda _: say("Too late, that's already decided."),
    "others-choose": lambda _: say("The others choose that. Press **I'm back** to play."),
    "waited-enough": lambda _: say("You've all waited twice for this move. Choose something else."),
    "own-clock": lambda _: say("This game has a clock of its own: choose it among the options."),
    "not-alone": lambda _: say("Others sit at this table. Its host presses **Start**."),
    "game-over": lambda _: say("This game is over."),
    "already-here": lambda _: say("That table is in this channel."),
    "frozen": lambda _: say("Something broke on my end. Your game is safe and paused."),
    "done-already": lambda _: say("You've already done that. Here's where things stand."),
    "stale": lambda _: say("The table has moved on. Here's where things stand."),
}


CLOSED: Final[Mapping[Status, str]] = {"over": "game-over", "cancelled": "game-over", "frozen": "frozen"}
"""The codes in `HOST_REFUSALS` for a table that's no longer in play, by its status."""


def closed_reason(status: Status) -> str | None:
    """Return the words for a table that's no longer in play. None while it is."""
    return HOST_REFUSALS[CLOSED[status]]({}) if status in CLOSED else None


def host_refusal(refusal: Refusal) -> str | None:
    """Return the sentence for a refusal that all games share. None for one that only the game can explain."""
    sentence = HOST_REFUSALS.get(refusal.code)
    return None if sentence is None else sentence(refusal.facts)
