"""The words of Craits: what is told, shown, asked, offered and refused on scripted tables."""

from typing import Any

import pytest

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.notation import seat_of
from bot.games.craits import events
from bot.rendering import pages
from bot.rendering.craits.refusals import REFUSALS
from tests.rendering.craits_table import FACE, STOCK, at, labels, placed, sentence_fault, session_of, table
from tests.rendering.spoken import do, move, plain, told

FACES_ON = {"faces": True}


def test_a_count_is_told_and_shown() -> None:
    session = at("2S KD QD / AH 5C / KC QC", top="9S", stock=STOCK)

    do(session, "A: play card:2S")
    assert told(session) == (
        "A plays 2♠, 2 cards left. The count stands at **2**. "
        "B must answer the count with an ace or a two, or draw it."
    )
    do(session, "B: play card:AH declare:true")
    assert told(session).startswith(
        "B plays A♥, 1 card left, and says “one card”. The count stands at **3**."
    )
    assert table(session) == [
        "Top card **A♥** · suit **hearts ♥** · direction ↓ clockwise",
        "The count stands at **3**: an ace or a two answers it.",
        "Stock **6 cards** · discard pile 3 cards · plays and draws: 2 of at most 1,000",
        "A: **2 cards** · total **0** · dealer",
        "B: **1 card** · total **0** · has said “one card”",
        "▶ C: **2 cards** · total **0**",
    ]
    do(session, "C: draw")
    assert told(session) == "C cannot answer the count and draws 3 cards. A is to play."
    assert told(session, 2).startswith(
        "C cannot answer the count and draws 3 cards. You drew 10♣ J♣ 10♦ and hold 10♣ J♣ Q♣ K♣ 10♦."
    )


def test_a_named_suit_counts_for_all() -> None:
    session = do(at("8H 9D KC / KD 4C", top="KS"), "A: play card:8H suit:C")

    assert told(session).startswith("A plays 8♥ and names clubs, 2 cards left.")
    assert table(session)[0] == "Top card **8♥** · suit **clubs ♣** · direction ↓ clockwise"
    assert FACE.asked(session.scene(1)) == "It is your turn: clubs, 8s and 9s fit."


def test_who_forgets_to_declare_is_an_idiot() -> None:
    session = do(
        at("KC 7D / KD 4C 4H / QD QC", top="KS", stock=STOCK), "A: play card:KC", "C: idiot player:A"
    )

    assert told(session) == (
        "C calls A an **idiot** for not saying “one card”: 2 cards instead of the next turn."
    )
    assert "owes the idiot penalty (2 cards instead of the next turn)" in table(session)[2]
    do(session, "B: play card:4C")
    assert told(session) == (
        "B plays 4♣, 2 cards left. C is skipped. A pays the idiot penalty and draws 2 cards. B is to play."
    )


def test_who_is_caught_on_turn_draws_at_once() -> None:
    session = at("6S 4S / 2H 3H / KH QH", top="KS", stock=STOCK)

    do(session, "A: play card:6S")
    assert told(session) == "A plays 6♠, 1 card left. A must play another card."
    do(session, "B: idiot player:A")
    assert told(session) == (
        "B calls A an **idiot** for not saying “one card”: 2 cards at once, and the turn is lost. "
        "A pays the idiot penalty and draws 2 cards. B is to play."
    )


def test_a_late_declaration_is_told() -> None:
    session = do(at("KC 7D / KD 4C 4H", top="KS"), "A: play card:KC", "A: one-card")

    assert told(session) == "A says “one card”."


def test_an_empty_stock_presses() -> None:
    session = do(at("KC QC / AD 9C", top="5H", under="QH"), "A: draw")

    assert told(session) == (
        "The stock is empty: shuffle pressure number 1 for A, +5 points. "
        "1 card of the discard pile is shuffled into a new stock. "
        "A cannot play and draws 1 card. B is to play."
    )
    assert table(session)[2] == "A: **3 cards** · total **5** · 1 shuffle pressure (1 in this hand) · dealer"


