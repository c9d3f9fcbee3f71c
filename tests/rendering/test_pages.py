"""The pages of a session: the table as a picture or in words, and a player's own hand."""

from collections.abc import Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any

import msgspec
import pytest

from bot.engine.chance import SeededChance, seat_letter
from bot.engine.draft import Refusal
from bot.games import GAMES
from bot.players.computers import Computer
from bot.rendering import pages
from bot.rendering.faces import FACES
from bot.rendering.page import Button, Buttons, Page, Picture, Section, Text
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.helpers.controls import acts, labels, page_fault
from tests.helpers.walks import USUAL
from tests.rendering import spoken
from tests.rendering.twin.moments import Moment, moments

NAMES = ("Ann", "Ben", "Cyd", "Dan")
HANDS = {
    "A": ["7C", "7D", "9H", "2C"],
    "B": ["7H", "7S", "4C"],
    "C": ["KC", "3C", "3D"],
    "D": ["QC", "5D", "5H"],
}


def at_table(**position: Any) -> Session:
    """Return a session of C.R.A.P. with Ann, Ben, Cyd and Dan, Ann on turn."""
    game = GAMES["crap"]
    options = game.options()
    state = game.load({"hands": HANDS, "turn": "A", **position}, 4, options)
    session = spoken.session_at(game, 4, options, game.dump(state), key="pages")
    session.names = dict(zip(session.record.players, NAMES, strict=True))
    return session


def texts(page: Page) -> list[str]:
    return [block.text for block in page.blocks if isinstance(block, Text)]


def pictured(scene: Scene) -> Scene:
    return msgspec.structs.replace(scene, pictures=True)


def some(game_id: str) -> Iterator[Moment]:
    """Yield a few moments of a random game."""
    yield from islice(moments(GAMES[game_id], 3, USUAL, 25), 30)


def test_a_table_tells_past_now_and_next() -> None:
    session = spoken.do(at_table(), "A: protect card:2C", "B: protect card:4C")
    head, told, zones, following = texts(pages.table(session.scene(None)))

    assert head == "**C.R.A.P.** · table 123456789 · first over 1,000"
    assert told == "-# Ann protects a card (1 now).\n**Ben protects a card (1 now).**"
    assert zones.startswith("**Ann** 0 + 0 · 3 cards, 1 protected")
    assert following.startswith(f"<@{session.record.players[2]}>, your turn. Auto-skip <t:")


def test_silence_is_told_only_where_a_person_acts() -> None:
    scene = at_table().scene(None)
    computer = Computer("hare", "medium").id
    alone = msgspec.structs.replace(scene, players=(computer, *scene.players[1:]))
    away = msgspec.structs.replace(scene, stand_ins={0: computer})

    assert pages.timeout_notice(scene).startswith("Auto-skip <t:")
    assert [pages.timeout_notice(one) for one in (alone, away)] == ["", ""]


def test_under_picture_newest_event_is_not_told_again() -> None:
    session = spoken.do(at_table(), "A: protect card:2C", "B: protect card:4C")
    page = pages.table(pictured(session.scene(None)))
    head, told, following = texts(page)
    (picture,) = page.pictures

    assert told == "-# Ann protects a card (1 now)."
    assert "Ben protects a card" in picture.alt
    assert (head, following) == (texts(pages.table(session.scene(None)))[0], following)


def test_words_replace_missing_picture() -> None:
    session = spoken.do(at_table(), "A: protect card:2C", "B: protect card:4C")
    page, words = pages.table(pictured(session.scene(None))), pages.table(session.scene(None))
    order: Future[bytes | None] = Future()
    late = msgspec.structs.replace(
        page,
        blocks=tuple(
            msgspec.structs.replace(one, png=b"", pending=order) if isinstance(one, Picture) else one
            for one in page.blocks
        ),
    )

    said = "\n".join(texts(words)).splitlines()
    for shown in (page.without_pictures(), late.finished()):
        assert shown.pictures == ()
        assert "\n".join(texts(shown)).splitlines() == said
    order.set_result(b"drawn")
    assert [picture.png for picture in late.finished().pictures] == [b"drawn"]


