"""The question, the offers and the words of a Skrap hand, and the end of the game."""

from typing import Any

import pytest

from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.skrap import GAME
from bot.games.skrap.battle import Bot, BotPlayed
from bot.games.skrap.notes import SkrapNotes
from bot.games.skrap.passing import Pass
from bot.games.skrap.scoring import Champion
from bot.games.skrap.surging import Surge
from bot.rendering import pages
from bot.rendering.face import Prompt
from bot.rendering.page import Buttons, Select
from bot.rendering.score_sheet import Standing
from bot.sessions.session import Session
from tests.games.skrap.positions import battling, scavenging, surging
from tests.rendering.skrap.sessions import BATTLE, FACE, ROUND, SCAVENGE, SURGE, TIE, WEAK, session_of
from tests.rendering.spoken import do, plain

FINAL = {"pass-rule": "final"}
STAKES = battling("C", [("A", "2S", "2H"), ("B", "3S", "3H")], A="4C 4D", B="5C 5D", C="6C 6D")
"""A battle in which B's bot has destroyed A's, and C must answer."""
PAIRS = scavenging("A", A="4S 4H", B="2S 2H 2D 5C 5H", C="7S 8H")
"""The end of a round, at which B holds a pair and three of a kind: four possible pairs."""


def task(session: Session, seat: Seat) -> Prompt:
    return FACE.task(session.scene(seat))


@pytest.mark.parametrize(
    ("position", "public", "notice"),
    [
        (SURGE, "<@A>, <@B> and <@C>, choose a surge card.", "Auto-pick (your lowest card) soon."),
        (TIE, "<@A> and <@B>: rock, paper or scissors?", "Auto-throw (at random) soon."),
        (ROUND, "<@A>, play first: build a bot.", "Auto-build (your weakest bot) soon."),
        (BATTLE, "<@B>, destroy it or pass.", "Auto-pass soon."),
        (
            SCAVENGE,
            "<@B> and <@C>, play scavengers for an 11th card?",
            "Silence counts as *no*. Auto-answer soon.",
        ),
    ],
)
def test_everyone_reads_deciders_and_effect_of_silence(position: Any, public: str, notice: str) -> None:
    scene = session_of(3, position).scene(None)
    called = {f"<@{letter}>": scene.mention(seat) for seat, letter in enumerate("ABC")}
    for letter, mention in called.items():
        public = public.replace(letter, mention)

    assert FACE.asks(scene) == Prompt(public)
    assert FACE.timeout_notice(scene, "soon") == notice


def test_silence_under_final_passes_ends_players_round() -> None:
    session = session_of(3, BATTLE, options=FINAL)

    assert FACE.timeout_notice(session.scene(1), "soon") == "Auto-pass for this round soon."
    assert task(session, 1).line == "Reach armour 5, or you're out of this round"


@pytest.mark.parametrize(
    ("position", "seat", "line"),
    [
        (SURGE, 0, "Choose your surge card"),
        (TIE, 0, "Rock, paper or scissors"),
        (ROUND, 0, "You play first: build any bot"),
        (BATTLE, 1, "Reach armour 5, or pass"),
        (WEAK, 1, "Nothing you hold reaches 5"),
        (battling("B", [("A", "3S", "5H")], A="2S 2H", B="7S 8S"), 1, "You're out of red cards"),
        (SCAVENGE, 1, "Play scavengers for an 11th card?"),
        (SCAVENGE, 2, "No pair to play"),
    ],
)
def test_the_heading_of_a_hand_is_the_task(position: Any, seat: Seat, line: str) -> None:
    assert task(session_of(3, position), seat).line == line


@pytest.mark.parametrize(
    ("change", "stakes"),
    [
        ({}, "If nobody does, B takes one head: 1 of 10."),
        ({"heads": {"B": 9}}, "If nobody does, B wins the game."),
        ({"left": ["B"]}, "If nobody does, one head is lost, because B has left."),
    ],
)
def test_asked_player_reads_the_stakes(change: Any, stakes: str) -> None:
    assert task(session_of(4, STAKES | change), 2).below == (stakes,)


def test_nothing_is_at_stake_with_the_first_bot() -> None:
    assert task(session_of(3, BATTLE), 1).below == ()