def test_the_end_of_a_hand_opens_all_hands() -> None:
    position = {"totals": {"A": 1200, "B": -50}, "pressures": {"B": 2}, "hand_pressures": {"B": 1}}
    session = at("5S / KD QD / 3C", top="KS", stock="JC 8D 4D", **position)
    do(session, "A: play card:5S")

    assert told(session) == (
        "A plays 5♠, the last card. B draws 1 card for the five. C draws 1 card for the five. "
        "**Hand 1 is over**: a last card has been played. A is out: 0 points, total **1,200**. "
        "B holds J ♣ · Q ♦ · K ♦: 30 points + 10 of pressure, total **−20**. "
        "C holds 3 ♣ · 8 ♦: 53 points, total **53**."
    )
    assert table(session)[2:] == [
        "A: **0 cards** · total **1,200** · dealer",
        "> no cards: 0 points",
        "B: **3 cards** · total **−20** · 2 shuffle pressures (1 in this hand)",
        "> J ♣ · Q ♦ · K ♦: 30 points + 10 of pressure",
        "C: **2 cards** · total **53**",
        "> 3 ♣ · 8 ♦: 53 points",
        "**Points by hand** (+ pressure), players from top to bottom:",
        "-# 1. 0 | 30 + 10 | 53",
    ]
    assert FACE.awaits(session.scene(None)) == "Hand 1 is over; any player may deal the next one."
    assert labels(pages.table(session.scene(None)))[0] == "Deal the next hand"


def test_a_new_hand_is_told() -> None:
    session = do(
        at(
            "5S / KD QD", top="KS", stock="JC 8D 4D " + " ".join(f"{r}H" for r in range(2, 11)), hand_number=5
        ),
        "A: play card:5S",
        "A: deal",
    )

    text = told(session)
    assert text.startswith("**Hand 6**: B deals 3 cards each. ")
    assert "is turned up and counts as the dealer's play." in text


def test_the_first_dealer_is_drawn_for() -> None:
    drawn = (((0, "9H"), (1, "2D"), (2, "2S")), ((1, "AS"), (2, "4C")))
    scene = session_of(3, None).scene(None)

    assert plain(FACE.sentence(events.DealerDrawn(rounds=drawn, dealer=2), scene)) == (
        "Lowest card deals: A 9♥, B 2♦, C 2♠; tied, so again: B A♠, C 4♣. C deals."
    )


def test_the_direction_turns() -> None:
    session = do(at("10S KC QC / KD 4C / 3D 4D", top="KS"), "A: play card:10S")

    assert told(session) == "A plays 10♠, 2 cards left. The direction turns: ↑ anticlockwise. C is to play."
    assert table(session)[0].endswith("direction ↑ anticlockwise")


def test_a_king_run_goes_on_without_effects() -> None:
    session = at("KS 2S 6S 7S QD / JH / JD", top="5S", stock=STOCK, options=FACES_ON)

    do(session, "A: play card:KS")
    assert told(session) == "A plays K♠, 4 cards left. A must play 3 more cards."
    assert "After the king: **3 more cards** to play; only the last one has its effect." in table(session)
    assert FACE.asked(session.scene(0)) == "You must play 3 more cards: spades, kings, 8s and 9s fit."
    do(session, "A: play card:2S")
    assert told(session).startswith("A plays 2♠ without its effect, 3 cards left. A must play 2 more cards.")
    do(session, "A: play card:6S")
    assert told(session).endswith("A must play 1 more card.")


def test_jacks_in_a_row_are_counted() -> None:
    session = do(at("JS 4C 4D / JH 5C / JD 5H", top="KS", stock=STOCK, options=FACES_ON), "A: play card:JS")

    assert told(session) == (
        "A plays J♠, 2 cards left. B draws 2 cards for the jack. B is skipped. C is to play."
    )
    assert "Jacks in a row: **1**; another one makes the next player draw 4." in table(session)
    assert FACE.heading(session.scene(None)).endswith("jacks, Q♠ and kings act too")