def test_hand_has_same_controls_as_picture_or_words() -> None:
    scene = at_table().scene(0)
    page, words = pages.hand(pictured(scene)), pages.hand(scene)

    assert len(page.pictures) == 1
    assert "Your hand (4): 2♣ 7♣ 7♦ 9♥" not in page.text
    assert "Your hand (4): 2♣ 7♣ 7♦ 9♥" in words.text
    assert page.without_pictures().text == words.text
    assert labels(page) == labels(words)


def lone(scene: Scene) -> Scene:
    """Return the scene with computers in all seats but the viewer's."""
    players = tuple(
        user if seat == scene.viewer else Computer(("hare", "fox", "wasp")[seat - 1], "easy").id
        for seat, user in enumerate(scene.players)
    )
    return msgspec.structs.replace(scene, players=players)


def test_alone_table_and_hand_are_one_picture() -> None:
    scene = lone(at_table().scene(0))
    page, words = pages.hand(pictured(scene), note="You don't have K♣."), pages.hand(scene)
    (picture,) = page.pictures

    assert "Your hand · 4" in picture.alt
    assert "Dan" in picture.alt
    assert "**Dan** 0 + 0" in picture.instead
    assert "Your hand (4): 2♣ 7♣ 7♦ 9♥" in picture.instead
    assert [text.partition(" ")[0] for text in texts(page)] == ["**C.R.A.P.**", ">", "###"]
    assert labels(page) == labels(words)


def test_waiting_person_alone_reads_who_thinks() -> None:
    scene = lone(at_table(turn="B").scene(0))
    company = at_table(turn="B").scene(0)

    assert texts(pages.hand(pictured(scene)))[-1] == "### Ben is thinking…"
    assert texts(pages.hand(company))[-1] == "### Not your turn"


def test_own_outcome_follows_who_thinks() -> None:
    session = spoken.do(at_table(), "A: protect card:2C")

    assert texts(pages.hand(pictured(lone(session.scene(0)))))[-1].splitlines() == [
        "### Ben is thinking…",
        "You protect 2♣.",
    ]


def test_headline_of_the_picture_alone_is_not_recalled() -> None:
    moves = ("A: protect card:2C", "B: protect card:4C", "C: protect card:KC", "D: protect card:QC")
    scene = lone(spoken.do(at_table(), *moves).scene(0))
    said = "-# Since your turn: Ben protects a card · Cyd protects a card"

    assert f"{said} · Dan protects a card" in pages.hand(spoken.do(at_table(), *moves).scene(0)).text
    assert said in pages.hand(pictured(scene)).text.splitlines()
    assert "Dan protects" in pages.hand(pictured(scene)).pictures[0].alt


def test_an_action_is_explained_once_pressed() -> None:
    scene = at_table().scene(0)
    alone, company = pages.hand(lone(scene)), pages.hand(scene)

    assert not [one for one in (*company.blocks, *alone.blocks) if isinstance(one, Section)]
    rows = [[button.label for button in one.buttons] for one in alone.blocks if isinstance(one, Buttons)]
    assert rows[-2:] == [["Challenge", "Protect", "Cooperate"], ["Recycle", "Hint", "Rules", "More"]]
    assert {one for one in acts(alone) if one[:4] in ("form", "move")} == {
        one for one in acts(company) if one[:4] in ("form", "move")
    }


