"""Choices of computers in C.R.A.P., decision by decision."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bot.engine.cards import RANK_OF
from bot.engine.chance import Seat
from bot.games import GAMES
from bot.games.crap.notes import CrapNotes, Known
from bot.players.crap.policy import CrapPolicy
from bot.players.player import Mind
from bot.players.policy import PLAIN, PlayStyle, View
from tests.games.crap.positions import game_at

A, B, C = range(3)
POLICY = CrapPolicy()


def picked(
    position: Mapping[str, Any], seat: Seat, *known: Known, play_style: PlayStyle = PLAIN, options: Any = None
) -> Counter[str]:
    """Return a medium computer's moves in a position, from 40 tries."""
    state = game_at(position, options=options).state
    notes = CrapNotes(seat=seat, players=known or (Known(),) * 3)
    views = [View(seat, random.Random(seed), play_style, notes) for seed in range(40)]
    return Counter(str(POLICY.choose(state, view)) for view in views)


def always(move: str) -> Counter[str]:
    return Counter({move: 40})


STOCK = ["2C", "3C", "4C", "6C", "8D", "10D"]
ACQUIRED: dict[str, Any] = {
    "phase": "bluff-window",
    "turn": "A",
    "pending": {"action": "acquire", "rank": "K"},
    "stock": STOCK,
}


def test_complete_set_is_laid_at_once() -> None:
    hands = {"A": ["7C", "7D", "7H", "7S", "2C"], "B": ["9C"], "C": ["9D"]}

    assert picked({"hands": hands}, A) == always("score rank:7")


def test_beginner_lays_sets_too() -> None:
    holds_a_set = {"A": ["7C", "7D", "7H", "7S", "2C"], "B": ["9C"], "C": ["9D"]}
    has_none = {"A": ["KC", "KD", "3H"], "B": ["KS", "KH", "9C"], "C": ["9D"]}
    notes = CrapNotes(seat=A, players=(Known(), Known(cards=("KS", "KH")), Known()))
    views = [View(A, random.Random(seed), PLAIN, notes) for seed in range(40)]

    def blunders(hands: dict[str, list[str]]) -> Counter[str]:
        state = game_at({"hands": hands, "stock": STOCK}).state
        return Counter(str(POLICY.blunder(state, view)) for view in views)

    assert blunders(holds_a_set) == always("score rank:7")
    assert 40 / 4 < blunders(has_none)["acquire rank:K"] < 40


def test_rank_is_asked_for_that_completes_set() -> None:
    hands = {"A": ["KC", "KD", "3H"], "B": ["KS", "KH", "9C"], "C": ["9D"]}

    assert picked({"hands": hands, "stock": STOCK}, A, Known(), Known(cards=("KS", "KH"))) == always(
        "acquire rank:K"
    )


def test_rank_that_nobody_has_is_not_asked_for() -> None:
    hands = {"A": ["KC", "KD", "3H"], "B": ["9S", "9C"], "C": ["9D"]}
    none = Known(fresh={"K": 0})

    assert not picked({"hands": hands, "stock": STOCK}, A, Known(), none, none)["acquire rank:K"]


def test_empty_hand_is_recycled_or_used_to_challenge() -> None:
    found = picked({"hands": {"B": ["9S", "9C"], "C": ["9D"]}, "stock": STOCK}, A)

    assert found == always("recycle")


def test_call_is_made_when_bluff_would_take_set() -> None:
    hands = {"A": ["2D"], "B": ["KC", "KD", "KH", "KS"], "C": ["9D"]}

    assert picked({**ACQUIRED, "hands": hands}, B) == always("call-bluff")


def test_player_who_showed_rank_is_believed() -> None:
    hands = {"A": ["KC"], "B": ["KD", "KH", "KS"], "C": ["9D"]}

    assert picked({**ACQUIRED, "hands": hands}, B, Known(cards=("KC",))) == always("believe")


def test_a_bluff_that_cannot_be_true_is_called() -> None:
    kings = ["KC", "KD", "KH", "KS"]
    hands = {"A": ["2D"], "B": ["KC", "3D"], "C": ["9D"]}
    position = {**ACQUIRED, "hands": hands, "discard": [*kings, "KD", "KH", "KS"]}

    assert picked(position, B) == always("call-bluff")


def test_player_with_little_to_lose_believes() -> None:
    hands = {"A": ["KC"], "B": ["3D"], "C": ["9D"]}

    assert picked({**ACQUIRED, "hands": hands}, B) == always("believe")


