"""The ending of a Crazy Rummy game: ranking, reason and highlights."""

import msgspec

from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.state import State
from bot.rendering.score_sheet import Ending, score_sheet
from tests.games.crazy_rummy.positions import NEXT_DEAL, at
from tests.games.driver import Driver
from tests.rendering.crazy_rummy.sessions import FACE, scene_of


def ended(*games: Driver[State]) -> Ending:
    """Return the ending of hands played one after the other."""
    scores = [event for game in games for event in game.events if isinstance(event, GAME.scores)]
    names = ("Ann", "Ben", "Cyd")[: len(games[-1].state.hands)]
    scene = msgspec.structs.replace(scene_of(games[-1].state), names=names, scores=tuple(scores))
    return FACE.ending(scene)


def test_everyone_is_ranked_by_total_with_hands() -> None:
    first = at("4C / KS", totals={"A": 270}, sets={"A": [["9C", "9D", "9H"]]}, chance=NEXT_DEAL)
    last = at(
        "4C / KS", options={"target": 320}, totals={"A": 300, "B": -10}, sets={"A": [["9C", "9D", "9H"]]}
    )
    end = ended(first.do("A: discard card:4C"), last.do("A: discard card:4C"))

    assert (end.title, end.why, end.length) == ("Ann wins with 330!", "", "one hand")
    assert [(one.seat, one.place, one.gains, one.total) for one in end.standings] == [
        (0, 1, (30, 30), 330),
        (1, 2, (-10, -10), -20),
    ]


def test_a_tie_in_the_last_hand_is_shared() -> None:
    game = at("4C / KS", options={"max_hands": 1}, totals={"A": 100, "B": 110}, hand_number=1)
    end = ended(game.do("A: discard card:4C"))

    assert (end.title, end.why) == ("Ann and Ben share the win, 100!", "The last hand was played.")
    assert [one.place for one in end.standings] == [1, 1]


def test_departed_player_comes_last_whatever_the_total() -> None:
    game = at(
        "4C / KS / QS", options={"target": 300}, totals={"A": 290, "B": 295}, sets={"A": [["9C", "9D", "9H"]]}
    )
    end = ended(game.do("B: leave", "A: discard card:4C"))

    assert [(one.seat, one.place) for one in end.standings] == [(0, 1), (2, 2), (1, 3)]
    assert end.why == "Ben has left."


def test_last_one_staying_wins_with_reason() -> None:
    end = ended(at("4C / KS").do("B: leave"))

    assert (end.title, end.why, end.highlights) == ("Ann wins with 0!", "Everyone else had left.", ())


def test_nobody_is_blamed_for_wilds_they_held() -> None:
    first = at("4C / KS", chance=NEXT_DEAL).do("A: discard card:4C")
    wild = first.state.wild
    held = [f"{wild}C", f"{wild}D"]
    hand = "JS JH JD 4C / " + " ".join(held) if wild != "J" else "QS QH QD 4C / " + " ".join(held)
    last = at(hand, options={"target": 300}, totals={"A": 290}, wild=wild, marker=None)
    last.do(f"A: meld cards:{','.join(hand.split()[:3])}", "A: discard card:4C")

    end = ended(first, last)

    assert end.highlights[0][1].startswith("Ann's three ")
    assert [title for title, _ in end.highlights] == ["Biggest set", "Best hand"]


def test_best_hand_is_remembered() -> None:
    game = at("JS 6S 6C 4C / KS", options={"target": 300}, totals={"A": 290})
    end = ended(game.do("A: meld cards:JS,6S,6C", "A: discard card:4C"))

    assert end.highlights == (
        ("Biggest set", "Ann's jack with 2 wild cards, 210."),
        ("Best hand", "Ann, +210."),
    )


def test_ten_long_names_stay_within_width_of_phone() -> None:
    hands = " / ".join(["4C", *["KS", "KD", "KC"] * 3])
    game = at(hands, packs=5, options={"target": 300}, totals=dict.fromkeys("ABCDEFGHIJ", 310))
    scene = scene_of(game.do("A: discard card:4C").state)
    scene = msgspec.structs.replace(scene, names=tuple("A long name of a player" for _ in range(10)))

    rows = score_sheet(scene, FACE.ending(scene).standings).splitlines()[1:-1]

    assert len(rows) == 10
    assert max(map(len, rows)) <= 36