def test_a_blind_dealer_names_the_suit_unseen() -> None:
    session = at("KH 5H / QD 2C / 4C 5C", top="8H", phase="opening-suit", stock=STOCK)
    scene = session.scene(0)

    assert FACE.hand(scene).startswith("Your hand (2 cards) stays face down until you have named the suit.")
    assert FACE.asked(scene) == "Name the suit of 8♥, before you see your hand."
    assert FACE.default(scene) == "then the suit of the card itself is taken"
    assert labels(pages.hand(scene)) == ["Hearts ♥", "Clubs ♣", "Diamonds ♦", "Spades ♠"]
    assert labels(pages.table(session.scene(None)))[:4] == labels(pages.hand(scene))
    assert table(session)[0] == "Top card **8♥** · suit still to be named · direction ↓ clockwise"

    do(session, "A: suit suit:C")
    assert told(session, 0) == (
        "The suit to begin with is **clubs** (dealer: A). You hold 5♥ K♥. B is to play."
    )


def test_a_dealer_who_has_looked_is_not_told_otherwise() -> None:
    seen = at("KH / QD", top="9H", phase="opening-suit", options={"opening_suit": "seen"}).scene(0)

    assert FACE.asked(seen) == "Name the suit of 9♥."
    assert labels(pages.hand(seen)) == ["Hearts ♥", "Diamonds ♦"]


def test_leaving_and_silence_are_told() -> None:
    session = do(at("KC QC / KD QD / 2H 3H", top="5S", stock=STOCK), "C: leave")
    assert told(session) == (
        "C has left the game; players still in it: 2. Unseen under the top of the discard pile: 2 cards."
    )
    assert table(session)[-1] == "C: has left · total **0**"
    assert FACE.hand(session.scene(2)) == "You have left this game and hold no cards."

    do(session, "*: timeout")
    assert told(session) == "Time is up for A. A cannot play and draws 1 card. B is to play."


TWO = placed("10H KH 7D 4C / KD 4D", top="5H", stock="JC")
COUNT = placed("KS 9H AD / 2C / 7C", top="2S", phase="count", count=2, stock=STOCK)
DRAWS = placed("KC QC / KD QD", top="5S", stock=STOCK)
NAMING = placed("8H 9D KC / KD 4C", top="KS")
LAST = placed("KS QD / AD", top="QS")
OPENING = placed("KH 5H / QD 2C", top="8H", phase="opening-suit")
NINE = placed("KH 5H / QD 2C", top="9H", phase="opening-suit")
PAUSE = placed("KH / ", top="8H", phase="between-hands")
REFUSED: list[tuple[str, Any, str, str]] = [
    ("wrong-phase", TWO, "A: suit suit:H", "A is to play (`/play`, or `/draw` if nothing fits)."),
    ("wrong-phase", OPENING, "B: play card:QD", "A must name the suit of the card turned up (`/suit`)."),
    ("wrong-phase", PAUSE, "A: play card:KH", "any player may deal the next one with `/deal`."),
    ("not-your-turn", TWO, "B: play card:KD", "It is not for you to act: A is to play."),
    (
        "bad-card",
        TWO,
        "A: play card:1H",
        "“1H” is not a card: write one like 7S, 10H or QD. You can play 10♥ or K♥.",
    ),
    ("bad-card", TWO, f"A: play card:{'x' * 6000}", f"“{'x' * 29}…” is not a card"),
    ("not-in-hand", TWO, "A: play card:QS", "You do not hold Q♠. Your hand: 4♣ 7♦ 10♥ K♥."),
    (
        "count-only",
        COUNT,
        "A: play card:KS",
        "The count stands at 2, and K♠ does not answer it: play an ace or a two. You can play A♦.",
    ),
    (
        "count-only",
        COUNT | {"hands": {"A": ["KS"]}},
        "A: play card:KS",
        "you have neither ace nor two, so `/draw` 2 cards.",
    ),
    (
        "not-playable",
        TWO,
        "A: play card:4C",
        "4♣ does not go on 5♥ while the suit is hearts. You can play 10♥ or K♥.",
    ),
    ("not-playable", DRAWS, "A: play card:KC", "Nothing of yours fits: use `/draw`."),
    ("suit-needed", NAMING, "A: play card:8H", "8♥ needs a suit: play it with `suit`, any of the four."),
    ("wrong-colour", NAMING, "A: play card:9D suit:S", "9♦ keeps its colour: name diamonds or hearts."),
    ("wrong-colour", NINE, "A: suit suit:S", "9♥ keeps its colour: name hearts or diamonds."),
    ("suit-not-allowed", NAMING, "A: play card:KC suit:C", "play K♣ without `suit`."),
    ("not-one-card", TWO, "A: play card:KH declare:true", "That play leaves you 3 cards"),
    (
        "not-one-card",
        LAST | {"hands": {"A": ["KS"], "B": ["AD"]}},
        "A: play card:KS declare:true",
        "leaves you no card",
    ),
    ("must-play", TWO, "A: draw", "You may draw only when nothing fits. You can play 10♥ or K♥."),
    ("nothing-to-declare", TWO, "A: one-card", "after a play that leaves you exactly one."),
    ("self-call", TWO, "A: idiot player:A", "for an opponent, `/one-card` for your own last card."),
    ("no-idiot", TWO, "A: idiot player:B", "B has nothing to answer for. Call an opponent who"),
]