def test_r11_surged_king_falls_only_to_joker_by_default() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}

    assert task(session_of(2, position), 1).below == ("Only a joker destroys armour 14.",)
    assert task(session_of(2, position, options={"surged-king": "equal"}), 1).below == ()


def labels(moves: tuple[Move, ...], session: Session, seat: Seat) -> list[str]:
    return [FACE.label(move, session.scene(seat)) for move in moves]


def test_surge_cards_are_written_as_pictured_with_bonus() -> None:
    session = session_of(2, surging(A="JK 9S 3S QS 5C 7H 9D KD", B="2S 2H"))
    scene = session.scene(0)
    offered = FACE.menu_moves(scene)

    assert labels(offered, session, 0) == ["3♠", "5♣", "9♠", "Q♠", "7♥", "9♦", "K♦"]
    assert [FACE.hint(move, scene) for move in offered] == [
        "2 spades gain 1",
        "No other clubs in your hand",
        "2 spades gain 1",
        "2 spades gain 1",
        "No other hearts in your hand",
        "K♦ gains 1: only a joker destroys it",
        "9♦ gains 1",
    ]


def test_surge_hint_names_what_passes_a_king() -> None:
    session = session_of(2, surging(A="3S KS 2D 3D QD KD", B="2S 2H"))
    scene = session.scene(0)
    hints = {FACE.label(move, scene): FACE.hint(move, scene) for move in FACE.menu_moves(scene)}

    assert hints["3♠"] == "K♠ gains 1: it counts 14"
    assert hints["2♦"] == "3 diamonds gain 1: only a joker destroys K♦"
    assert hints["K♦"] == "3 diamonds gain 1"


def test_pass_is_below_what_destroys_the_bot() -> None:
    blocks = pages.hand(session_of(3, BATTLE).scene(1)).blocks
    controls = [one for one in blocks if isinstance(one, Select | Buttons)]

    assert isinstance(controls[0], Select)
    assert isinstance(controls[1], Buttons)
    assert [button.label for button in controls[1].buttons] == ["Pass"]


def test_bots_are_listed_by_armour_with_values() -> None:
    position = battling("B", [("A", "3S", "8H")], A="2S", B="JK QS 9S 2C KD 7H") | {"surge": {"B": "9D"}}
    session = session_of(2, position)
    scene = session.scene(1)
    offered = FACE.menu_moves(scene)

    assert labels(offered, session, 1) == [
        "Joker + K♦", "Q♠ + K♦", "9♠ + K♦", "Joker + 7♥", "Q♠ + 7♥", "9♠ + 7♥",
    ]  # fmt: skip
    assert FACE.hint(offered[0], scene) == "Weapon 15, armour 14: only a joker destroys it"
    assert FACE.hint(offered[-1], scene) == "Weapon 9, armour 7"


@pytest.mark.parametrize(
    ("position", "seat", "prompt"),
    [
        (surging(A="9S 3S QS 5C 7H 9D KD", B="2S", C="3C"), 0, "Surge card…"),
        (ROUND, 0, "Your first bot…"),
        (BATTLE, 1, "Destroy it with a bot…"),
    ],
)
def test_a_move_is_two_clicks_away(position: Any, seat: Seat, prompt: str) -> None:
    page = pages.hand(session_of(3, position).scene(seat))
    (select,) = (block for block in page.blocks if isinstance(block, Select))

    assert select.label == prompt
    assert select.action.act.startswith("move ")


@pytest.mark.parametrize(
    ("position", "seat", "buttons"),
    [
        (BATTLE, 1, [("Pass", "grey")]),
        (WEAK, 1, [("Pass", "blue")]),
        (
            PAIRS,
            1,
            [("Play 2♦ 2♥", "blue"), ("Play 2♦ 2♠", "blue"), ("Play 2♥ 2♠", "blue"), ("Play 5♣ 5♥", "blue"), ("Skip scavengers", "grey")],
        ),
        (SCAVENGE, 2, [("Skip scavengers", "blue")]),
        (SURGE, 0, [("Choose 2♠", "blue"), ("Choose K♣", "blue"), ("Choose 2♥", "blue")]),
        (ROUND | {"hands": {"A": ["3S", "2H"]}}, 0, [("Build 3♠ + 2♥", "blue")]),
        (ROUND, 0, []),
    ],
)  # fmt: skip
def test_few_choices_and_no_are_one_click_away(
    position: Any, seat: Seat, buttons: list[tuple[str, str]]
) -> None:
    quick_moves = FACE.quick_moves(session_of(3, position).scene(seat))

    assert sorted((quick.label, quick.style) for quick in quick_moves) == sorted(buttons)


