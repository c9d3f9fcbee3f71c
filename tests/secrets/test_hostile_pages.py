"""Random hostile names and texts by the thousand: pages keep their structure and notify nobody."""

import random
import re

import msgspec
import pytest

from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal
from bot.engine.events import write_events
from bot.engine.moves import Move
from bot.engine.notation import build_move
from bot.games import GAMES
from bot.rendering import answers, pages
from bot.rendering.page import Page, Text
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from bot.storage.records import Played
from tests.helpers.figures import Figure
from tests.helpers.records import at_table
from tests.helpers.walks import WAKEFUL, Walk
from tests.sabotage.planting import sabotaged
from tests.sabotage.screens import repeat_what_was_typed, write_names_as_they_are
from tests.secrets.test_hostile_texts import HOSTILE, MAX_NAME_CHARACTERS

NAMES = 200
TEXTS = 1000
MAX_TOLD = 1000
WRITTEN = sorted(GAMES, key="crapette".__ne__)
"""The games, beginning with the one whose players write most."""
LIVELY = re.compile(
    r"(?<!\\)<[@#/:a-z]|@everyone|@here|```|\]\(|https?:|discord\.gg/|:\w+:|[\u202a-\u202e\u2066-\u2069]"
)
"""Text that would notify someone, format or link something, or reverse the line."""


def mixed(rng: random.Random) -> str:
    """Return a text of cut hostile pieces and random characters."""
    pieces = [rng.choice(HOSTILE) for _ in range(rng.randint(1, 4))]
    pieces += [
        "".join(chr(rng.choice((rng.randrange(0xD800), rng.randrange(0xE000, 0x11000)))) for _ in range(4))
    ]
    rng.shuffle(pieces)
    return "".join(piece[rng.randrange(len(piece)) :] for piece in pieces)


def session_of(game: AnyGame, rng: random.Random) -> Session:
    """Return a session somewhere in a random game, with its past moves."""
    walk = Walk(game, rng.randrange(1000), WAKEFUL)
    turns = list(walk.turns())
    turns = turns[: rng.randrange(1, len(turns))]
    history = [
        Played(
            revision=number,
            seat=turn.seat,
            move=str(turn.what),
            events=write_events(turn.step.events),
            at=0.0,
        )
        for number, turn in enumerate(turns)
    ]
    players = tuple(range(100, 100 + walk.seats))
    position = game.dump(turns[-1].step.state)
    record = at_table(game, players, walk.options, id=7, status="playing", position=position)
    return Session(game, record, history)


def shown(scene: Scene) -> list[Page]:
    """Return the pages that can show names."""
    return [pages.table(scene), *([pages.hand(scene)] if scene.viewer is not None else [])]


def shape(page: Page) -> list[tuple[str, int]]:
    """Return the kinds of a page's blocks, each with the code fences in its text."""
    return [
        (type(block).__name__, text.count("```"))
        for block, text in zip(page.blocks, texts_of(page), strict=True)
    ]


def texts_of(page: Page) -> list[str]:
    """Return the texts of a page's blocks, empty for blocks without one."""
    return [block.text if isinstance(block, Text) else "" for block in page.blocks]


def breaks(page: Page) -> list[int]:
    """Return the number of line breaks in each text of a page."""
    return [text.count("\n") for text in texts_of(page)]


@sabotaged("P24", write_names_as_they_are)
def test_names_cannot_break_pages_or_call_anyone(times: int, figure: Figure) -> None:
    rng, written = random.Random("names"), 0
    for number in range(NAMES * times):
        if number % 20 == 0:
            session = session_of(rng.choice(list(GAMES.values())), rng)
        scene = session.scene(rng.choice((None, *range(len(session.record.players)))))
        names = tuple(mixed(rng)[:MAX_NAME_CHARACTERS] for _ in scene.players)
        plain, hostile = shown(scene), shown(msgspec.structs.replace(scene, names=names))
        for page, usual in zip(hostile, plain, strict=True):
            assert shape(page) == shape(usual), names
            # Long names may cost the line that tells what happened since one's turn.
            assert all(one <= most for one, most in zip(breaks(page), breaks(usual), strict=True)), names
        assert not any(page.pings for page in hostile)
        written += hostile != plain

    assert written > NAMES * times // 20, "names stand on many pages"
    figure("P24", names=NAMES * times, on_pages=written, broken_pages=0, people_called=0)


def answer(session: Session, kind: type[Move], text: str) -> str:
    """Return the answer to a player who types this text as the first option of a move."""
    seat, seats = session.game.deciders(session.state)[0], len(session.record.players)
    try:
        move = build_move(kind, {kind.__struct_encode_fields__[0]: text}, seats)
    except Malformed:
        return answers.text_of(answers.UNREADABLE)
    made = session.game.apply(session.state, seat, move, session.chance)
    return pages.refusal(session.scene(seat), made) if isinstance(made, Refusal) else ""


@pytest.mark.parametrize("game", [GAMES[game] for game in WRITTEN], ids=WRITTEN)
@sabotaged("P24", repeat_what_was_typed)
def test_typed_text_is_harmless_when_repeated(game: AnyGame, times: int, figure: Figure) -> None:
    rng, answered = random.Random(f"texts {game.id}"), 0
    kinds = [kind for kind in game.moves if kind.__struct_fields__]
    session = session_of(game, rng)
    ours = re.compile("|".join(f"<@{player}>" for player in session.record.players))
    for _ in range(TEXTS * times // len(GAMES)):
        text = mixed(rng)
        told = ours.sub("", answer(session, rng.choice(kinds), text))
        assert not LIVELY.search(told), text
        assert len(told) < MAX_TOLD
        answered += bool(told)

    assert answered > TEXTS * times // len(GAMES) // 2
    figure("P24", typed_texts=TEXTS * times // len(GAMES), broken_pages=0, people_called=0)
