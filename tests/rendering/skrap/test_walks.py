"""The face of Skrap in random games: nothing is missing, nothing secret shows, Discord's limits are kept."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.engine.cards import JOKER
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Leave, Move
from bot.games.skrap import GAME
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, WEAPONS
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import Throw
from bot.rendering import pages, telling, words
from bot.rendering.scene import Scene
from bot.sessions import play
from bot.sessions.clocks import Moment
from bot.sessions.session import Session
from bot.sessions.view import Change
from tests.games.skrap.positions import surging
from tests.helpers import views
from tests.helpers.controls import page_fault, reached
from tests.rendering.skrap.sessions import FACE, TIE, sentence_fault, session_of
from tests.rendering.spoken import NOW, do, played, scenes

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"pass-rule": "final", "max-rounds": 5},
    {"surged-king": "equal", "target": 5},
    {"tie-break": "random", "target": 30, "max-rounds": 5},
)
EVERY_VERB: tuple[Move, ...] = (
    Surge("AC"),
    Surge(JOKER),
    Throw("rock"),
    Bot("AC", "AH"),
    Bot("AH", "KH"),
    Bot("KS", "KC"),
    Bot(JOKER, JOKER),
    Pass(),
    Scavenge("AC", "AS"),
    Scavenge("9H", "10H"),
    Surge("no card " * 500),
)
WALKS = range(10)


def walk(seed: int) -> Iterator[Session]:
    """A random game with timeouts and leavers: the session after every step."""
    chooser = random.Random(seed)
    session = session_of(2 + seed % 4, key=f"{seed:04}", options=OPTIONS[seed // 4 % 4])
    return played(session, lambda session: random_change(session, chooser))


def random_change(session: Session, chooser: random.Random) -> Change | Refusal:
    state, what = session.state, chooser.random()
    if what < 0.03:
        return play.expired(session, Moment.at(NOW))
    if what < 0.04:
        return play.moved(session, chooser.choice(GAME.active(state)), Leave(), Moment.at(NOW))
    seat = chooser.choice(GAME.deciders(state))
    return play.moved(session, seat, chooser.choice(GAME.legal(state, seat)), Moment.at(NOW))


@pytest.mark.parametrize("seed", WALKS)
def test_what_happens_is_told_in_sentences_to_everybody_who_may_know(seed: int) -> None:
    for session in walk(seed):
        for scene in scenes(session):
            texts = [text for event in scene.recent[-1].events if (text := FACE.sentence(event, scene))]
            texts += [line for line in FACE.lines(scene.recent, scene) if line]
            assert list(filter(None, map(sentence_fault, texts))) == []


@pytest.mark.parametrize("seed", WALKS)
def test_every_refusal_is_explained_in_sentences(seed: int) -> None:
    for session in walk(seed):
        for seat in range(len(session.record.players)):
            scene = session.scene(seat)
            for tried in EVERY_VERB:
                made = play.moved(session, seat, tried, Moment.at(NOW))
                if isinstance(made, Refusal):
                    assert sentence_fault(pages.refusal(scene, made)) is None


@pytest.mark.parametrize("seed", WALKS)
def test_a_hand_shows_its_owners_cards_by_use_with_what_they_count(seed: int) -> None:
    for session in walk(seed):
        for scene in (session.scene(seat) for seat in session.game.active(session.state)):
            sheet = views.noted(scene)
            letter = seat_letter(scene.viewer or 0)
            hand, surge = sheet.hands[letter], sheet.surge[letter]
            lines = FACE.hand(scene).splitlines()
            for name, kind in (("Weapons", WEAPONS), ("Armour", ARMOURS)):
                (line,) = (one for one in lines if one.startswith(f"{name}: "))
                some = [
                    words.card(c) + (f" ({EFFECTIVE[surge][c]})" if surge else "") for c in hand if c in kind
                ]
                assert sorted(line.removeprefix(f"{name}: ").split(" · ")) == sorted(some or ["none"])
            assert f"Your hand ({len(hand)})" in lines
            assert not surge or any(one.startswith(f"Surge card {words.card(surge)}: ") for one in lines)
            assert letter not in sheet.throws or f"You throw {sheet.throws[letter]}." in lines


@pytest.mark.parametrize("seed", WALKS)
def test_labels_and_hints_fit_a_phone(seed: int) -> None:
    for session in walk(seed):
        for seat in GAME.deciders(session.state):
            scene = session.scene(seat)
            offers = [one.move for one in FACE.offers(scene) if not isinstance(one.move, str)]
            moves = [*FACE.offered(scene), *offers]
            assert sorted(map(str, moves)) == sorted(map(str, scene.legal))
            assert all(len(FACE.label(move, scene)) <= 34 for move in moves)
            assert all(len(FACE.hint(move, scene)) <= 58 for move in moves)


@pytest.mark.parametrize("seed", WALKS)
def test_a_hand_of_which_nothing_is_asked_stands_still_while_others_move(seed: int) -> None:
    before: dict[Seat, tuple[str, str | None]] = {}
    for session in walk(seed):
        scenes_of = {seat: session.scene(seat) for seat in GAME.active(session.state)}
        now = {seat: _shown(scene) for seat, scene in scenes_of.items() if not scene.asked}
        for seat, shown in now.items():
            assert _concerns(scenes_of[seat]) or before.get(seat, shown) == shown
        before = now


def _concerns(scene: Scene) -> bool:
    """Whether the newest move did something to the viewer."""
    return bool(FACE.came_to(telling.Moment(scene, scene.recent[-1].events)))


def _shown(scene: Scene) -> tuple[str, str | None]:
    """The own cards and what stands below them."""
    outcome = FACE.outcome(scene)
    return FACE.hand(scene), outcome.line if outcome else None


@pytest.mark.parametrize("seed", WALKS)
def test_hand_pages_keep_the_limits_and_offer_every_legal_move_once(seed: int) -> None:
    for session in walk(seed):
        for seat in range(len(session.record.players)):
            scene = session.scene(seat)
            assert sorted(reached(scene)) == sorted(map(str, scene.legal))


@pytest.mark.parametrize("seed", WALKS)
def test_table_pages_keep_the_limits(seed: int) -> None:
    for session in walk(seed):
        assert page_fault(pages.table(session.scene(None))) is None


def other_world(session: Session, viewer: Seat | None) -> Session:
    """The same game with all cards and throws exchanged that the viewer may not see."""
    try:
        return exchanged(session, viewer, bots=True)
    except Malformed:  # beaten bots would have become cards that are none
        return exchanged(session, viewer, bots=False)


def exchanged(session: Session, viewer: Seat | None, *, bots: bool) -> Session:
    """The same game with hidden cards exchanged, with or without those of beaten bots."""
    position, letter = GAME.dump(session.state), seat_letter(viewer) if viewer is not None else ""
    others = [one for one in position["hands"] if one != letter or one in position["left"]]
    zones = [position["pack"], position["aside"], *(position["hands"][one] for one in others)]
    slots: list[tuple[Any, Any]] = [(zone, place) for zone in zones for place in range(len(zone))]
    if position["phase"] == "surge":
        slots += [(position["surge"], one) for one in others if position["surge"][one]]
    if bots:
        slots += [(bot, part) for bot in position["field"][:-1] for part in ("weapon", "armour")]
    slots = [(zone, place) for zone, place in slots if zone[place] != JOKER]
    cards = [zone[place] for zone, place in slots]
    for (zone, place), card in zip(slots, [*cards[1:], *cards[:1]], strict=True):
        zone[place] = card
    position["throws"] |= {one: "rock" for one in position["throws"] if one in others}
    other = Session(GAME, msgspec.structs.replace(session.record, position=position))
    other.recent = session.recent
    other.scores = session.scores
    other.names = session.names
    return other


@pytest.mark.parametrize("seed", WALKS)
def test_pages_of_worlds_that_differ_in_hidden_cards_are_equal(seed: int) -> None:
    for session in walk(seed):
        world = other_world(session, None)
        assert GAME.dump(world.state) != GAME.dump(session.state)
        assert pages.table(world.scene(None)) == pages.table(session.scene(None))
        assert FACE.table_plan(world.scene(None)) == FACE.table_plan(session.scene(None))
        for seat in GAME.active(session.state):
            mine, same = session.scene(seat), other_world(session, seat).scene(seat)
            assert pages.hand(same) == pages.hand(mine)
            assert FACE.hand_plan(same, "rank") == FACE.hand_plan(mine, "rank")


THREE = surging(A="KC 2S 2H", B="QC 3S 3H", C="4C 4S 4H")


@pytest.mark.parametrize(
    ("position", "commands"),
    [
        (THREE, ("A: surge card:KC", "A: surge card:2H")),
        (TIE, ("A: throw shape:rock", "A: throw shape:paper")),
    ],
)
def test_a_secret_choice_does_not_show_on_the_table(position: Any, commands: tuple[str, str]) -> None:
    one, other = (do(session_of(3, position), command) for command in commands)

    assert pages.table(one.scene(None)) == pages.table(other.scene(None))
    assert pages.hand(one.scene(0)) != pages.hand(other.scene(0))
