"""When a new clock starts, and when the old one runs on."""

from bot.games.craits import GAME
from tests.games.craits.table import Table, options, table


def key(sitting: Table) -> str:
    clock = GAME.clock(sitting.state)
    assert clock is not None
    assert (clock.kind, clock.seconds) == ("turn", None)
    return clock.key


def test_side_calls_and_leavers_leave_the_clock_running() -> None:
    sitting = table("KC 7D / KD 4C / QD QC / 2S 3S", top="KS", stock="JC JD").do("A: play card:KC")
    before = key(sitting)

    assert key(sitting.do("D: leave")) == before
    assert key(sitting.do("A: one-card")) == before


def test_a_call_against_somebody_else_leaves_the_clock_running() -> None:
    sitting = table("KC 7D / KD 4C / QD QC", top="KS", stock="JC JD").do("A: play card:KC")
    before = key(sitting)

    assert key(sitting.do("C: idiot player:A")) == before


def test_every_play_starts_a_new_clock_even_for_the_same_player() -> None:
    faces = options(faces=True)
    sitting = table("KS 4S 5S 6S 7S QC / QD 5C", top="3S", given=faces)
    before = key(sitting)

    after = [key(sitting.do(f"A: play card:{card}")) for card in ("KS", "4S", "5S", "6S")]

    assert len({before, *after}) == 5


def test_another_turn_after_a_penalty_is_a_new_clock() -> None:
    sitting = table("KC / 7D", top="KS", undeclared=["A"], owes=["B"], stock="JC JD QC QD")
    before = key(sitting)

    sitting.do("B: idiot player:A")

    assert sitting.awaited == ("turn", "A")
    assert key(sitting) != before


def test_naming_the_suit_is_a_clock_of_its_own() -> None:
    sitting = table("KC / 7D", top="8S", phase="opening-suit")
    before = key(sitting)

    assert key(sitting.do("A: suit suit:D")) != before


def test_between_hands_any_player_may_answer() -> None:
    sitting = table("KC / 7D / 8D", top="KS").do("A: play card:KC")
    clock = GAME.clock(sitting.state)

    assert clock is not None
    assert clock.kind == "response"
    assert GAME.clock(sitting.do("C: leave").state) == clock


def test_no_clock_runs_when_the_game_is_over() -> None:
    assert GAME.clock(table("KC / 7D", top="KS").do("A: leave").state) is None
