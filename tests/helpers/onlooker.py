"""An observer of clicks, who records everything that players should never meet.

Unlike players it checks the rules: an enabled control must lead to a legal move.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from bot.engine.chance import Seat, SeededChance
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.sessions.session import Session
from tests.helpers.guild import Player, Reply, SimGuild, text_of, walk

MAX_COMPONENTS, MAX_CHARACTERS, MAX_ENTRIES, MAX_IN_A_ROW = 40, 4000, 25, 5
BUTTON, SELECT, TEXT = 2, 3, 10
WORD = re.compile(r"[A-Za-z]{2}")
ENTRY = re.compile(r"[A-Za-z0-9]")
SENTENCE = re.compile(r"[A-Z0-9*<`“#](?s:.)*[.!?)*]")
TROUBLE = re.compile(r"broke on my end|under repair|didn't save|Traceback|[{}]|\bNone\b")
LOOKS = re.compile(
    r"^(Back|Start over|Why not|Rules|More|As text|Log|My (hand|moves)|This moment|Earlier|Later)"
)
"""Controls that only show something, perhaps the same as before."""


class Snapshot(NamedTuple):
    """A page as it was when a user clicked on it."""

    text: str
    is_own: bool
    """Whether it's private and up to date."""
    revision: int
    posted: int
    """The number of messages in the channel."""


class Onlooker:
    """An observer of one table, whose `complaints` must stay empty."""

    def __init__(self, guild: SimGuild, refusable: str = "(?!)", uncertain: Sequence[str] = ()) -> None:
        self.guild = guild
        self.refusable = re.compile(refusable)
        """Controls that may be refused, because leaving out some of their options would reveal secrets."""
        self.uncertain = frozenset(uncertain)
        """The verbs of such controls."""
        self.session: Session | None = None
        self.complaints: list[str] = []
        self._written: dict[int, int] = {}
        self._table: tuple[tuple[int, int] | None, Any] = (None, None)

    @property
    def revision(self) -> int:
        return -1 if self.session is None else self.session.record.revision

    @property
    def table(self) -> Any:
        """The table's message, read once per revision, because reading a channel is slow."""
        if self.session is None:
            return self.guild.table
        now = self.session.record.id, self.revision
        if self._table[0] != now:
            self._table = (now, self.guild.table)
        return self._table[1]

    def look(self, player: Player, message: Any) -> Snapshot:
        """Judge a page before someone uses it."""
        where = f"{player.actor.name}: {text_of(message)[:60]!r}"
        # A DM is edited when anything changes, a private answer only after its user's clicks.
        is_current = not message.flags.ephemeral or self._written.get(message.id) == self.revision
        is_own = is_current and place_of(self.guild, message) != "channel"
        self.complaints += [f"{where}: {fault}" for fault in page_faults(message)]
        self.complaints += [f"{where}: {fault}" for fault in self._refused(player, message, is_own)]
        return Snapshot(visible_text(message), is_own, self.revision, len(self.guild.messages))

    def judge(self, player: Player, label: str, before: Snapshot, reply: Reply) -> None:
        """Judge the answer to a click."""
        where = f"{player.actor.name} presses {label!r}"
        self.complaints += [f"{where}: {fault}" for fault in self._answer_faults(label, before, reply)]
        if reply.message is not None:
            self._written[reply.message.id] = self.revision
            self.look(player, reply.message)

    def _answer_faults(self, label: str, before: Snapshot, reply: Reply) -> Iterator[str]:
        if not reply.result.acknowledged:
            yield "no answer"
        elif (form := reply.result.modal) is not None:
            if not WORD.search(form["title"]):
                yield "a form without a title"
        elif reply.message is None:
            yield "nothing to read"
        else:
            yield from self._text_faults(label, before, reply)

    def _text_faults(self, label: str, before: Snapshot, reply: Reply) -> Iterator[str]:
        text, why = text_of(reply.message), refusal_of(reply.message)
        said = why or (text if len(walk(reply.message)) == 2 else None)
        if not text or (said and not SENTENCE.fullmatch(said)) or TROUBLE.search(text):
            yield f"not a clear answer: {text!r}"
        if why is None:
            if (
                before.revision == self.revision
                and before.posted == len(self.guild.messages)
                and visible_text(reply.message) == before.text
                and not LOOKS.match(label)
            ):
                yield "nothing happens"
        elif before.is_own and not self.refusable.search(label):
            yield f"refused: {why}"

    def _refused(self, player: Player, message: Any, is_own: bool) -> Iterator[str]:
        """Yield the offered moves that the rules would refuse."""
        session = self.session
        if session is None or session.record.status != "playing":
            return
        own = session.seat_of(player.id)
        on_table = message.id == self.table.id
        seats = session.game.deciders(session.state) if on_table else (own,) if is_own else ()
        for move in offered(session, message) if seats else ():
            if move.verb not in self.uncertain and all(is_refused(session, seat, move) for seat in seats):
                yield f"offers {move}, which is refused"


