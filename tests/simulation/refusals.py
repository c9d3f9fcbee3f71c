"""Discord's refusals. It refuses the same request each time, and checks for requests repeated too soon."""

from bot.delivery.breaker import BAN_SECONDS, RETRY_DM_SECONDS
from bot.rendering import pages
from bot.rendering.page import Page
from tests.simulation.world import World

EVERY_FORM = "F12 unfit in every form"


class Refusals:
    """Everything this Discord has refused, and whether the bot respects it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bodies: list[Page] = []
        self.unreached: dict[int, float] = {}
        """The time of a user's last undelivered DM."""
        self.stored: dict[int, float] = {}
        """The same by the bot's clock for dead processes, whose times are only in the database."""
        self.unseen: set[int] = set()
        """Users whose DMs the bot couldn't search for a lost post."""
        self.hopeless_at = 0.0
        """The time when a page was last refused in every form."""
        self._bodies: dict[str, str] = {}
        self._refused: set[str] = set()
        self._by_bot_clock: dict[int, float] = {}
        self._attempts: dict[tuple[int, str], tuple[float, int]] = {}
        self._silent_until = 0.0

    def forget_process(self) -> None:
        """Forget refusals known only to the dead process."""
        self._refused.clear()
        self.stored |= self._by_bot_clock
        self._by_bot_clock.clear()
        self._silent_until = 0.0

    def check_ban(self) -> None:
        """Check that the bot isn't banned while it makes a request."""
        left = self._silent_until - self.world.now
        if left > 0:
            self.world.fail("P17", f"something was sent {left:.0f} s before the end of a ban")

    def ban(self) -> None:
        """Ban the bot for a while."""
        self._silent_until = self.world.now + BAN_SECONDS - 1

    def refuse_dm(self, user: int, what: str, place: str) -> None:
        """Refuse a DM. Without an excuse, the same may not be tried again for ten minutes."""
        world = self.world
        self.unreachable(user, place)
        before, troubles = self._attempts.get((user, what), (0.0, 0))
        if world.now - before < RETRY_DM_SECONDS - 1 and troubles == world.troubles:
            world.fail("P16", f"{user} was tried again after {world.now - before:.1f} s: {what}")
        self._attempts[user, what] = (world.now, world.troubles)

    def unreachable(self, user: int, place: str) -> None:
        """Record that a user's DM wasn't delivered, whatever our client reports."""
        self.unreached[user] = self.world.now
        self._by_bot_clock[user] = self.world.bot_clock()
        self.stored.pop(user, None)
        if place.endswith("to look for a post"):
            self.unseen.add(user)

    def fault_of(self, page: Page | None) -> str:
        """Return why this page is refused, if it was refused before."""
        return "" if page is None else self._bodies.get(page.digest(), "")

    def refuse_page(self, page: Page, fault: str) -> None:
        """Refuse a page. The bot may send the same body only once in its life."""
        if page.digest() in self._refused:
            self.world.fail("P17", f"a page was sent again after {fault}")
        self._refused.add(page.digest())
        if page.digest() not in self._bodies:
            for form in (page, *_refused_with(page, fault)):
                self._bodies[form.digest()] = fault
                self.bodies.append(form)
        if {pages.plain(page).digest(), pages.brief(page).digest()} <= self._bodies.keys():
            self.hopeless_at = self.world.now


def _refused_with(page: Page, fault: str) -> list[Page]:
    """Return the simpler forms of a page that are refused as well."""
    if fault.startswith("F11"):
        return [pages.plain(page)]
    return [pages.plain(page), pages.brief(page)] if fault == EVERY_FORM else []