def test_many_pairs_are_a_select() -> None:
    session = session_of(3, scavenging("A", A="4S 4H", B="2S 2H 2D 2C", C="7S 8H"))
    scene = session.scene(1)

    assert [quick.label for quick in FACE.quick_moves(scene)] == ["Skip scavengers"]
    assert len(FACE.menu_moves(scene)) == 6
    assert FACE.placeholder("scavenge", scene) == "Play scavengers…"


@pytest.mark.parametrize(
    ("position", "seat", "line"),
    [
        (WEAK, 1, "Destroy it: 4♣ is 1 short of armour 5."),
        (battling("B", [("A", "3S", "5H")], A="2S", B="7S"), 1, "Destroy it: no red card left."),
        (battling("B", [("A", "3S", "5H")], A="2S", B="7H 8H"), 1, "Destroy it: no black card left."),
        (SCAVENGE, 2, "Play scavengers: no two of your cards match in rank."),
    ],
)
def test_why_not_tells_what_the_hand_lacks(position: Any, seat: Seat, line: str) -> None:
    assert FACE.nearly(session_of(3, position).scene(seat)) == (line,)


def test_nothing_is_lacking_where_something_can_be_done() -> None:
    assert FACE.nearly(session_of(3, BATTLE).scene(1)) == ()
    assert FACE.nearly(session_of(3, WEAK).scene(2)) == ()


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("3C JK 2H", "I'd pass. Few heads are at stake, and your joker is worth more later."),
        ("3C KS 2H", "I'd pass. Few heads are at stake, and K♠ is worth more later."),
        ("QC KS 2H", "I'd pass. Few heads are at stake, and your cards are worth more later."),
    ],
)
def test_pass_names_the_weapon_only_if_no_other_would_do(hand: str, reason: str) -> None:
    session = session_of(2, battling("B", [("A", "3S", "4H")], A="2S 5D", B=hand))

    assert FACE.reason(Pass(), session.scene(1), SkrapNotes(seat=1)) == reason


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("10C KS 2H QH", "I'd build 10♣ + 2♥. It's just enough, and you keep the stronger ones."),
        ("3C 10C 2H QH", "I'd build 10♣ + 2♥. It destroys the bot, and you keep Q♥."),
        ("3C 10C 2H", "I'd build 10♣ + 2♥. It destroys the bot and keeps you in the round."),
    ],
)
def test_bot_keeps_only_what_is_stronger(hand: str, reason: str) -> None:
    session = session_of(2, battling("B", [("A", "3S", "9H")], A="2S 5D", B=hand))

    assert FACE.reason(Bot("10C", "2H"), session.scene(1), SkrapNotes(seat=1)) == reason


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("2H", "I'd choose 2♥. You'll miss it least, and your Q♥ becomes 13."),
        ("3C", "I'd choose 3♣. Your K♣ becomes 14."),
        ("5D", "I'd choose 5♦. No other card does more there."),
    ],
)
def test_only_the_lowest_surge_card_is_missed_least(card: str, reason: str) -> None:
    session = session_of(2, surging(A="2H QH 3C KC 5D", B="QC 3S 3H"))

    assert FACE.reason(Surge(card), session.scene(0), SkrapNotes(seat=0)) == reason


def test_public_buttons_are_moves_of_everyone_asked() -> None:
    for position in (SURGE, TIE, ROUND, BATTLE, SCAVENGE):
        session = session_of(3, position)
        for seat in GAME.deciders(session.state):
            assert set(FACE.table_moves(session.scene(None))) <= set(GAME.legal(session.state, seat))
    assert len(FACE.table_moves(session_of(3, TIE).scene(None))) == 3


def outcomes(session: Session) -> list[str]:
    return [ask.line if (ask := FACE.outcome(session.scene(seat))) else "" for seat in (0, 1, 2)]


