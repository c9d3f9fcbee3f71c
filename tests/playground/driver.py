"""Players of any game in the page: they open `My hand`, try its controls, and sometimes type a command.

They read legal moves off the page's controls. The bot is asked only for the active players, and for moves
that can be typed.
"""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from bot.playground.requests import Say
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.pages import face_of
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.playground.browser import Browser, channel, line

OWN_PAGE = re.compile("^My (hand|moves)$")
AWAY = frozenset(("Back", "Start over", "Rules", "More"))
"""Controls of every hand that lead to no move."""
ENDINGS = re.compile("^(offer|accept|resign)")
"""Verbs that may end the game early."""
MAX_STEPS = 6
"""A move takes a few clicks. A player who hasn't found one after this many types it."""
MAX_HURRIED = 1500
PREFERRED = 0.75
"""The share of typed moves that are preferred ones, because people don't always play alike."""
PAINTED = """version => new Promise(done => {
  const look = () => document.getElementById("seats").dataset.version >= version ? done() : setTimeout(look, 5);
  look();
})"""
"""Resolves when the page shows this version of the world."""


class Driver:
    """All players of a table in one page, whose random choices depend only on the seed."""

    def __init__(self, browser: Browser, page: Any, names: tuple[str, ...], seed: int = 1) -> None:
        self.browser, self.page, self.names = browser, page, names
        self.dice = random.Random(seed)
        self.preferred: tuple[str, ...] = ()
        """Preferred moves, best first: verbs, or parts of typed moves."""
        self.made = 0

    async def open_table(self, game: str) -> None:
        """Open a table as the first user, and let the others join."""
        host, *others = self.names
        await self.type(host, f"/cards game:{game}")
        for name in others:
            await self.click(channel(self.page, name).get_by_role("button", name="Join"))

    async def start(self) -> None:
        """Start the game as the first user."""
        await self.click(channel(self.page, self.names[0]).get_by_role("button", name="Start"))

    async def play(self, moves: int, until: Callable[[Session], bool] = lambda _: False) -> None:
        """Make this many moves, every fourth by a typed command, or fewer if `until` becomes true."""
        for _ in range(moves):
            session = await self.session()
            if session.record.status != "playing" or until(session):
                return
            before = session.record.revision
            name = self.awaited(session)
            # Some controls offer illegal moves, because noticing them is part of the game.
            if self.made % 4 == 3 or not await self.choose(name):
                await self.type(name, self.typed_move(session, name))
            assert session.record.revision > before, name
            self.made += 1

    async def hurry(self, until: Callable[[Session], bool]) -> None:
        """Play on by commands that bypass the page until `until` is true, and fail if the game ends first."""
        session = await self.session()
        for _ in range(MAX_HURRIED):
            if until(session):
                await self.page.evaluate(PAINTED, self.browser.server.world.version)
                return
            if session.record.status != "playing":
                break
            name = self.awaited(session)
            await self.browser.server.actions.say(Say(seat=name, text=self.typed_move(session, name)))
        raise AssertionError("that never comes to pass")

    async def session(self) -> Session:
        """Return the session of the channel."""
        world = self.browser.server.world
        found = await world.bot.sessions.at(world.channel.id)
        assert found is not None
        return found

    def awaited(self, session: Session) -> str:
        """Return one of the users who must act."""
        scene = session.scene(None)
        return scene.names[self.dice.choice(scene.deciders)].lower()

    def typed_move(self, session: Session, name: str) -> str:
        """Return a possible move as a command line."""
        legal = session.scene(session.scene(None).names.index(name.title())).legal
        moves = [str(move) for move in legal if not ENDINGS.search(move.verb)]
        preferred = self.preferred if self.dice.random() < PREFERRED else ()
        chosen = next((some for verb in preferred if (some := [m for m in moves if verb in m])), moves)
        return f"/turn move:{self.dice.choice(chosen)}"

    async def choose(self, name: str) -> bool:
        """Follow the controls of a user's own page. Returns whether that led to a move."""
        before = (await self.session()).record.revision
        await self.look(name)
        for _ in range(MAX_STEPS):
            await self.follow(self.answer(name), name)
            if (await self.session()).record.revision > before:
                return True
        return False

    async def look(self, name: str) -> None:
        """Open the user's own page from the table's message."""
        await self.click(channel(self.page, name).get_by_role("button", name=OWN_PAGE).last)

    def answer(self, name: str) -> Any:
        """Return the newest private message of a user."""
        return channel(self.page, name).locator(".message.private").last

    async def put_away(self) -> None:
        """Dismiss all private messages."""
        for name in self.names:
            button = channel(self.page, name).get_by_role("button", name="Dismiss message")
            while await button.count():
                await self.click(button.last)

    async def follow(self, page: Any, name: str) -> None:
        """Use one of the controls that lead on, or go back if there are none."""
        scene = (await self.session()).scene(self.names.index(name))
        controls = page.locator("button.control:not(:disabled):visible, .opener:not(:disabled):visible")
        labels = await controls.all_inner_texts()
        avoided = AWAY | set(_avoided(face_of(scene), scene))
        onward = [at for at, label in enumerate(labels) if label not in avoided]
        control = controls.nth(
            self._preferred(labels, onward, face_of(scene)) if onward else labels.index("Back")
        )
        is_select = "opener" in (await control.get_attribute("class"))
        await (self.pick(control) if is_select else self.click(control))

    def _preferred(self, labels: list[str], onward: list[int], face: Face) -> int:
        for verb in self.preferred:
            wanted = tuple(say(words[verb]) for words in (face.verbs, face.placeholders) if verb in words)
            for at in onward:
                if labels[at].startswith(wanted):
                    return at
        return self.dice.choice(onward)

    async def pick(self, opener: Any) -> None:
        """Choose options of a select menu: one, or as many as it takes."""
        await opener.click()
        popup = self.page.locator(".popup:popover-open")
        options = popup.get_by_role("option")
        await options.first.wait_for()
        places = self.dice.sample(range(await options.count()), await options.count())
        done = popup.locator("button.control")
        if not await done.is_visible():
            await self.click(options.nth(places[0]))
            return
        for place in places:
            await options.nth(place).click()
            if await done.is_enabled():
                break
        await self.click(done)

    async def type(self, name: str, text: str) -> None:
        """Type a line and send it."""
        await line(self.page, name).fill(text)
        await self.click(channel(self.page, name).get_by_role("button", name="Send"))

    async def click(self, control: Any) -> None:
        """Click, and wait for the answer and for its effects on the page."""
        async with self.page.expect_response(_is_answer):
            await control.click()
        await self.page.evaluate(PAINTED, self.browser.server.world.version)


def _avoided(face: Face, scene: Scene) -> Iterator[str]:
    """Yield the labels of this game's controls that end it early or open a form."""
    for verb, words in face.verbs.items():
        if ENDINGS.search(verb):
            yield from (say(words), say("{verb}…", verb=say(words)))
    yield from (say("{verb}…", verb=say(face.verbs[verb])) for verb in face.writings(scene))


def _is_answer(response: Any) -> bool:
    return bool(response.request.method == "POST" and "/suggest" not in response.url)
