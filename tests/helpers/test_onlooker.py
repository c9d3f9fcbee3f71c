"""An onlooker notices faults planted into pages and answers, one at a time."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.games.crap.laying import Score
from bot.rendering.faces import FACES
from cogs.base import say, show_hand
from cogs.buttons import ACTS
from tests.helpers.guild import SimGuild
from tests.helpers.onlooker import Onlooker, page_faults
from tests.helpers.random_presser import RandomPresser
from tests.helpers.tables import started


def message(*components: dict[str, Any]) -> Any:
    return SimpleNamespace(components=components)


def button(label: str = "Draw") -> dict[str, Any]:
    return {"type": 2, "label": label}


def select(labels: list[str], *, most: int = 1, label: str = "Draw") -> dict[str, Any]:
    options = [{"label": one, "value": str(place)} for place, one in enumerate(labels)]
    return {"type": 3, "placeholder": label, "options": options, "min_values": 1, "max_values": most}


def test_page_within_all_limits_has_no_faults() -> None:
    fits = [*([button()] * 36), {"type": 10, "content": "x" * 4000}]
    entries = [f"card {number}" for number in range(25)]

    assert list(page_faults(message(*fits))) == []
    assert list(page_faults(message(select(entries, most=25)))) == []
    assert list(page_faults(message(select(["5♣", "5♣"], most=2)))) == []


@pytest.mark.parametrize(
    ("faulty", "fault"),
    [
        ([button()] * 41, "41 components"),
        ([{"type": 10, "content": "x" * 2001}] * 2, "4002 characters"),
        ([button("♣")], "a button without words"),
        ([button("")], "a button without words"),
        ([{"type": 1, "components": [button()] * 6}], "too many in a row"),
        ([select([])], "a select of 0 entries"),
        ([select([f"card {number}" for number in range(26)])], "a select of 26 entries"),
        ([select(["one", "two"], most=3)], "1 to 3 of 2 entries"),
        ([select(["one", "two"], label="♠")], "a select without words"),
        ([select(["one", "♠"])], "an entry without words"),
        ([select(["5♣", "5♣"])], "entries that look alike"),
    ],
)
def test_broken_limit_or_missing_text_is_noticed(faulty: list[dict[str, Any]], fault: str) -> None:
    assert [one for one in page_faults(message(*faulty)) if fault in one]


async def pressed(guild: SimGuild, *labels: str) -> list[str]:
    """Return the complaints after the active player opens their own page and clicks these labels."""
    onlooker = Onlooker(guild)
    onlooker.session = session = await started(guild)
    seat = session.game.deciders(session.state)[0]
    await RandomPresser(guild.players[seat], onlooker, "any", "panel").follow(
        *(labels or ("Recycle", "Discard and roll"))
    )
    return onlooker.complaints


@pytest.mark.slow
async def test_move_causes_no_complaint(guild: SimGuild) -> None:
    assert await pressed(guild) == []


async def test_unanswered_control_is_noticed(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(_pressed: Any) -> None:
        """Do nothing."""

    monkeypatch.setitem(ACTS, "move", silent)

    assert [one for one in await pressed(guild) if "no answer" in one]


async def test_control_without_effect_is_noticed(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    async def idle(pressed: Any) -> None:
        await show_hand(pressed.interaction, pressed.session, form="recycle")

    monkeypatch.setitem(ACTS, "move", idle)

    assert [one for one in await pressed(guild) if "nothing happens" in one]


async def test_refused_control_is_noticed(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(pressed: Any) -> None:
        await show_hand(pressed.interaction, pressed.session, Refusal("stale"))

    monkeypatch.setitem(ACTS, "move", refused)

    assert [one for one in await pressed(guild) if "refused: The table has moved on" in one]


@pytest.mark.parametrize("text", ["not-your-turn", "Something broke on my end. Try again.", "{'a': None}."])
async def test_unclear_answer_is_noticed(guild: SimGuild, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    async def unclear(pressed: Any) -> None:
        await say(pressed.interaction, text)

    monkeypatch.setitem(ACTS, "move", unclear)

    assert [one for one in await pressed(guild) if "not a clear answer" in one]


async def test_illegal_option_is_noticed_before_use(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FACES["crap"], "menu_moves", lambda scene: (*scene.legal, Score("K", double=True)))

    assert [one for one in await pressed(guild) if "offers score rank:K double:true, which is refused" in one]
