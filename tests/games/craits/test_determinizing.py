"""States of Craits sampled from what a seat knows."""

from bot.games.craits.notes import CraitsNotes
from tests.games.craits.memory import remembered, worlds
from tests.games.craits.positions import table


def test_drawing_player_lacks_fitting_cards() -> None:
    game = table("KC QC / AD 9C", top="5H", stock="2H 3H").do("A: draw")

    for world in worlds(game, remembered(game, 1, size=2, top="5H", suit="H", asked=0, phase="turn")):
        assert sum(card.endswith("H") or card[0] in "589" for card in world.hands[0]) <= 1


def test_two_players_know_other_hand_after_reshuffle() -> None:
    others = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC KH"
    below = "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AH 2H 3H 4H 6H 7H 8H 9H 10H JH"
    game = table(f"{others} / QH", "JH", top="5H", under=below).do("A: play card:9S", "B: draw")
    before = {"size": 27, "top": "5H", "suit": "H", "under": tuple(below.split())}
    notes = remembered(game, 1, **before)

    for world in worlds(game, notes, 5):
        assert set(world.hands[0]) == set(game.state.hands[0])


def test_cards_seen_below_the_top_lie_there() -> None:
    game = table("KS 4C 4D / QS 5C 5D", top="2S", stock="AC AD").do("A: play card:KS", "B: play card:QS")

    for world in worlds(game, remembered(game, 0, size=3, top="2S", suit="S")):
        assert set(world.under) == {"2S", "KS"}


def test_the_cards_of_a_leaver_may_be_any() -> None:
    game = table("KS 4C / QS 5C / QD JD", top="2S", stock="AC AD").do("C: leave", "A: play card:KS")
    under = [set(world.under) for world in worlds(game, remembered(game, 0, size=2, top="2S", suit="S"))]

    assert all("2S" in cards and len(cards) == 3 for cards in under)
    assert len(set(map(frozenset, under))) > 10


def test_blind_dealer_determinizes_hand_of_their_own() -> None:
    game = table("KS 4C / QS 5C", phase="opening-suit", top="8S", stock="AC AD")
    notes = CraitsNotes(seat=0, size=2, top="8S", suit="S")

    assert len({world.hands[0] for world in worlds(game, notes)}) > 10


def test_cards_that_should_have_been_played_are_rare() -> None:
    game = table("KS 4C 4D / QS 5C 5D", top="2S", stock="AC AD").do("A: play card:KS")
    determinized = worlds(game, remembered(game, 1, size=3, top="2S", suit="S"), 400)
    held = [sum(card in world.hands[0] for world in determinized) for card in ("10S", "JS")]

    assert held[0] < held[1] / 2


def test_notes_that_contradict_the_sheet_give_way() -> None:
    game = table("KS 4C 4D / QS 5C 5D", top="2S", stock="AC AD")
    wrong = CraitsNotes(seat=0, size=9, under=("QS", "JS"), undeclared=(1,))

    for world in worlds(game, wrong, 3):
        assert len(world.hands[1]) == 3
        assert not world.undeclared
