"""The words of Skrap: what is told, shown, asked and refused on scripted tables."""

from typing import Any

import pytest

from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.notation import seat_of
from bot.games.skrap import GAME, battle, opener
from bot.rendering.skrap.refusals import REFUSALS
from tests.games.skrap.table import battling, scavenging, surging
from tests.rendering.skrap_table import FACE, TIE, sentence_fault, session_of
from tests.rendering.spoken import do, move, plain, told

ROUND = {
    "phase": "open",
    "turn": "A",
    "heads": {"A": 3, "B": 0, "C": 6},
    "surge": {"A": "KD", "B": "6H", "C": "5S"},
    "hands": {
        "A": ["3S", "5C", "QS", "2H", "9D", "10D"],
        "B": ["4C", "8S", "KS", "JK", "AH", "4H", "8D", "QD"],
        "C": ["AC", "2C", "9C", "3H", "3D", "JH"],
    },
}


def test_a_battle_is_told_bot_by_bot() -> None:
    session = do(session_of(3, ROUND), "A: bot weapon:3S armour:10D")
    assert told(session) == "A plays 3♠ (3) with 10♦ (11). B is to answer."

    do(session, "B: bot weapon:KS armour:QD")
    assert told(session) == (
        "B plays K♠ (13) with Q♦ (12) and destroys A's bot (13 ≥ 11); 1 bot destroyed. C is to answer."
    )
    assert told(session, 1).endswith("You hold 4♣ 8♦ A♥ 4♥ 8♠ joker. C is to answer.")

    do(session, "C: pass", "A: pass")
    assert told(session) == (
        "A passes. **B's K♠ with Q♦ is the champion**: +1 head, 1 now. A and C may play scavengers."
    )


def test_the_table_shows_the_battle() -> None:
    session = do(session_of(3, ROUND), "A: bot weapon:3S armour:10D", "B: bot weapon:KS armour:QD", "C: pass")

    assert plain(FACE.table(session.scene(None))).splitlines() == [
        "▶ A: **3** of 10 heads · 4 of 10 cards in hand · surge card K♦ (diamonds +1) · 1 destroyed bot",
        "B: **0** of 10 heads · 6 of 10 cards in hand · surge card 6♥ (hearts +1)",
        "C: **6** of 10 heads · 6 of 10 cards in hand · surge card 5♠ (spades +1) · has passed",
        "**Current bot** of B: weapon K♠ (13), armour Q♦ (12)",
        "Destroyed this round: 1 bot",
        "The current bot falls to a weapon of 12 or more; if all pass: +1 head for its owner",
        "Undealt: 0 cards",
    ]


def test_a_surged_king_falls_to_a_joker_only_where_that_is_played() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}
    stands = "The bot of A has armour K♥ (14): destroy it with"

    for rule, needed in (("equal", "a weapon of 14 or more"), ("joker-only", "a joker")):
        scene = session_of(2, position, options={"surged-king": rule}).scene(1)
        assert plain(FACE.asked(scene)) == f"{stands} {needed}, or pass."
        assert f"falls to {needed};" in FACE.table(scene)


def test_heads_of_a_bot_whose_owner_has_left_are_lost() -> None:
    field = [("B", "2S", "2H"), ("A", "3S", "3H")]
    session = do(session_of(3, battling("B", field, A="4C 4D", B="5C 5D", C="6C 6D")), "A: leave")
    assert "if all pass: nobody collects, its owner has left" in FACE.table(session.scene(None))

    do(session, "B: pass", "C: pass")
    assert "**A's 3♠ with 3♥ is the champion** of somebody who has left; heads lost: 1." in told(session)


def test_the_opener_is_found_by_a_throw() -> None:
    session = session_of(3, surging(A="9S 2S 2H", B="9H 3S 3H", C="9C 4S 4H"))
    do(session, "A: surge card:9S", "B: surge card:9H")
    assert told(session) == "B has placed a surge card (2 of 3)."

    do(session, "C: surge card:9C")
    assert told(session).endswith(
        "Surge cards: A 9♠, B 9♥, C 9♣. A, B and C throw rock, paper or scissors for who must open."
    )
    do(session, "A: throw shape:rock", "B: throw shape:rock", "C: throw shape:rock")
    assert told(session).endswith(
        "The throw is undecided: A rock, B rock, C rock. A, B and C throw again, undecided so far: 1."
    )
    do(session, "A: throw shape:rock", "B: throw shape:rock")
    assert "Throw between A, B and C: who loses opens (undecided in a row: 1" in plain(
        FACE.table(session.scene(None))
    )
    do(session, "C: throw shape:scissors")
    assert told(session).endswith(
        "The throw: A rock, B rock, C scissors; C loses. C has lost the throw and is called to open. C opens."
    )


def test_a_round_that_nobody_can_open_is_void() -> None:
    session = do(session_of(2, surging(A="9S 2S", B="8H 3H")), "A: surge card:9S", "B: surge card:8H")

    assert "A lacks a weapon or an armour" in told(session)
    assert "Nobody can build a bot: round 1 is void and dealt anew. **Round 2**: 10 cards each" in told(
        session
    )