def test_often_caught_players_are_called_more() -> None:
    hands = {"A": ["2D", "4D"], "B": ["KC", "KD", "3D"], "C": ["9D"]}
    seldom, often = Known(honest=9), Known(bluffs=9)

    assert picked({**ACQUIRED, "hands": hands}, B, seldom)["call-bluff"] == 0
    assert picked({**ACQUIRED, "hands": hands}, B, often)["call-bluff"] > 30


def test_bluff_for_cards_that_were_seen_is_called() -> None:
    hands = {"A": ["2D", "4D"], "B": ["KC", "KD", "KH"], "C": ["9D"]}
    position = {**ACQUIRED, "hands": hands}
    seen = Known(cards=("KC", "KD", "KH"))

    assert picked(position, B)["call-bluff"] < 20
    assert picked(position, B, Known(), seen, Known()) == always("call-bluff")
    assert picked(position, B, Known(honest=9), seen, Known())["call-bluff"] < 20


def test_bluffs_are_few_and_more_from_the_bold() -> None:
    hands = {"A": ["QC", "QD", "QH"], "B": ["KC", "KD", "KH", "KS"], "C": ["9D"]}
    known = Known(), Known(ranks={"K": 4}, fresh={"Q": 0}), Known(fresh={"Q": 0})

    plain, bold = (
        picked({"hands": hands, "stock": STOCK}, A, *known, play_style=PlayStyle(bold=lean))["acquire rank:K"]
        for lean in (0, 1)
    )

    assert 0 < plain < 12
    assert plain < bold < 24


def expert(position: Mapping[str, Any], seat: Seat, *known: Known) -> Counter[str]:
    """Return a hard computer's moves in a position without search, from 40 tries."""
    state, notes = game_at(position).state, CrapNotes(seat=seat, players=known)
    views = [View(seat, random.Random(seed), PLAIN, notes) for seed in range(40)]
    return Counter(str(POLICY.expert_move(state, view)) for view in views)


def test_hard_protects_a_pair_that_nobody_completes() -> None:
    hands = {"A": ["KC", "KD", "QH"], "B": ["9S", "3C"], "C": ["9D"]}
    none = Known(fresh={"K": 0, "Q": 0})
    position = {"hands": hands, "stock": STOCK}

    assert not picked(position, A, Known(), none, none)["protect card:KC"]
    assert expert(position, A, Known(), none, none)["protect card:KC"] > 20


def test_hard_calls_a_bluff_that_is_proven() -> None:
    hands = {"A": ["2D", "4D"], "B": ["KC", "3D"], "C": ["9D"]}
    position = {**ACQUIRED, "hands": hands}
    lacking, drawn = Known(fresh={"K": 0}), Known(fresh={"K": 2})

    assert picked(position, B, lacking, Known(), Known())["call-bluff"] == 0
    assert expert(position, B, lacking, Known(), Known()) == always("call-bluff")
    assert expert(position, B, drawn, Known(), Known())["call-bluff"] == 0
    assert expert({**position, "protected": {"A": ["KD"]}}, B, lacking, Known(), Known())["call-bluff"] == 0


def test_protected_threes_make_a_win_likelier() -> None:
    open_hand = {"A": ["KC", "KD", "KH"], "B": ["2D"], "C": ["2H"]}
    in_hand = game_at({"hands": open_hand}).state
    protected = game_at({"hands": {**open_hand, "A": ["KH"]}, "protected": {"A": ["KC", "KD"]}}).state

    assert POLICY.evaluate(protected, A) > POLICY.evaluate(in_hand, A) + 0.02


def test_hard_considers_few_bluffs_without_sampling_answers() -> None:
    hands = {"A": ["2D", "4D"], "B": ["KC", "KD", "KH", "KS"], "C": ["9D"]}
    notes = CrapNotes(seat=A, players=(Known(), Known(ranks={"K": 3}), Known()))
    turn = game_at({"hands": hands, "stock": STOCK}).state
    window = game_at({**ACQUIRED, "hands": hands}).state
    views = [View(A, random.Random(seed), PLAIN, notes) for seed in range(40)]

    bluffs = sum("acquire rank:K" in map(str, POLICY.shortlist(turn, view)) for view in views)

    assert 0 < bluffs < 16
    assert not POLICY.shortlist(window, View(B, random.Random(1), PLAIN, notes))


