"""Votes on a forced recycle (section 5.7, R39)."""

from bot.games.crap.voting import VoteCalled, VoteClosed, Voted
from tests.games.crap.positions import FORCE, game_at


def test_r39_voters_and_majority_are_right() -> None:
    game = game_at({}, seats=6, options=FORCE).do("A: force-recycle player:B", "F: vote choice:no")

    assert game.told(VoteCalled) == [VoteCalled(seat=0, target=1, voters=(2, 3, 4, 5), needed=3)]
    assert game.told(Voted) == [Voted(seat=5)]
    assert game.deciders == "CDE"


def test_r39_tie_fails_as_soon_as_it_is_certain() -> None:
    game = game_at({}, seats=4, options=FORCE)

    game.do("A: force-recycle player:B", "C: vote choice:no")

    closed = VoteClosed(target=1, voters=(2, 3), votes=(False, None), passed=False)
    assert game.told(VoteClosed) == [closed]
    assert game.position["last"] == {
        "action": "force-recycle",
        "seat": "A",
        "target": "B",
        "votes": {"C": False},
        "passed": False,
    }


def test_r39_vote_is_final_and_only_voters_are_asked() -> None:
    game = game_at({}, seats=5, options=FORCE).do("A: force-recycle player:B", "C: vote choice:yes")

    assert game.code("C: vote choice:no") == "already-answered"
    assert game.code("A: vote choice:yes") == "not-asked"
    assert game.code("B: vote choice:no") == "not-asked"


def test_r39_a_vote_needs_a_voter_and_the_option() -> None:
    assert game_at({"left": ["C"]}, options=FORCE).code("A: force-recycle player:B") == "no-voters"
    assert game_at({}).code("A: force-recycle player:A") == "option-off"


def test_r37_r39_leaving_voter_counts_as_no() -> None:
    game = game_at({}, seats=6, options=FORCE).do(
        "A: force-recycle player:B", "C: vote choice:yes", "C: leave"
    )

    assert (game.position["pending"]["votes"], game.deciders) == ({"C": False}, "DEF")
    assert game.code("C: vote choice:yes") == "not-a-player"
    assert game.do("D: vote choice:no").position["last"]["passed"] is False


def test_r39_yes_withdrawn_by_leaving_may_close_vote() -> None:
    game = game_at({}, seats=4, options=FORCE)

    game.do("A: force-recycle player:B", "C: vote choice:yes", "C: leave")

    closed = VoteClosed(target=1, voters=(2, 3), votes=(False, None), passed=False)
    assert game.told(VoteClosed) == [closed]
    assert (game.deciders, game.position["left"]) == ("B", ["C"])


def test_r39_caller_and_target_do_not_vote_by_leaving() -> None:
    game = game_at({}, seats=5, options=FORCE).do("A: force-recycle player:B", "A: leave", "B: leave")

    assert (game.position["pending"]["votes"], game.deciders) == ({}, "CDE")


def test_r39_silence_is_no_and_target_needs_no_card() -> None:
    silent = game_at({}, seats=5, options=FORCE).do("A: force-recycle player:B", "*: timeout")
    passed = game_at({"stock": ["2C", "3C"]}, options=FORCE, chance=[{"dice": [1, 1]}])

    passed.do("A: force-recycle player:B", "C: vote choice:yes")

    assert (silent.position["last"]["passed"], silent.deciders) == (False, "B")
    assert (passed.position["hands"]["B"], passed.deciders) == (["2C", "3C"], "B")


def test_a_vote_of_all_allows_forced_recycles() -> None:
    game = game_at({}, seats=4).do("A: allow-forcing")

    assert game.told(VoteCalled) == [VoteCalled(seat=0, target=None, voters=(0, 1, 2, 3), needed=3)]
    assert (game.position["pending"]["votes"], game.deciders) == ({"A": True}, "BCD")
    game.do("C: vote choice:yes", "B: vote choice:yes")

    assert (game.position["forcing"], game.deciders) == (True, "B")
    assert game.do("B: force-recycle player:A").deciders == "CD"


def test_a_failed_vote_leaves_forced_recycles_off() -> None:
    game = game_at({}, seats=4).do("A: allow-forcing", "C: vote choice:no", "B: vote choice:no")

    assert game.position["last"] == {
        "action": "allow-forcing",
        "seat": "A",
        "votes": {"A": True, "B": False, "C": False},
        "passed": False,
    }
    assert game.code("B: force-recycle player:A") == "option-off"


def test_silence_on_allowing_forced_recycles_is_no() -> None:
    game = game_at({}).do("A: allow-forcing", "*: timeout")

    assert game.code("B: force-recycle player:A") == "option-off"


def test_a_caller_who_leaves_withdraws_their_yes() -> None:
    game = game_at({}, seats=4).do("A: allow-forcing", "B: vote choice:yes", "A: leave")

    assert (game.position["pending"]["votes"], game.deciders) == ({"A": False, "B": True}, "CD")


def test_forced_recycles_are_allowed_once_and_by_three() -> None:
    assert game_at({}, options=FORCE).code("A: allow-forcing") == "option-on"
    assert game_at({"forcing": True}).code("A: allow-forcing") == "option-on"
    assert game_at({"left": ["C"]}).code("A: allow-forcing") == "no-voters"
    assert game_at({}).do("A: allow-forcing").code("A: vote choice:yes") == "already-answered"