@pytest.mark.parametrize(("code", "position", "command", "words_of_it"), REFUSED)
def test_a_refusal_says_what_would_be_right(code: str, position: Any, command: str, words_of_it: str) -> None:
    session = session_of(3 if position["hands"].get("C") else 2, position)
    who, what = command.split(": ")
    refused = move(session, who, what)
    assert isinstance(refused, Refusal)
    said = plain(pages.refusal(session.scene(seat_of(who, 2)), refused))

    assert (refused.code, sentence_fault(said)) == (code, None)
    assert words_of_it in said


def test_a_blind_dealer_who_looks_is_told_what_to_do_first() -> None:
    session = session_of(2, OPENING)
    refused = session.game.look(session.state, 0, "hand")
    assert refused is not None

    assert (
        pages.refusal(session.scene(0), refused)
        == "Name the suit first, with `/suit`; then you see your hand."
    )


def test_every_refusal_of_the_game_is_among_those_tried() -> None:
    assert {code for code, *_ in REFUSED} | {"hand-hidden"} == set(REFUSALS)


def test_the_result_names_the_winners_and_all_totals() -> None:
    totals = {"A": 212, "B": 177, "C": 187}
    session = at("KH / KS QD / KD", top="QS", hand_number=1, totals=totals, turn="B", options={"hands": 1})
    shared = do(session, "B: play card:KS declare:true", "C: play card:KD")

    assert plain(FACE.result(shared.scene(None))) == (
        "**B and C share the win!** That is the lowest total after 1 hand.\nTotals: B 187, C 187, A 222"
    )
    assert told(shared).endswith("The game is over: B and C share the win with the lowest total.")


def test_the_last_player_left_wins_with_any_total() -> None:
    session = do(at("KH QH / KS", top="QD", totals={"A": 5, "B": 1234}), "A: leave")

    assert plain(FACE.result(session.scene(None))) == (
        "**B wins!** All the others have left.\nTotals: B 1,234, A 5 (left)"
    )
    assert told(session).endswith("The game is over: B wins as the last player left.")
    assert FACE.awaits(session.scene(None)) == "Nobody has to act."


@pytest.mark.parametrize("seat", [0, 1])
def test_rare_events_have_sentences_too(seat: Seat) -> None:
    scene = session_of(2, TWO).scene(None)
    rare = [
        *(events.Drew(seat=seat, number=1, why=why) for why in ("six", "king", "queen", "seven")),
        *(events.HandEnded(hand_number=seat + 1, why=why) for why in ("count", "nothing-left", "cap")),
        events.Held(seat=seat, cards=(), to=(seat,)),
    ]
    said = [plain(FACE.sentence(event, scene)) for event in rare]

    assert [sentence_fault(text) for text in said] == [None] * len(rare)
    assert len(set(said)) == len(rare)