def test_a_hand_says_what_became_of_the_surge() -> None:
    session = session_of(3, surging(A="KD 2S 2H", B="QC 3S 3H", C="4C 4S 4H"))
    do(session, "A: surge card:KD")
    assert outcomes(session) == ["K♦ is your surge card. Diamonds count 1 more.", "", ""]

    do(session, "B: surge card:QC", "C: surge card:4C")
    assert outcomes(session)[1:] == ["A plays first: K♦ is the highest surge card."] * 2


def test_hand_says_what_became_of_own_bot() -> None:
    session = do(session_of(3, ROUND), "A: bot weapon:3S armour:10D")
    assert outcomes(session) == ["Your bot takes the field: weapon 3, armour 11.", "", ""]

    do(session, "B: bot weapon:KS armour:QD", "C: pass")
    assert outcomes(session) == [
        "B destroys your bot.",
        "Your bot takes the field: weapon 13, armour 12.",
        "You pass.",
    ]

    do(session, "A: pass")
    assert outcomes(session) == ["You pass.", "Your bot is champion! One head, total 1.", "You pass."]


def test_a_hand_says_what_became_of_the_scavengers() -> None:
    session = do(session_of(3, PAIRS), "B: scavenge first:5C second:5H")

    assert outcomes(session)[1] == "You play scavengers with 5♣ 5♥: 11 cards next round."


def test_ending_ranks_heads_by_round_with_two_highlights() -> None:
    field = [("B", "2S", "2H"), ("A", "3S", "3H")]
    position = battling("B", field, A="4C 4D", B="5C 5D", C="6C 6D") | {"heads": {"A": 2, "C": 1}}
    session = session_of(3, position, options={"target": 3})
    session.scores = (
        BotPlayed(0, "KS", "2H", 13, 2, 1, 1, 3),
        Champion(0, "KS", "2H", heads=2, total=2, lost=False),
        Champion(2, "9S", "9H", heads=1, total=1, lost=False),
    )
    ending = FACE.ending(do(session, "C: leave", "B: pass").scene(None))

    assert (ending.title, ending.why, ending.length) == ("A wins with 3 heads!", "", "one round")
    assert ending.standings == (Standing(0, 1, (2, 1), 3), Standing(1, 2, (), 0), Standing(2, 3, (1,), 1))
    assert ending.highlights == (("Biggest champion", "A, 2 heads."), ("Most bots destroyed", "A, one."))


def test_nobody_has_wrecked_most_where_two_have() -> None:
    session = session_of(3, SURGE | {"heads": {"A": 4}})
    session.scores = (BotPlayed(0, "KS", "2H", 13, 2, 1, 1, 3), BotPlayed(1, "KC", "3H", 13, 3, 2, 0, 2))

    assert FACE.ending(do(session, "A: leave", "B: leave").scene(None)).highlights == ()


@pytest.mark.parametrize(
    ("seats", "position", "command", "title", "why"),
    [
        (2, surging(A="2S", B="3S") | {"heads": {"A": 4}}, "A: leave", "B wins", "Everyone else had left."),
        (
            2,
            scavenging("A", A="4S 5H", B="2S 2H") | {"round": 5, "heads": {"A": 1, "B": 1}},
            "B: pass",
            "A and B share the win, one head!",
            "The last round was played.",
        ),
        (
            2,
            scavenging("A", A="4S 5H", B="2S 2H") | {"round": 5},
            "B: pass",
            "Nobody wins",
            "The last round was played.",
        ),
    ],
)
def test_an_end_out_of_the_ordinary_is_explained(
    seats: int, position: Any, command: str, title: str, why: str
) -> None:
    session = do(session_of(seats, position, options={"max-rounds": 5}), command)
    ending = FACE.ending(session.scene(None))

    assert (ending.title, ending.why) == (title, why)
    assert plain(pages.table(session.scene(None)).text).count(title.removesuffix(", one head!")) == 1


def test_a_champions_owner_without_heads_is_asked() -> None:
    session = do(session_of(2, battling("B", [("A", "3S", "5H")], A="4S 4H", B="7S 7H")), "B: pass")

    assert task(session, 0).line == "Play scavengers for an 11th card?"
