"""The face of Craits in random games: it shows what can be played, and never who forgot to declare."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.engine.cards import in_order
from bot.engine.chance import Seat, seat_letter
from bot.engine.reasons import why_not
from bot.games.craits import GAME
from bot.games.craits.playing import Play
from bot.games.craits.state import PLAYING
from bot.rendering import pages, words
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.helpers import views
from tests.rendering.craits.sessions import FACE, walk
from tests.rendering.spoken import scenes

GAMES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"hands": 2}),
    (2, {"hands": 2, "faces": True}),
    (4, {"hands": 2, "opening_suit": "seen"}),
    (4, {"hands": 2, "faces": True, "hand_cap": 100}),
    (7, {"hands": 2, "hand_cap": 100}),
    (7, {"hands": 2, "faces": True, "hand_cap": 100}),
)
every_game = pytest.mark.parametrize("seed", range(len(GAMES)))


def game(seed: int) -> Iterator[Session]:
    seats, options = GAMES[seed % len(GAMES)]
    return walk(seed, seats, **options)


def some(seed: int, every: int) -> Iterator[Session]:
    """Yield the first 12 states of a game, and then one in `every`."""
    return (
        session for place, session in enumerate(game(seed)) if place < 12 or place % every == seed % every
    )


def seats(session: Session) -> list[Scene]:
    """Return the scene of every seat, even of players who have left."""
    return scenes(session)[1:]


@every_game
def test_a_hand_says_what_can_be_played(seed: int) -> None:
    for session in some(seed, 3):
        for scene in seats(session):
            fitting = in_order({move.card for move in scene.legal if isinstance(move, Play)})
            assert (f"You can play {words.cards(fitting)}." in FACE.hand(scene)) == bool(fitting)


def with_position(session: Session, position: Any) -> Session:
    """Return the session in another position, with the same past."""
    other = Session(GAME, msgspec.structs.replace(session.record, position=position))
    other.recent, other.scores = session.recent, session.scores
    return other


def flagged(session: Session, letters: list[str]) -> Session:
    """Return the session with exactly these players' single cards undeclared."""
    return with_position(session, {**GAME.dump(session.state), "undeclared": letters})


def private_pages(session: Session, seat: Seat) -> tuple[Page, Page]:
    """Return a player's hand, and the page that says why other moves aren't possible."""
    scene = session.scene(seat)
    return pages.hand(scene), pages.why_not_page(scene, why_not(GAME, session.state, seat))


def test_no_page_shows_others_forgotten_declarations() -> None:
    compared = 0
    for session in (session for seed in range(len(GAMES)) for session in game(seed)):
        sheet = views.noted(session.scene(None))
        settled = (*sheet.declared, *sheet.owes)
        single = [one for one, hand in sheet.hands.items() if hand == 1 and one not in settled]
        if not single or sheet.phase not in PLAYING:
            continue
        nobody = flagged(session, [])
        everybody = flagged(session, single)
        assert pages.table(nobody.scene(None)) == pages.table(everybody.scene(None))
        for seat in range(len(session.record.players)):
            own = [one for one in single if one == seat_letter(seat)]
            mine = flagged(session, own)
            assert private_pages(mine, seat) == private_pages(everybody, seat)
            compared += len(single) > len(own)
    assert compared > 50
