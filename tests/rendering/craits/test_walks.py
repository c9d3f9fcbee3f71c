"""The face of Craits in random games: nothing is missing, nothing secret shows, Discord's limits are kept."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from bot.engine.cards import PACK, SUITS, in_order
from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.reasons import why_not
from bot.games.craits import GAME
from bot.games.craits.dealing import Deal, NameSuit
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Draw, Play
from bot.games.craits.state import PLAYING
from bot.rendering import pages, words
from bot.rendering.craits import story
from bot.rendering.craits.headlines import headline
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions import play
from bot.sessions.clocks import Moment
from bot.sessions.session import Session
from tests.helpers import views
from tests.helpers.controls import labels, page_fault, reached
from tests.rendering.craits.sessions import FACE, sentence_fault, walk
from tests.rendering.spoken import NOW, scenes

GAMES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"hands": 2}),
    (2, {"hands": 2, "faces": True}),
    (4, {"hands": 2, "opening_suit": "seen"}),
    (4, {"hands": 2, "faces": True, "hand_cap": 100}),
    (7, {"hands": 2, "hand_cap": 100}),
    (7, {"hands": 2, "faces": True, "hand_cap": 100}),
)
every_game = pytest.mark.parametrize("seed", range(len(GAMES)))
EVERY_MOVE: tuple[Move, ...] = (
    *(
        Play(card, suit, flag)
        for card in (*PACK, "JK", "", "`@everyone` " * 500)
        for suit in (None, "C", "H")
        for flag in (False, True)
    ),
    *(NameSuit(suit) for suit in SUITS),
    Draw(),
    OneCard(),
    Deal(),
)


def game(seed: int) -> Iterator[Session]:
    seats, options = GAMES[seed % len(GAMES)]
    return walk(seed, seats, **options)


def some(seed: int, every: int) -> Iterator[Session]:
    """The first states of a game and then one of so many."""
    return (
        session for place, session in enumerate(game(seed)) if place < 12 or place % every == seed % every
    )


def seats(session: Session) -> list[Scene]:
    """What every seat may see, of those who have left too."""
    return scenes(session)[1:]


@every_game
def test_what_happens_is_told_in_sentences_to_everybody_who_may_know(seed: int) -> None:
    for session in game(seed):
        for scene in scenes(session):
            texts = filter(None, (FACE.sentence(event, scene) for event in scene.recent[-1].events))
            assert list(filter(None, map(sentence_fault, texts))) == []


@every_game
def test_every_move_is_told_in_one_line_of_sentences(seed: int) -> None:
    for session in game(seed):
        scene = session.scene(None)
        lines = FACE.lines(scene.recent[-1:], scene)
        assert len(lines) == 1
        assert sentence_fault(lines[0].removesuffix("”**")) is None
        assert "<@" not in lines[0]


@every_game
def test_the_newest_line_is_found_without_telling_all_that_came_before(seed: int) -> None:
    for session in game(seed):
        scene = session.scene(None)
        told = story.lines(scene.recent, scene)

        assert story.newest(scene.recent, scene) == (told[-1] if told else "")


@every_game
def test_who_must_act_what_is_asked_and_what_silence_does_is_said(seed: int) -> None:
    for session in some(seed, 3):
        public = session.scene(None)
        if public.outcome is not None:
            ranked = FACE.ending(public).standings
            assert sorted(one.seat for one in ranked) == [*range(len(public.players))]
            assert {one.seat for one in ranked if one.place == 1} == {*public.outcome.winners}
            continue
        assert sentence_fault(pages.next_line(public, FACE)) is None
        asked = [FACE.task(scene) for scene in seats(session) if scene.asked]
        assert len(asked) == len(public.deciders)
        assert all(ask.line and "{" not in "".join((ask.line, *ask.below)) for ask in asked)


@every_game
def test_buttons_and_headlines_fit_a_phone(seed: int) -> None:
    for session in islice(game(seed), 150):
        session.names = {user: f"Player {place}" for place, user in enumerate(session.record.players)}
        assert len(headline(session.scene(None))) <= 32
        for scene in seats(session):
            assert [one.label for one in FACE.offers(scene) if len(one.label) > 34] == []


@every_game
def test_a_hand_of_which_nothing_is_asked_changes_only_with_its_own_player(seed: int) -> None:
    before: dict[Seat, tuple[str, str]] = {}
    compared = 0
    for session in islice(game(seed), 150):
        for scene in seats(session):
            seat = scene.viewer or 0
            page = pages.hand(scene)
            now = (page.without_pictures().text, str([*labels(page)]))
            is_own = any(getattr(event, "seat", None) == seat for event in scene.recent[-1].events)
            if scene.asked or scene.outcome is not None or is_own:
                before.pop(seat, None)
            if not scene.asked and len(scene.recent) < 8:  # later on what happened may be forgotten
                assert before.setdefault(seat, now) == now
                compared += 1
    assert compared


@every_game
def test_every_refusal_is_explained_in_sentences(seed: int) -> None:
    for session in islice(some(seed, 41), 5, None):
        for scene in seats(session):
            tries = (*EVERY_MOVE, *map(Idiot, range(len(scene.players))))
            refusals = [play.moved(session, scene.viewer or 0, tried, Moment.at(NOW)) for tried in tries]
            texts = [pages.refusal(scene, one) for one in refusals if isinstance(one, Refusal)]
            assert list(filter(None, map(sentence_fault, texts))) == []
            assert all(len(text) < 400 for text in texts)


@every_game
def test_a_hand_says_what_can_be_played(seed: int) -> None:
    for session in some(seed, 3):
        for scene in seats(session):
            fitting = in_order({move.card for move in scene.legal if isinstance(move, Play)})
            assert (f"You can play {words.cards(fitting)}." in FACE.hand(scene)) == bool(fitting)


@every_game
def test_hand_pages_keep_the_limits_and_offer_every_move_once(seed: int) -> None:
    for session in some(seed, 7):
        for scene in seats(session):
            forms = [act for verb in FACE.table_forms(scene) for act in reached(scene, verb)]
            found = sorted({*reached(scene), *forms})
            assert {*map(str, scene.legal)} <= {*found}
            more = {*found} - {*map(str, scene.legal)}
            assert all(one.startswith("idiot ") or one == "one-card" for one in more)
            assert len(reached(scene)) == len({*reached(scene)})


@every_game
def test_table_pages_keep_the_limits(seed: int) -> None:
    for session in some(seed, 5):
        assert page_fault(pages.table(session.scene(None))) is None


def with_position(session: Session, position: Any) -> Session:
    """The same session in another position, with the same past."""
    other = Session(GAME, msgspec.structs.replace(session.record, position=position))
    other.recent, other.scores = session.recent, session.scores
    return other


def other_world(session: Session, viewer: Seat | None, rng: random.Random) -> Session:
    """The same game with the cards that the viewer may not see in other places."""
    position, state = GAME.dump(session.state), session.state
    own = seat_letter(viewer) if viewer is not None and not state.is_blind(viewer) else ""
    hidden = [] if state.revealed else [one for one in position["hands"] if one != own]
    zones = [position["stock"], position["under"], *(position["hands"][one] for one in hidden)]
    cards = [card for zone in zones for card in zone]
    rng.shuffle(cards)
    for zone in zones:
        zone[:] = [cards.pop() for _ in zone]
    return with_position(session, position)


@every_game
def test_pages_of_worlds_that_differ_in_hidden_cards_are_equal(seed: int) -> None:
    rng = random.Random(seed)
    for session in some(seed, 9):
        world = other_world(session, None, rng)
        assert pages.table(world.scene(None)) == pages.table(session.scene(None))
        for seat in range(len(session.record.players)):
            world = other_world(session, seat, rng)
            assert pages.hand(world.scene(seat)) == pages.hand(session.scene(seat))


def flagged(session: Session, letters: list[str]) -> Session:
    """The same game with just these single cards undeclared."""
    return with_position(session, {**GAME.dump(session.state), "undeclared": letters})


def private_pages(session: Session, seat: Seat) -> tuple[Page, Page]:
    """What a player is offered, and what the reasons are for that which is not."""
    scene = session.scene(seat)
    return pages.hand(scene), pages.reasons(scene, why_not(GAME, session.state, seat))


def test_no_page_differs_by_who_else_has_forgotten_to_declare() -> None:
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
