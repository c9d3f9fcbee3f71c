"""Completion of lists of cards while they're typed."""

from bot.engine.chance import ScriptedChance
from bot.engine.draft import Refusal, State
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.laying import Meld
from tests.games.crazy_rummy.positions import at
from tests.games.driver import Driver

FIVES = {"B": [["5C", "5D", "5H"]]}


def complete(game: Driver[State], verb: str, typed: str, *, seat: int = 0) -> list[str]:
    option = "card" if verb == "discard" else "cards"
    return game.game.complete(game.state, seat, verb, option, {option: typed})


def test_empty_list_is_completed_with_sets_then_cards() -> None:
    assert complete(at("JS JH JD KS 4C / 3D"), "meld", "") == ["JS,JH,JD", "JS", "JH", "JD"]


def test_sets_without_wilds_then_most_points_come_first() -> None:
    offers = complete(at("4C 4D 4H KC KD KH KS 6C / 3D"), "meld", "")

    assert offers[:3] == ["KC,KD,KH,KS", "KC,KD,KH", "4C,4D,4H"]
    assert offers[3] == "KC,KD,KH,KS,6C"


def test_most_valuable_sets_come_first_when_too_many() -> None:
    hand = " ".join(rank + suit for rank in ("3", "4", "7", "8", "9", "10", "J", "Q", "K") for suit in "CDHS")
    offers = complete(at(f"{hand} / 3D"), "meld", "")

    assert offers[:5] == [",".join(f"{rank}{suit}" for suit in "CDHS") for rank in ("8", "9", "10", "J", "Q")]
    assert offers[15:20] == ["3C", "3D", "3H", "3S", "4C"]


def test_a_list_goes_on_from_the_cards_typed() -> None:
    offers = complete(at("JS JH JD 6C KS / 3D"), "meld", "jd, ")

    assert offers == ["JD,JS,JH", "JD,JS,JH,6C", "JD,JS,6C", "JD,JS", "JD,JH", "JD,6C"]


def test_an_unfinished_word_chooses_the_next_card() -> None:
    game = at("10S 10H 10D JC / 3D")

    assert complete(game, "meld", "10S t") == ["10S,10H,10D", "10S,10H", "10S,10D"]
    assert complete(game, "meld", "10S 10H J") == []


def test_word_outside_hand_has_no_completion() -> None:
    game = at("JS JH JD / 3D")

    assert complete(game, "meld", "XX J") == []
    assert complete(game, "meld", "JS JS ") == []


def test_whole_typed_set_precedes_longer_ones() -> None:
    offers = complete(at("JS JH JD JC / 3D"), "meld", "JS JH JD")

    assert offers == ["JS,JH,JD", "JS,JH,JD,JC"]


def test_feed_is_completed_with_all_or_single_cards() -> None:
    game = at("5S 5C 9D / KS", sets=FIVES)

    assert complete(game, "feed", "") == ["5S,5C", "5S", "5C"]
    assert complete(game, "feed", "5c") == ["5C", "5C,5S"]
    assert complete(game, "feed", "9D ") == []


def test_feeds_are_completed_by_rank_most_expensive_first() -> None:
    game = at("5S KC 5C KD / 3S", sets={"B": [["5C", "5D", "5H"], ["KC", "KH", "KS"]]})

    assert complete(game, "feed", "") == ["5S,KC,5C,KD", "KC,KD", "5S,5C", "5S", "KC", "5C", "KD"]
    assert complete(game, "feed", "5S ") == ["5S", "5S,KC,5C,KD", "5S,5C", "5S,KC", "5S,KD"]


def test_discards_and_draws_complete_from_legal_moves() -> None:
    drawing = at("4C / KS", phase="draw")

    assert complete(at("4C 7D / KS", taken="7D"), "discard", "") == ["4C"]
    assert GAME.complete(drawing.state, 0, "draw", "from", {}) == ["stock", "discard"]
    assert GAME.complete(drawing.state, 1, "draw", "from", {}) == []


def test_lists_are_completed_for_player_on_turn_only() -> None:
    assert complete(at("JS JH JD / KS KD KH"), "meld", "", seat=1) == []
    assert complete(at("JS JH JD / KS", phase="draw"), "meld", "") == []


def test_finished_completions_are_accepted() -> None:
    game = at("JS JH JD JC KS KD 6S 6C 6D 6H 3C / 3D")
    finished = [text for text in complete(game, "meld", "") if text.count(",") >= 2]

    for text in finished:
        made = GAME.apply(game.state, 0, Meld(text), ScriptedChance([], 2))
        assert not isinstance(made, Refusal), text
    assert len(finished) == 15