def test_asker_of_seen_cards_gets_them_less_often() -> None:
    hands = {"A": ["2D", "4D"], "B": ["KC", "KD", "KH"], "C": ["9D"]}
    state = game_at({**ACQUIRED, "hands": hands}).state

    def held(*players: Known) -> int:
        """Return the number of 200 sampled states in which A holds a king."""
        mind = Mind(POLICY, GAMES["crap"].veil(state, B), CrapNotes(seat=B, players=players))
        worlds = (mind.determinize(random.Random(seed)) for seed in range(200))
        return sum("K" in map(RANK_OF.get, world.hands[A]) for world in worlds)

    assert held(Known(), Known(cards=("KC",)), Known()) + 10 < held()
    assert held(Known(ranks={"K": 1}), Known(cards=("KC",)), Known()) == 200


def test_guesses_cannot_be_foreseen() -> None:
    position = {
        "phase": "challenge-guess-1",
        "hands": {"A": ["KH"], "B": [], "C": ["9C"]},
        "placed": {"A": ["5C"], "B": ["3H"]},
        "pending": {"action": "challenge", "target": "B", "die": 1},
        "stock": STOCK,
    }

    assert len(picked(position, A)) > 5


def test_rank_is_guessed_that_other_has_shown() -> None:
    position = {
        "phase": "challenge-guess-1",
        "hands": {"A": ["KH"], "B": [], "C": ["9C"]},
        "placed": {"A": ["5C"], "B": ["3H", "3D"]},
        "pending": {"action": "challenge", "target": "B", "die": 2},
        "stock": STOCK,
    }

    assert all("rank:3" in move for move in picked(position, A, Known(), Known(cards=("3H", "3D"))))


def test_leader_is_made_to_recycle() -> None:
    position = {
        "phase": "vote",
        "hands": {"A": ["2C"], "B": ["3C", "4C", "5C", "6C"], "C": ["7C"]},
        "totals": {"B": 200},
        "pending": {"action": "force-recycle", "target": "B"},
    }
    options = {"force-recycle": True}

    assert picked(position, C, options=options) == always("vote choice:yes")
    assert picked({**position, "totals": {"C": 200}}, C, options=options) == always("vote choice:no")


def test_spoiler_challenges_leader_where_others_take_biggest_hand() -> None:
    hands = {"A": [], "B": ["9S", "9C", "2D", "3D", "4D"], "C": ["9D", "10C", "JC", "QC"]}
    state = game_at({"hands": hands, "totals": {"C": 90}, "stock": STOCK}).state
    spiteful = View(A, random.Random(1), PlayStyle(spite=1))

    assert "challenge player:B" in map(str, POLICY.shortlist(state, View(A, random.Random(1))))
    assert "challenge player:C" in map(str, POLICY.shortlist(state, spiteful))


def test_a_hoarder_protects_three_of_a_kind() -> None:
    hands = {"A": ["KC", "KD", "KH"], "B": ["9S"], "C": ["9D"]}
    none = Known(fresh={"K": 0})
    found = picked({"hands": hands, "stock": STOCK}, A, Known(), none, none, play_style=PlayStyle(hoard=1))

    assert found.most_common(1)[0][0] == "protect card:KC"


def test_computer_with_time_keeps_joker_for_better_set() -> None:
    hands = {"A": ["2C", "2D", "2H", "JK"], "B": ["9S"], "C": ["9D"]}
    position, options = {"hands": hands, "stock": STOCK}, {"jokers": True}

    assert picked(position, A, options=options) == always("score rank:2 jokers:1")
    assert not picked(position, A, options=options, play_style=PlayStyle(haste=-1))["score rank:2 jokers:1"]


def test_points_and_sets_make_win_likelier() -> None:
    level = game_at({"hands": {"A": ["2C"], "B": ["2D"], "C": ["2H"]}}).state
    ahead = game_at({"hands": {"A": ["KC", "KD", "KH", "KS"], "B": ["2D"], "C": ["2H"]}}).state

    assert abs(POLICY.evaluate(level, A) - 1 / 3) < 0.01
    assert POLICY.evaluate(ahead, A) > 0.5 > POLICY.evaluate(ahead, B)


def test_whoever_holds_most_cards_allows_no_forcing() -> None:
    position = {
        "phase": "vote",
        "hands": {"A": ["2C"], "B": ["3C", "4C", "5C", "6C"], "C": ["7C"]},
        "pending": {"action": "allow-forcing", "votes": {"A": True}},
    }

    assert picked(position, 1) == always("vote choice:no")
    assert picked(position, C) == always("vote choice:yes")
