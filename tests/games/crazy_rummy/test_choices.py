"""What is offered: the legal moves, and the completion of lists being typed."""

from itertools import combinations

from bot.engine.cards import RANK_OF
from bot.engine.chance import ScriptedChance
from bot.engine.draft import Refusal
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.laying import Meld, meld_refusal
from bot.games.crazy_rummy.state import State
from tests.games.crazy_rummy.table import legal, table

FIVES = {"B": [["5C", "5D", "5H"]]}
FULL = "JS JH JD JC KS KD 6S 6C 6D 6H 3C / 3D"


def complete(state: State, verb: str, typed: str) -> list[str]:
    option = "card" if verb == "discard" else "cards"
    return GAME.complete(state, 0, verb, option, {option: typed})


def make_up(cards: tuple[str, ...]) -> tuple[frozenset[str], int, int]:
    """What matters in a set: the rank of its naturals, how many they are, how many wilds."""
    ranks = [RANK_OF[card] for card in cards]
    return frozenset(ranks) - {"6"}, len(ranks) - ranks.count("6"), ranks.count("6")


def assert_every_set_is_offered(state: State) -> None:
    hand = state.hands[0]
    ways = [cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size)]
    allowed = {make_up(cards) for cards in ways if meld_refusal(state, cards) is None}
    offered = [
        make_up(tuple(move.cards.split(","))) for move in GAME.legal(state, 0) if isinstance(move, Meld)
    ]

    assert set(offered) == allowed
    assert len(set(offered)) == len(offered)


def test_every_make_up_of_a_set_is_offered_once_in_the_first_play() -> None:
    assert_every_set_is_offered(table(FULL))


def test_every_make_up_of_a_set_is_offered_once_later() -> None:
    assert_every_set_is_offered(table(FULL, sets={"A": [["5C", "5D", "5H"]]}))


def test_sets_come_before_feeds_and_feeds_before_discards_the_spare_ones_first() -> None:
    moves = legal(table("JS JH JD 5S 6C 9D / KS", sets=FIVES))

    assert moves == [
        *(f"meld cards:{cards}" for cards in ("JS,JH,JD", "JS,JH,JD,6C", "JS,JH,6C")),
        "feed cards:5S",
        *(f"discard card:{card}" for card in ("5S", "9D", "JS", "JH", "JD", "6C")),
    ]


def test_all_feedable_cards_are_offered_together_and_each_face_once() -> None:
    state = table("5S 5S 9D / KS", sets=FIVES, discard="3C")

    assert [move for move in legal(state) if "feed" in move] == ["feed cards:5S,5S", "feed cards:5S"]


def test_nobody_else_is_offered_anything() -> None:
    assert GAME.legal(table(FULL), 1) == []
    assert GAME.legal(table("4C / KS", phase="over", turn=None), 0) == []


def test_an_empty_list_is_completed_with_whole_sets_then_with_first_cards() -> None:
    offers = complete(table("JS JH JD KS 4C / 3D"), "meld", "")

    assert offers == ["JS JH JD", "JS", "JH", "JD"]


def test_a_list_goes_on_from_the_cards_typed() -> None:
    offers = complete(table("JS JH JD 6C KS / 3D"), "meld", "jd, ")

    assert offers == ["JD JS JH", "JD JS JH 6C", "JD JS 6C", "JD JS", "JD JH", "JD 6C"]


def test_an_unfinished_word_chooses_the_next_card() -> None:
    state = table("10S 10H 10D JC / 3D")

    assert complete(state, "meld", "10S t") == ["10S 10H 10D", "10S 10D 10H", "10S 10H", "10S 10D"]
    assert complete(state, "meld", "10S 10H J") == []


def test_a_word_that_is_no_card_of_the_hand_has_no_completion() -> None:
    state = table("JS JH JD / 3D")

    assert complete(state, "meld", "XX J") == []
    assert complete(state, "meld", "JS JS ") == []


def test_a_feed_is_completed_with_all_cards_that_go_and_each_single_one() -> None:
    state = table("5S 5C 9D / KS", sets=FIVES)

    assert complete(state, "feed", "") == ["5S 5C", "5S", "5C"]
    assert complete(state, "feed", "5c") == ["5C 5S", "5C"]
    assert complete(state, "feed", "9D ") == []


def test_discards_and_draws_are_completed_from_what_is_legal() -> None:
    state = table("4C 7D / KS", taken="7D")

    assert complete(state, "discard", "") == ["4C"]
    assert GAME.complete(table("4C / KS", phase="draw"), 0, "draw", "from", {}) == ["stock", "discard"]


def test_lists_are_completed_for_the_player_on_turn_only() -> None:
    state = table("JS JH JD / KS KD KH")

    assert GAME.complete(state, 1, "meld", "cards", {"cards": ""}) == []
    assert complete(table("JS JH JD / KS", phase="draw"), "meld", "") == []


def test_finished_completions_are_accepted() -> None:
    state = table(FULL)

    for text in complete(state, "meld", ""):
        if len(text.split()) >= 3:
            made = GAME.apply(state, 0, Meld(text), ScriptedChance([], 2))
            assert not isinstance(made, Refusal), text