def test_scavengers_get_eleven_cards() -> None:
    position = scavenging("A", A="4S 5H", B="2S 2H JK", C="7S 8H")
    session = do(session_of(3, position), "B: scavenge first:2S second:2H")
    assert told(session) == "B plays the scavengers 2♥ 2♠: 11 cards next round."
    assert "scavengers 2♥ 2♠ (11 cards next round)" in FACE.table(session.scene(None))

    do(session, "*: timeout")
    assert told(session) == (
        "Time is up for C. C plays no scavengers. "
        "**Round 2**: 10 cards for A and C and 11 cards for B; undealt: 23."
    )


SURGE = surging(A="KC 2S 2H JK", B="QC 3S 3H")
BATTLE = battling("B", [("A", "3S", "5H")], A="2S 2H", B="7S 7H 4C JK 8S 8H", C="9S 9H") | {
    "surge": {"A": "QD", "B": "10S", "C": "2C"}
}
WEAK = battling("B", [("A", "3S", "5H")], A="2S 2H", B="4C 8H", C="9S 9H")
SCAVENGE = scavenging("A", A="4S 4H", B="2S 2H JK 5C", C="7S 8H")
REFUSED: list[tuple[str, Any, str, str]] = [
    ("wrong-phase", BATTLE, "A: surge card:2S", "B may destroy the current bot or pass (`/bot` or `/pass`)."),
    ("not-your-turn", BATTLE, "C: pass", "It is not for you to act: B may destroy the current bot or pass."),
    (
        "already-done",
        SURGE | {"surge": {"A": "9D"}},
        "A: surge card:2S",
        "Now B and C must place a surge card.",
    ),
    ("bad-card", SURGE, "A: surge card:11H", "“11H” is not a card. Write one card like 7S, 10H or JK."),
    ("bad-card", SURGE, f"A: surge card:{'x' * 6000}", f"“{'x' * 29}…” is not a card."),
    ("not-in-hand", SURGE, "A: surge card:QC", "You do not have Q♣; choose from your hand: K♣ 2♥ 2♠ joker."),
    ("not-in-hand", BATTLE, "B: bot weapon:10S armour:8H", "10♠ is your surge card and stays where it is"),
    ("not-in-hand", SCAVENGE, "B: scavenge first:2S second:2S", "You have named 2♠ twice and hold one only"),
    (
        "joker-only-weapon",
        SURGE,
        "A: surge card:JK",
        "A joker is a weapon and nothing else. Place another card.",
    ),
    ("joker-only-weapon", BATTLE, "B: bot weapon:7S armour:JK", "Armour is a red card. Yours: 7♥ 8♥."),
    ("joker-only-weapon", SCAVENGE, "B: scavenge first:JK second:2S", "You could play 2♥ 2♠."),
    (
        "weapon-not-black",
        BATTLE,
        "B: bot weapon:7H armour:8H",
        "7♥ is red; a weapon is a black card or a joker.",
    ),
    (
        "armour-not-red",
        BATTLE,
        "B: bot weapon:7S armour:4C",
        "4♣ is black; armour is a red card. Yours: 7♥ 8♥.",
    ),
    (
        "too-weak",
        BATTLE,
        "B: bot weapon:4C armour:7H",
        "destroy armour of 5, that takes 5 or more. You could use 7♠ (8), 8♠ (9) or joker (15).",
    ),
    ("too-weak", WEAK, "B: bot weapon:4C armour:8H", "that takes 5 or more. No bot of yours does, so pass."),
    (
        "must-open",
        ROUND,
        "A: pass",
        "Whoever opens cannot pass: play a bot of a weapon and an armour with `/bot`.",
    ),
    ("not-a-pair", SCAVENGE, "B: scavenge first:2S second:5C", "2♠ and 5♣ are of different ranks"),
    ("not-a-pair", SCAVENGE, "C: scavenge first:7S second:8H", "You have no such two cards, so pass."),
    (
        "champion-no-scavengers",
        SCAVENGE,
        "A: pass",
        "so scavengers are for the others: B and C may play scavengers",
    ),
]


@pytest.mark.parametrize(("code", "position", "command", "words_of_it"), REFUSED)
def test_a_refusal_says_what_would_be_right(code: str, position: Any, command: str, words_of_it: str) -> None:
    session = session_of(3, position)
    who, what = command.split(": ")
    refused = move(session, who, what)
    assert isinstance(refused, Refusal)
    said = plain(FACE.refusal(refused, session.scene(seat_of(who, 3))))

    assert (refused.code, sentence_fault(said)) == (code, None)
    assert words_of_it in said


def test_a_king_that_only_a_joker_destroys_is_named_in_the_refusal() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}
    session = session_of(2, position, options={"surged-king": "joker-only"})
    refused = move(session, "B", "bot weapon:KC armour:8D")

    assert isinstance(refused, Refusal)
    assert FACE.refusal(refused, session.scene(1)) == (
        "A weapon of 14 does not destroy armour of 14, only a joker does here. You could use joker (15)."
    )


