"""A hand on turn recalls what the others have done since the player's last move."""

from bot.rendering import pages
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from bot.rendering.story import since_turn
from tests.games.crazy_rummy.positions import NEXT_DEAL
from tests.games.crazy_rummy.positions import at as rummy
from tests.rendering.craits.sessions import at
from tests.rendering.crapette.sessions import session_of, state_at
from tests.rendering.crazy_rummy.test_prompts import after
from tests.rendering.spoken import do

STOCK = "AH 2H 6D 5C 6C"
SINCE = "-# Since your turn: "


def recalled(scene: Scene) -> str:
    """Return what the hand recalls, or an empty text."""
    lines = [line for line in pages.hand(scene).text.splitlines() if line.startswith(SINCE)]
    return "".join(lines).removeprefix(SINCE)


def test_turn_recalls_moves_of_others_in_order() -> None:
    session = do(
        at("3S 2S 2C / KS 3D 4D / QS JS QD", top="4S", stock=STOCK),
        *("A: play card:3S", "B: play card:KS", "C: play card:QS"),
    )

    assert recalled(session.scene(0)) == "Seat 2 plays K♠ · Seat 3 plays Q♠"
    assert recalled(session.scene(1)) == ""


def test_turn_recalls_players_by_their_whole_names() -> None:
    session = at("3S 2S 2C / KS 3D 4D / QS JS QD", top="4S", stock=STOCK)
    names = ("Ann", "Bartholomew Cubbins", "田中")
    session.names = dict(zip(session.record.players, names, strict=True))
    session = do(session, "A: play card:3S", "B: play card:KS", "C: play card:QS")

    assert recalled(session.scene(0)) == "Bartholomew Cubbins plays K♠ · 田中 plays Q♠"


def test_turn_recalls_what_the_player_was_given() -> None:
    session = do(at("5S 3S 2S / JS QS / QD KD", top="KS", stock="AH 2H"), "A: play card:5S")

    assert recalled(session.scene(1)) == "The 5 gave you A♥"


def test_own_move_ends_the_recollection() -> None:
    session = do(at("3S 6S 2C / KS 3D / QS JS", top="4S", stock=STOCK), "A: play card:6S")

    assert recalled(session.scene(0)) == ""


def test_only_the_newest_moves_are_recalled() -> None:
    many = do(
        at("3S 2S 10C / KS 3D 4D / QS JS QD / 7S 5S AD / 10S 8S 9S", top="4S", stock=STOCK),
        *("A: play card:3S", "B: play card:KS", "C: play card:QS", "D: play card:7S", "E: play card:10S"),
    )

    said = "Since your turn: Seat 3 plays Q♠ · The 7 gave you A♥ · Reverse!"
    assert since_turn(many.scene(0), FACES["craits"]) == said


def test_told_task_is_not_recalled() -> None:
    game = rummy("4C / KS AS", turn="A", dealer="B", chance=NEXT_DEAL)
    text = pages.hand(after(game, "A: discard card:4C", viewer=1)).text

    assert text.count("goes out. You score −110") == 1


def test_new_cards_are_marked_until_the_next_move() -> None:
    session = do(at("5S 3S 2S / JS QS / QD KD", top="KS", stock="AH 2H"), "A: play card:5S")
    given = FACES["craits"].hand_picture(session.scene(1))
    moved = FACES["craits"].hand_picture(do(session, "B: play card:JS").scene(1))

    assert given is not None
    assert moved is not None
    assert "New: A♥." in given.alt
    assert "New:" not in moved.alt


def test_cards_of_an_opponent_are_not_called_mine() -> None:
    houses = {"L1": "8D", "L2": "KS", "L3": "7C", "L4": "-"}
    opponents = {"A": ["2C"], "B": ["6D", "6H", "7S"]}
    session = session_of(state_at(houses, turn="B", crapauds=opponents, discards={"A": [], "B": []}))
    do(session, "B: move from:my-crapaud to:L1", "B: move from:my-crapaud to:L3")

    assert since_turn(session.scene(0), FACES["crapette"]) == (
        "Since your turn: Ben: 7♠ from crapaud to L1 · Ben: 6♥ from crapaud to L3"
    )