@pytest.mark.parametrize("game_id", GAMES)
def test_as_text_has_table_and_own_cards(game_id: str) -> None:
    for moment in some(game_id):
        public, face = moment.scene(None), FACES[game_id]
        if public.outcome is not None:
            continue
        assert texts(pages.as_text(public)) == texts(pages.table(public))
        for seat in public.active:
            scene = moment.scene(seat)
            own = [face.hand(scene)] if face.has_hands else []
            *shown, following = texts(pages.as_text(pictured(scene)))
            assert shown[len(shown) - len(own) :] == own
            assert following == texts(pages.table(public))[-1]
            assert shown[0] == texts(pages.table(public))[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_page_keeps_to_what_discord_takes(game_id: str) -> None:
    for moment in some(game_id):
        for viewer in moment.viewers:
            scene = moment.scene(viewer)
            shown = [pages.table(scene), pages.as_text(scene)]
            shown += [pages.hand(scene)] if viewer is not None else []
            assert [page_fault(page) for page in shown] == [None] * len(shown)


@pytest.mark.parametrize("viewer", [2, 3])
def test_unasked_hand_is_unchanged_by_others(viewer: int) -> None:
    session = at_table()
    before = pages.hand(session.scene(viewer)).digest()

    spoken.do(session, "A: challenge player:B")
    assert pages.hand(session.scene(viewer)).digest() == before
    while session.game.phase(session.state) != "turn":
        (seat, *_) = session.game.deciders(session.state)
        spoken.do(session, f"{seat_letter(seat)}: {session.game.legal(session.state, seat)[0]}")
        assert pages.hand(session.scene(viewer)).digest() == before
    spoken.do(session, "B: protect card:4C")
    assert (pages.hand(session.scene(viewer)).digest() == before) is (viewer == 3)  # Now it's Cyd's turn.


def test_hand_changes_with_its_own_players_events() -> None:
    session = at_table()
    spoken.do(session, "A: acquire rank:7")
    waiting = pages.hand(session.scene(0)).digest()
    spoken.do(session, "C: believe", "D: believe")
    assert pages.hand(session.scene(0)).digest() == waiting

    spoken.do(session, "B: believe")

    page = pages.hand(session.scene(0))
    assert page.digest() != waiting
    assert page.text.count("You got 7♥ 7♠ from Ben.") == 1
    assert "### You got 7♥ 7♠ from Ben." in page.text


def test_note_stands_above_cards_and_task() -> None:
    shown = texts(pages.hand(at_table().scene(0), note="You don't have K♣."))

    assert [text.partition(" ")[0] for text in shown[:4]] == ["-#", ">", "Your", "###"]


def test_page_as_text_keeps_one_way_to_hand() -> None:
    page = pages.plain(pages.table(pictured(at_table().scene(None))))

    assert labels(page) == ["My hand"]
    assert page.pictures == ()
    assert "**Ann** 0 + 0" in page.text


def test_abandoned_table_asks_for_nothing() -> None:
    scene = msgspec.structs.replace(at_table().scene(0), is_idle=True, deadline=5.0)
    page, hand = pages.table(scene), pages.hand(scene)

    assert (
        texts(page)[-1] == "Nobody has played for a while. The clock is paused, and the table closes <t:5:R>."
    )
    assert labels(page) == ["My hand", "Go on", "Rules", "More"]
    assert "Nobody has played for a while." in hand.text
    assert "Go on" in labels(hand)
    assert "<@" not in texts(page)[-1]


def test_hand_of_player_who_left_offers_another_game() -> None:
    session = spoken.do(at_table(), "B: leave")
    hand = pages.hand(session.scene(1))

    assert texts(hand)[1:] == ["### You've left this game\nYou can watch it, or play another one."]
    assert labels(hand) == ["Another game", "Rules", "More"]
    assert hand.pictures == ()


def test_votes_to_end_are_counted_below_request() -> None:
    scene = msgspec.structs.replace(at_table().scene(None), end_votes=(7, 8))

    assert texts(pages.table(scene))[-1].endswith("\n-# 2 votes to end the game.")


def test_why_not_is_short_while_others_act() -> None:
    session = at_table()
    refusal = session.game.apply(session.state, 1, session.scene(0).legal[0], SeededChance(b""))
    assert isinstance(refusal, Refusal)
    refused = {"protect": refusal, "recycle": refusal}

    assert texts(pages.why_not_page(session.scene(1), refused)) == ["It's Ann's turn."]
    assert texts(pages.why_not_page(session.scene(0), {})) == ["Score a set: 7♣ 7♦, two short."]


def test_why_not_is_silent_about_other_moments() -> None:
    scene = at_table(hands={**HANDS, "A": ["7C", "8D", "9H", "2C"]}).scene(0)
    early = {"guess": Refusal("wrong-phase", {"phase": "turn", "seats": (0,)})}

    assert texts(pages.why_not_page(scene, early)) == ["You can do anything this game allows."]


def test_rules_open_on_the_section_that_matters_now() -> None:
    buttons = [one for block in pages.table(at_table().scene(None)).blocks for one in _buttons(block)]

    assert [one.action.act for one in buttons if one.label == "Rules"] == ["rules crap your-turn"]


def _buttons(block: Any) -> tuple[Button, ...]:
    return getattr(block, "buttons", ())