def page_faults(message: Any) -> Iterator[str]:
    """Yield broken limits of Discord, and controls without a text alternative."""
    every = walk(message)
    if len(every) > MAX_COMPONENTS:
        yield f"{len(every)} components"
    if (characters := sum(len(one["content"]) for one in every if one["type"] == TEXT)) > MAX_CHARACTERS:
        yield f"{characters} characters"
    for one in every:
        if one["type"] == BUTTON and not ENTRY.search(one.get("label") or ""):
            yield f"a button without words: {one}"
        if one["type"] == SELECT:
            yield from _select_faults(one)
        if len(one.get("components", ())) > MAX_IN_A_ROW and one["type"] == 1:
            yield "too many in a row"


def _select_faults(select: dict[str, Any]) -> Iterator[str]:
    entries = select["options"]
    if not 1 <= len(entries) <= MAX_ENTRIES:
        yield f"a select of {len(entries)} entries"
    if not select["min_values"] <= select["max_values"] <= len(entries):
        yield f"{select['min_values']} to {select['max_values']} of {len(entries)} entries"
    if not WORD.search(select.get("placeholder") or ""):
        yield "a select without words"
    if not all(ENTRY.search(entry["label"]) for entry in entries):
        yield f"an entry without words: {entries}"
    if select["max_values"] == 1 and len({entry["label"] for entry in entries}) < len(entries):
        yield f"entries that look alike: {[entry['label'] for entry in entries]}"


def refusal_of(message: Any) -> str | None:
    """Return the sentence above a page that explains a refusal, if any."""
    notes = [
        one["content"] for one in walk(message) if one["type"] == TEXT and one["content"].startswith("> ")
    ]
    return notes[0][2:] if notes else None


def visible_text(message: Any) -> str:
    """Return everything that a reader sees."""
    return "\n".join(
        f"{one.get('content') or one.get('label') or one.get('placeholder')} {one.get('disabled')} "
        f"{[entry['label'] for entry in one.get('options', ())]}"
        for one in walk(message)
    )


def offered(session: Session, message: Any) -> Iterator[Move]:
    """Yield the complete moves behind a page's enabled controls."""
    for one in walk(message):
        kind, _, act = str(one.get("custom_id", "")).partition(":")
        act = act.split(":", 2)[2] if kind in ("b", "s") else ""
        if not act.startswith("move ") or one.get("disabled"):
            continue
        texts = [entry["value"] for entry in one["options"]] if act.endswith("*") else [act[5:]]
        for text in texts:
            yield parse_move(session.game, text, len(session.record.players))


def place_of(guild: SimGuild, message: Any) -> Literal["panel", "channel", "dm"]:
    """Return where a message is. A panel is private."""
    if message.flags.ephemeral:
        return "panel"
    channel_id = message.channel_id if hasattr(message, "channel_id") else message.channel.id
    return "channel" if channel_id == guild.channel.id else "dm"


def is_refused(session: Session, seat: Seat | None, move: Move) -> bool:
    """Whether the rules would refuse this move."""
    return seat is not None and isinstance(
        session.game.apply(session.state, seat, move, SeededChance(b"")), Refusal
    )
