"""The evenings: people at several tables with the real bot, who act at random from a seed, as anyone can.

A key begins with the kind of an evening and its number. The rest counts in the order of events:
`live/07/cards-1/messages/003/02` is the third page (not counting repeats) of the fourth message in a channel
(or `dm-ann`), `live/07/answers/ann/012/00` a page of an answer that only Ann sees, `…/forms/ann/001` a form,
`…/rings/ann/004` Ann's fifth notification with its place, page and time, `…/errors/000` an error of the bot.

Everyone presses what they see, so the first difference changes what comes next: in an evening, only the first
one counts. Pages are compared without the revisions in their custom ids, and with names for Discord's ids.

Today the last calls of several tables that fall due together are one DM ("… tables wait for you", `rings` and
`dm-…`, most in `slow`). In the rebuild each table calls separately: one ring becomes several at once.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import simcord

from bot.games import GAMES
from bot.rendering.languages import NAMES as LANGUAGES
from tests.helpers.walks import SHORT
from tests.recordings.recording import Recording
from tests.recordings.stage import Control, Person, Stage, act

PEOPLE: Final = ("ann", "ben", "cyd", "dan", "eve", "fay")
DAY: Final = 86400.0


class Habits(NamedTuple):
    """The habits of people in an evening."""

    tables: Sequence[int]
    """The possible numbers of channels."""
    paces: Sequence[str]
    waits: Sequence[tuple[float, float, float]]
    """The possible waits between two acts: how likely each is, and its least and most seconds."""
    acts: int = 100
    heartbeat: float = 60.0
    closed: float = 0.15
    """The share of people with closed DMs."""
    absent: float = 0.02
    """The share of acts in which someone goes away or comes back."""
    restarts: float = 0.015


QUICK: Final = ((0.75, 1, 12), (0.2, 12, 60), (0.05, 60, 400))
LONG: Final = ((0.55, 2, 90), (0.25, 900, 9000), (0.2, 6 * 3600, 30 * 3600))
KINDS: Final[Mapping[str, Habits]] = {
    "live": Habits((2, 3), ("live", "relaxed", ""), QUICK),
    "slow": Habits((2, 3), ("slow-1", "slow-2", "slow-1"), LONG, heartbeat=1800.0, absent=0.04),
    "dms": Habits((1, 2), ("live", "", "slow-1", "none"), QUICK, closed=0.6, absent=0.06, restarts=0.03),
    "alone": Habits((2, 3), ("live", ""), QUICK, closed=0.0),
}
PARTS: Final = tuple(KINDS)
SEEDS: Final = 50
LIKED: Final[Mapping[str, float]] = {
    "move": 6,
    "picked": 6,
    "done": 6,
    "form": 4,
    "add": 3,
    "hinted": 3,
    "late": 3,
    "wake": 3,
    "back": 1.5,
    "join": 3,
    "start": 3,
    "hand": 1.5,
    "sit": 2,
    "alone": 1,
    "home": 0.5,
    "hint": 0.5,
    "rematch": 0.6,
    "rules": 0.1,
    "learn": 0.1,
    "text": 0.1,
    "log": 0.1,
    "why": 0.1,
    "more": 0.2,
    "leave": 0.05,
    "close": 0.02,
}
OTHERS: Final = 0.25
"""The weight of every other control."""
FINAL: Final = ("move leave", "move resign", "form resign", "move offer-draw", "move accept-draw")
TYPED: Final = ("hand", "table", "my-tables", "cardcrate", "card-rules")
STALE: Final = 0.05
"""The share of presses on something seen long ago."""
MAX_CONTROLS: Final = 40


def record(part: str, seed: int, *, with_texts: bool = False) -> Recording:
    """Return the recording of one evening."""
    recording = Recording(texts={} if with_texts else None)
    evening = Evening(part, seed)
    settings = {"table_pace": 1.0, "pictures": seed % 2 == 0}
    act(f"{part}/{seed:02}", recording, evening.play, heartbeat=KINDS[part].heartbeat, **settings)
    return recording


class Evening:
    """One evening, from the first table to the last act."""

    def __init__(self, part: str, seed: int) -> None:
        self.part, self.habits = part, KINDS[part]
        self.dice = random.Random(f"evening {part} {seed}")
        self.games = list(GAMES)

    async def play(self, stage: Stage) -> None:
        """Let everyone arrive, open tables, and do whatever comes to mind."""
        self.stage = stage
        for number in range(self.dice.choice(self.habits.tables)):
            stage.add_channel(f"cards-{number + 1}")
        for name in PEOPLE[: self.dice.randint(3, len(PEOPLE))]:
            stage.add_person(name, self.dice.choice(("en", "en", *LANGUAGES)))
        await stage.env.start()
        for person in stage.people:
            if self.dice.random() < self.habits.closed:
                stage.close_dms(person)
        for channel in stage.channels:
            await self.open_table(channel)
        for _ in range(self.habits.acts):
            await self.wait()
            await self.do_something()
        await stage.pass_time(200)

    async def open_table(self, channel: simcord.ChannelHandle) -> None:
        """Let someone open a table, others join, and the host usually start it."""
        dice, stage = self.dice, self.stage
        game = dice.choice(self.games)
        host, *others = dice.sample(stage.people, len(stage.people))
        options = ",".join(f"{name}={value}" for name, value in SHORT.get(game, {}).items())
        pace = "" if GAMES[game].measures_time else dice.choice(self.habits.paces)
        given = {"game": game, "rules": options, "pace": pace}
        where = None if self.part == "alone" else channel
        await stage.slash(host, where, "cards", **{name: text for name, text in given.items() if text})
        seats = GAMES[game].seats
        for person in others[: dice.randint(seats.start, seats.stop - 1) - 1] if where else ():
            await self.press_act(person, channel.id, "join")
        if dice.random() < 0.4 and where:
            level = dice.choice(("easy", "medium"))
            await self.press_act(host, channel.id, "computers")
            await self.press_act(host, channel.id, f"sit {level} any")
        await stage.pass_time(dice.uniform(1, 20))
        if dice.random() < 0.9:
            await self.press_act(host, channel.id if where else host.dm.id, "start")

    async def press_act(self, person: Person, channel_id: int, wanted: str) -> None:
        """Press the first control in a channel that does this, if there's one."""
        for control in self.stage.controls(person, channel_id, 3):
            if control.act == wanted:
                await self.stage.press(person, control)
                return

    async def wait(self) -> None:
        """Let some time pass."""
        weights = [likely for likely, _, _ in self.habits.waits]
        [(_, least, most)] = self.dice.choices(self.habits.waits, weights)
        await self.stage.pass_time(round(self.dice.uniform(least, most), 1))

    async def do_something(self) -> None:
        """Let someone press a control or, now and then, do something rarer."""
        dice, stage = self.dice, self.stage
        throw = dice.random()
        if throw < self.habits.restarts:
            await stage.restart(dice.choice((2.0, 30.0, 900.0)), killed=dice.random() < 0.5)
        elif throw < self.habits.restarts + self.habits.absent:
            self.change(dice.choice(stage.people))
        elif throw < 0.12:
            await self.seldom()
        else:
            await self.use_a_control()

    def change(self, person: Person) -> None:
        """Let someone go away or come back, and sometimes change their mind about DMs."""
        person.is_absent = not person.is_absent
        if self.dice.random() < self.habits.closed / 2:
            (self.stage.open_dms if person.has_closed_dms else self.stage.close_dms)(person)

    async def seldom(self) -> None:
        """Let someone chat below a table, type a command, end a game, or open another table."""
        dice, stage = self.dice, self.stage
        person, channel = dice.choice(stage.people), dice.choice(stage.channels)
        where = None if self.part == "alone" and dice.random() < 0.7 else channel
        deed: Callable[[], object] = dice.choices(
            (
                partial(stage.say, person, channel),
                partial(stage.slash, person, where, dice.choice(TYPED)),
                partial(self.end, person, where),
                partial(self.open_table, channel),
            ),
            (4, 5, 0.5, 0.8),
        )[0]
        await deed()  # type: ignore[misc]

    async def end(self, person: Person, channel: simcord.ChannelHandle | None) -> None:
        """Let someone ask for the end of a game, and confirm it."""
        await self.stage.slash(person, channel, "cardcrate", open="end")
        await self.press_act(person, person.dm.id if channel is None else channel.id, "end")

    async def use_a_control(self) -> None:
        """Let someone press a control that they see, or saw long ago."""
        dice = self.dice
        there = [person for person in self.stage.people if not person.is_absent] or self.stage.people
        person, controls = self.somebody(there)
        if not controls:
            return
        old = [
            one for one in person.kept if one.act.split()[0] in ("move", "form", "picked", "hand", "start")
        ]
        is_stale = bool(old) and dice.random() < STALE
        control = (
            dice.choice(old) if is_stale else dice.choices(controls, [liking(one) for one in controls])[0]
        )
        person.kept = [*person.kept, *controls][-MAX_CONTROLS:]
        values = (
            dice.sample(control.values, dice.randint(max(1, control.least), control.most))
            if control.values
            else []
        )
        result = await self.stage.press(person, control, *values, twice=dice.random() < 0.03)
        if result is not None and result.modal is not None and dice.random() < 0.7:
            await self.stage.fill(person, result)

    def somebody(self, there: Sequence[Person]) -> tuple[Person, list[Control]]:
        """Return the person who presses next, more likely one who can move, and the controls they see."""
        seen = [(person, self.seen(person)) for person in self.dice.sample(there, len(there))]
        weights = [
            1 + 8 * any(one.act.startswith(("move", "form", "picked")) for one in some) for _, some in seen
        ]
        return self.dice.choices(seen, weights)[0]

    def seen(self, person: Person) -> list[Control]:
        """Return the controls someone sees: in their newest DMs, and in the newest messages of a channel."""
        channel = self.dice.choice([*(one.id for one in self.stage.channels), *self.stage.threads])
        in_dm = self.stage.controls(person, person.dm.id, 2)
        return [*in_dm, *self.stage.controls(person, channel, 3)]


def liking(control: Control) -> float:
    """Return the weight with which a control is chosen."""
    if control.act.startswith(FINAL):
        return 0.02
    return LIKED.get(control.act.split()[0] if control.act.strip() else "", OTHERS)
