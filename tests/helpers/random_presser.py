"""A user who only clicks: chooses among the visible controls at random, and types no command.

They don't know what's legal. They read their own pages and the public table like anyone would, prefer
promising controls, and follow them until the table shows a move.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from tests.helpers.guild import Player, Reply, text_of, walk
from tests.helpers.onlooker import Onlooker, place_of

OWN_PAGE = re.compile(r"My (hand|moves)$")
ASIDE = re.compile(
    r"(Why not|Rules|More|As text|Log|Leave|End the game|Resign|Accept the draw|Offer a draw|Several moves)"
    r"|My (hand|moves)$"
)
"""Controls that show something else, end the game, or open a form, which are used only on purpose."""
RETURNING = re.compile(r"Back|Start over")
SELDOM = 0.05
MAX_PRESSES = 8
"""The maximum number of clicks for a move. A user without a move by then tries again later."""

Door = Literal["dm", "panel", "any"]
Liking = Callable[[str], float]
"""A function that rates how promising the words of a control or an option look, normally 1."""


class Control(NamedTuple):
    """An enabled button or select menu."""

    label: str
    custom_id: str
    entries: tuple[tuple[str, str], ...] = ()
    """Labels and values of a select menu, empty for a button."""
    least: int = 1
    most: int = 1


def controls(message: Any) -> list[Control]:
    """Return the enabled buttons and select menus of a message, without links, which lead away."""
    return [
        _control(one)
        for one in walk(message)
        if one["type"] in (2, 3) and not (one.get("disabled") or "url" in one)
    ]


def _control(raw: dict[str, Any]) -> Control:
    if raw["type"] == 2:
        return Control(raw.get("label", ""), raw["custom_id"])
    entries = tuple((option["label"], option["value"]) for option in raw["options"])
    label = raw.get("placeholder", "")
    return Control(label, raw["custom_id"], entries, raw["min_values"], raw["max_values"])


class RandomPresser:
    """One user. `door` is where they open their own page: by DM, by the button under the table, or either."""

    def __init__(
        self, player: Player, onlooker: Onlooker, seed: str, door: Door = "any", liking: Liking = lambda _: 1
    ) -> None:
        self.player, self.onlooker, self.door, self.liking = player, onlooker, door, liking
        self.dice = random.Random(f"{seed} {player.actor.name}")
        self.used = Counter[str]()
        self.places = Counter[str]()
        """The number of their clicks in the channel, on a panel and in the DM."""
        self.page: Any = None
        """The private page in view: a DM, or the newest answer."""
        self.last_table = ""
        """The table's text after the last click. While it doesn't change, the page is up to date."""

    @property
    def table(self) -> Any:
        return self.onlooker.table

    @property
    def is_called(self) -> bool:
        """Whether the table's last lines, which name active players, mention this user."""
        *_, state = [one["content"] for one in walk(self.table) if one["type"] == 10]
        return f"<@{self.player.id}>" in state

    async def take_turn(self) -> None:
        """Open their own page, or use the table's controls, and click until a move is made."""
        before = text_of(self.table)
        if self.dice.random() < 0.3 and (for_all := _move_controls(self.table)):
            await self.use(self.table, self._pick_control(for_all))
            return
        await self.look(before)
        for _ in range(MAX_PRESSES):
            onward = _move_controls(self.page)
            if not onward:
                return
            await self.use(self.page, self._pick_control(onward))
            if text_of(self.table) != before:
                return

    async def look(self, table: str = "") -> None:
        """Bring their own page into view: the DM, or a panel.

        An open panel suffices while nothing has changed. Rarely, they also take an outdated one for good.
        """
        by_dm = self.door == "dm" or (self.door == "any" and self.dice.random() < 0.5)
        if by_dm and (dms := [one for one in self.player.dms if _move_controls(one)]):
            self.page = dms[-1]
            return
        is_open = self.page is not None and _move_controls(self.page)
        if not is_open or (table != self.last_table and self.dice.random() > SELDOM):
            await self.press(self.table, OWN_PAGE)

    async def press(self, message: Any, label: str | re.Pattern[str]) -> Reply:
        """Click the button whose label begins like this."""
        found = [one for one in controls(message) if not one.entries and re.match(label, one.label)]
        assert found, f"no {label!r} among {[one.label for one in controls(message)]}"
        return await self.use(message, found[0])

    async def use(self, message: Any, control: Control, *wanted: str) -> Reply:
        """Click a button, or choose these options of a select menu, random ones by default."""
        before = self.onlooker.look(self.player, message)
        self.used[_kind(control.label)] += 1
        self.places[place_of(self.player.guild, message)] += 1
        hand = self.player._hand_on(message)
        if control.entries:
            named = [value for label, value in control.entries if label in wanted]
            action = hand.select(message, named or self._pick_entries(control), custom_id=control.custom_id)
        else:
            action = hand.click(message, custom_id=control.custom_id)
        return self._finish(control.label, before, await self.player.guild.after(action))

    async def write(self, message: Any, label: str, **fields: str) -> Reply:
        """Click a button that opens a form, fill it in and submit it."""
        shown = await self.press(message, label)
        assert shown.modal, f"{label!r} opens no form"
        before = self.onlooker.look(self.player, message)
        sending = self.player._hand_on(message).submit_modal(shown.result, fields)
        return self._finish(f"the form of {label}", before, await self.player.guild.after(sending))

    async def follow(self, *labels: str) -> None:
        """Open their own page and use one control after another: buttons or options that begin like this."""
        await self.press(self.table, OWN_PAGE)
        for label in labels:
            control, *entry = self._find(label)
            await self.use(self.page, control, *entry)

    async def browse(self) -> None:
        """Read a little: why something isn't possible, the rules, the table as text and the log."""
        await self.look()
        await self.press(self.page, "More")
        if "Why not…?" in [one.label for one in controls(self.page)]:
            await self.press(self.page, "Why not")
        await self.press(self.table, "Rules")
        await self._turn_pages()
        for label in ("As text", "Log"):
            await self.open_more(self.table, label)
            await self._turn_pages()
        self.page = None

    async def open_more(self, message: Any, label: str) -> Reply:
        """Click a button behind the *More* of a message."""
        more = await self.press(message, "More")
        return await self.press(more.message, label)

    async def _turn_pages(self) -> None:
        """Use some of the controls of a page being read."""
        for _ in range(2):
            if turning := controls(self.page):
                await self.use(self.page, self.dice.choice(turning))

    def _finish(self, label: str, before: Any, reply: Reply) -> Reply:
        if reply.message is not None:
            self.page = reply.message
        self.last_table = text_of(self.table)
        self.onlooker.judge(self.player, label, before, reply)
        return reply

    def _find(self, label: str) -> tuple[Any, ...]:
        seen = controls(self.page)
        for control in seen:
            if not control.entries and control.label.startswith(label):
                return (control,)
            for entry, _ in control.entries:
                if entry.startswith(label):
                    return control, entry
        raise AssertionError(f"no {label!r} among {seen}")

    def _pick_control(self, among: Sequence[Control]) -> Control:
        """Return one of the controls, more likely a promising or less used one."""
        weights = [self._weight(one) / (1 + self.used[_kind(one.label)]) ** 0.5 for one in among]
        return self.dice.choices(among, weights)[0]

    def _weight(self, control: Control) -> float:
        if RETURNING.match(control.label):
            return SELDOM
        return max(map(self.liking, [label for label, _ in control.entries] or [control.label]))

    def _pick_entries(self, control: Control) -> list[str]:
        """Return some options. If several are wanted, they're similar, such as cards of one rank."""
        [(first, value)] = self.dice.choices(
            control.entries, [self.liking(one) for one, _ in control.entries]
        )
        others = [entry for entry in control.entries if entry[1] != value]
        self.dice.shuffle(others)
        others.sort(key=lambda entry: entry[0][:-1] != first[:-1])
        alike = 1 + sum(label[:-1] == first[:-1] for label, _ in others)
        many = min(control.most, max(control.least, self.dice.randint(1, alike)))
        return [value, *(other for _, other in others[: many - 1])]


def _move_controls(message: Any) -> list[Control]:
    """Return the controls that may lead to a move."""
    return [one for one in controls(message) if not ASIDE.match(one.label)]


def _kind(label: str) -> str:
    """Return the purpose of a control, without the card or the player it names."""
    return " ".join(label.split()[:2])