def test_every_refusal_of_the_game_is_among_those_tried() -> None:
    assert {code for code, *_ in REFUSED} == set(REFUSALS)


def test_the_deadline_says_what_it_leads_to() -> None:
    said = {
        FACE.default(session_of(3, position).scene(None))
        for position in (SURGE, TIE, ROUND, BATTLE, SCAVENGE)
    }
    final = session_of(3, BATTLE, options={"pass-rule": "final"}).scene(None)

    assert len(said) == 5
    assert all(text.startswith("then ") for text in said)
    assert FACE.default(final) == "then it is a pass for the rest of the battle"


def test_final_passes_are_said_to_be_final() -> None:
    session = do(session_of(3, BATTLE, options={"pass-rule": "final"}), "B: pass")

    assert told(session).startswith("B passes for the rest of this battle.")
    assert "out of this battle" in FACE.table(session.scene(None))


@pytest.mark.parametrize(
    ("position", "seat", "first", "last"),
    [
        (SURGE, 0, "2♥ (value 2, hearts +1)", "K♣ (value 13, clubs +1)"),
        (TIE, 0, "Rock", "Scissors"),
        (ROUND, 0, "3♠ (3) with 10♦ (11)", "Q♠ (12) with 2♥ (2)"),
        (BATTLE, 1, "7♠ (8) with 8♥ (8)", "Pass"),
        (SCAVENGE, 1, "2♥ 2♠", "No scavengers"),
    ],
)
def test_moves_are_labelled_with_what_counts(position: Any, seat: Seat, first: str, last: str) -> None:
    scene = session_of(3, position).scene(seat)
    labels = [FACE.label(one, scene) for one in scene.legal]

    assert (labels[0], labels[-1]) == (first, last)


def test_what_is_asked_follows_from_what_can_be_done() -> None:
    weak, no_pair = session_of(3, WEAK).scene(1), session_of(3, SCAVENGE).scene(2)

    assert plain(FACE.asked(weak)) == (
        "The bot of A has armour 5♥ (5): no bot of yours destroys it, so you can only pass."
    )
    assert FACE.asked(no_pair) == "You have no two cards of one rank for scavengers, so you can only pass."
    assert "11 cards in the next round" in FACE.asked(session_of(3, SCAVENGE).scene(1))
    assert all(
        sentence_fault(FACE.asked(session_of(3, position).scene(0))) is None
        for position in (SURGE, TIE, ROUND)
    )


def test_the_public_buttons_are_moves_of_everybody_awaited() -> None:
    for position in (SURGE, TIE, ROUND, BATTLE, SCAVENGE):
        session = session_of(3, position)
        for seat in GAME.deciders(session.state):
            assert set(FACE.table_moves(session.scene(None))) <= set(GAME.legal(session.state, seat))
    assert len(FACE.table_moves(session_of(3, TIE).scene(None))) == 3


def test_who_has_left_sees_no_cards() -> None:
    session = do(session_of(3, BATTLE), "C: leave")

    assert FACE.hand(session.scene(2)) == "You have left this game and hold no cards."
    assert plain(FACE.table(session.scene(None))).splitlines()[2] == "C: **0** of 10 heads · has left"


def test_the_result_names_the_winner_the_reason_and_all_heads() -> None:
    field = [("B", "2S", "2H"), ("A", "3S", "3H")]
    position = battling("B", field, A="4C 4D", B="5C 5D", C="6C 6D") | {"heads": {"A": 2, "C": 1}}
    target = do(session_of(3, position, options={"target": 3}), "C: leave", "B: pass")
    last = do(session_of(2, SURGE | {"heads": {"A": 4}}), "A: leave")

    assert plain(FACE.result(target.scene(None))) == (
        "**A wins!** The goal of 3 heads is reached.\nHeads: A 3, B 0, C 1 (left)"
    )
    assert (
        plain(FACE.result(last.scene(None)))
        == "**B wins!** All the others have left.\nHeads: A 4 (left), B 0"
    )
    assert told(last).endswith("The game ends in round 1: B wins with 0 heads.")


def test_the_round_limit_can_be_shared() -> None:
    position = scavenging("A", A="4S 5H", B="2S 2H") | {"round": 5}
    session = do(session_of(2, position, options={"max-rounds": 5}), "B: pass")

    assert plain(FACE.result(session.scene(None))) == (
        "**A and B share the win!** The last of 5 rounds is over.\nHeads: A 0, B 0"
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_rare_events_have_sentences_too(seat: Seat) -> None:
    scene = session_of(3, BATTLE).scene(None)
    calls: tuple[opener.Reason, ...] = ("highest", "lowest", "throw", "chance", "last-contender")
    rare: list[Event] = [opener.Called(seat=seat, by=by) for by in calls]
    rare += [
        battle.PassedByRule(seat=seat, excuse="unable"),
        battle.PassedByRule(seat=seat, excuse="too-few-cards"),
    ]

    said = [plain(FACE.sentence(event, scene)) for event in rare]

    assert [sentence_fault(text) for text in said] == [None] * len(rare)
    assert len(set(said)) == len(rare)
    assert all(seat_letter(seat) in text.split() for text in said)
