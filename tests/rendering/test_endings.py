"""The message at the end: the winner, a ranking that fits a phone, and the next game."""

import hashlib
import random
import re
from typing import Any

import msgspec
import pytest

from bot.engine.moves import Leave
from bot.engine.notation import read_options
from bot.games import GAMES
from bot.games.crap.laying import SetLaid
from bot.games.crazy_rummy import laying as rummy
from bot.rendering import endings, pages
from bot.rendering.alone import lone_line
from bot.rendering.catalog import speaking
from bot.rendering.endings import winners_line
from bot.rendering.faces import FACES
from bot.rendering.page import Picture, Text
from bot.rendering.scene import Scene
from bot.rendering.score_sheet import MAX_ROW_CHARACTERS, Ending, Standing, ranking, score_sheet
from bot.rendering.widths import cells_of
from bot.sessions import play
from bot.sessions.clocks import Instant
from bot.sessions.session import Session
from bot.sessions.view import Change
from bot.storage.records import Played
from tests.helpers import views
from tests.helpers.controls import labels
from tests.helpers.records import at_table
from tests.rendering.art.games import scene_at

NAMES = ("Ann", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "crap": (3, {"threshold": 50, "turn-limit": 200}),
    "skrap": (4, {"target": 12}),
    "craits": (3, {"hands": 4}),
    "crazy-rummy": (3, {"max-hands": 3}),
}
RANKED = list(SHORT)
with_points = pytest.mark.parametrize("game_id", RANKED)


def table_for(game_id: str, seats: int, seed: int = 1, **options: Any) -> Session:
    """Return a session in the lobby."""
    game = GAMES[game_id]
    record = at_table(
        game,
        tuple(range(100, 100 + seats)),
        read_options(game, options),
        id=1,
        chance_key=hashlib.sha256(f"{seed}".encode()).digest(),
    )
    session = Session(game, record)
    session.names = dict(zip(record.players, NAMES, strict=False))
    return session


def played_out(
    game_id: str, seed: int = 1, *, leaves_after: int | None = None
) -> tuple[Session, list[Played]]:
    """Play a short random game, and return it with its moves. Someone may leave after some moves."""
    seats, options = SHORT[game_id]
    session, chance = table_for(game_id, seats, seed, **options), random.Random(seed)
    moves: list[Played] = []
    change: Any = play.dealt(session, Instant.at(0.0))
    while True:
        assert isinstance(change, Change)
        assert change.played is not None
        session.adopt(change)
        moves.append(change.played)
        if session.record.status == "over":
            return session, moves
        seat = chance.choice(session.game.deciders(session.state))
        move = chance.choice(session.game.legal(session.state, seat)[:8])
        change = play.moved(session, seat, Leave() if len(moves) == leaves_after else move, Instant.at(0.0))


def named(*names: str) -> Scene:
    """Return a scene of C.R.A.P. with players of these names."""
    return msgspec.structs.replace(table_for("crap", len(names)).scene(None), names=names)


def rows(scene: Scene, *standings: Standing) -> list[str]:
    return score_sheet(scene, standings).removeprefix("```\n").removesuffix("\n```").splitlines()


@pytest.mark.parametrize(
    ("winners", "amount", "title"),
    [
        ((1,), "340", "Ben wins with 340!"),
        ((1,), "", "Ben wins"),
        ((0, 1), "340", "Ann and Ben share the win, 340!"),
        ((0, 1), "", "Ann and Ben share the win!"),
        ((), "", "Nobody wins"),
    ],
)
def test_the_title_says_who_won_with_what(winners: tuple[int, ...], amount: str, title: str) -> None:
    assert winners_line(named("Ann", "Ben"), winners, amount) == title


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(59, ""), (60, " · 1 min"), (21 * 60, " · 21 min"), (5 * 3600, " · 5 hours"), (76 * 3600, " · 3 days")],
)
def test_the_result_says_how_long_the_game_took(seconds: float, said: str) -> None:
    session, _ = played_out("skrap")
    session.began_at = session.recent[-1].at - seconds
    line = pages.table(session.scene(None)).text.splitlines()[1]

    assert line.endswith(f"rounds{said}")


@pytest.mark.parametrize("game_id", RANKED)
def test_line_of_lone_game_ends_with_one_mark(game_id: str) -> None:
    scene = played_out(game_id)[0].scene(None)

    assert re.search(r"[^.!][.!]$", lone_line(scene, FACES[game_id], "My hand").text)


def test_row_is_place_name_and_parts_of_total() -> None:
    scene = named("Ann", "Ben", "Magpie", "Cyd")

    assert rows(
        scene, *ranking([230, 340, 70, 0], [(120, 0, 110), (140, 0, 200), (0, 0, 70), (0, 0, 0)])
    ) == [
        "1 Ben     140 + 200 = 340",
        "2 Ann     120 + 110 = 230",
        "3 Magpie               70",
        "4 Cyd                   0",
    ]


def test_rounds_below_picture_omit_place_and_total() -> None:
    scene = named("Ann", "Ben", "Magpie", "Cyd")
    standings = ranking([230, 340, 70, 0], [(120, 0, 110), (140, 0, 200), (0, 0, 70), (0, 0, 0)])

    sheet = score_sheet(scene, standings, has_totals=False)

    assert sheet.splitlines()[1:-1] == ["Ben  140 + 200", "Ann  120 + 110"]
    assert not score_sheet(scene, standings[1:], has_totals=False), "one player's rounds don't make a sheet"


def test_equal_totals_share_place_and_skip_next() -> None:
    totals = [50, 90, 90, 7]
    gains = [(total,) for total in totals]

    assert [(one.seat, one.place) for one in ranking(totals, gains)] == [(1, 1), (2, 1), (0, 3), (3, 4)]
    assert [(one.seat, one.place) for one in ranking(totals, gains, low=True)] == [
        (3, 1),
        (0, 2),
        (1, 3),
        (2, 3),
    ]


def test_of_many_rounds_the_last_three_are_told() -> None:
    gains = (100, -20, 30, 31, -50, 7, 10, 31, -50, 7)

    assert rows(named("Cyd"), Standing(0, 1, gains, -12)) == ["1 Cyd  … + 31 − 50 + 7 = −12"]


def test_totals_align_and_signs_are_minus_signs() -> None:
    shown = rows(named("A", "B"), Standing(0, 1, (5, 5), 10), Standing(1, 2, (-100, -50), -150))

    assert shown == ["1 A      5 + 5 =   10", "2 B  −100 − 50 = −150"]


def test_numbers_beyond_all_reason_keep_their_row() -> None:
    huge = 10**80
    shown = rows(named("Ann"), Standing(0, 1, (huge, -huge, huge, huge), 2 * huge))

    assert shown == ["1 Ann  … + ≈10^80 + ≈10^80 = ≈10^80"]


@pytest.mark.parametrize("most", [9, 1500, 10**80])
def test_ten_players_are_ten_rows_that_fit_phone(most: int) -> None:
    scene = named(*(f"{name} the magnificent" for name in NAMES))
    gains = tuple((-1) ** place * most for place in range(30))
    shown = rows(scene, *(Standing(seat, seat + 1, gains, (-1) ** seat * most) for seat in range(10)))

    assert len(shown) == 10
    assert shown[0].startswith(" 1 Ann the mag…  ")
    assert shown[9].startswith("10 Jim the mag…  ")
    assert max(map(cells_of, shown)) <= MAX_ROW_CHARACTERS


def test_names_of_any_script_keep_columns() -> None:
    scene = named("```\nb`", "李小龙李小龙李", "דנה", "Zoë")
    block = score_sheet(scene, [Standing(seat, seat + 1, (40, 30), 70) for seat in range(4)])
    shown = block.splitlines()[1:-1]

    assert block.count("```") == 2
    assert "''' b'" in shown[0]
    assert "李小龙李小…" in shown[1]  # Names are cut at twelve columns, and each of these signs takes two.
    assert "\u200eדנה" in shown[2]
    assert {cells_of(row) for row in shown} == {cells_of(shown[0])}


@pytest.mark.parametrize("seed", range(4))
@with_points
def test_rounds_add_up_to_the_totals(game_id: str, seed: int) -> None:
    session, _ = played_out(game_id, seed, leaves_after=60 * (seed % 2) or None)
    sheet = views.noted(session.scene(None))
    counted = list((sheet.heads if game_id == "skrap" else sheet.totals).values())

    standings = FACES[game_id].ending(session.scene(None)).standings

    assert {one.seat: one.total for one in standings} == dict(enumerate(counted))
    assert all(sum(one.gains) == one.total for one in standings)
    assert [one.place for one in standings] == sorted(one.place for one in standings)


@with_points
def test_the_result_is_the_same_after_a_restart(game_id: str) -> None:
    session, moves = played_out(game_id)
    again = Session(session.game, session.record, moves)
    again.names = session.names

    assert pages.table(again.scene(None)) == pages.table(session.scene(None))


@pytest.mark.parametrize("game_id", SHORT)
def test_restarted_session_keeps_few_moves_but_all_scores(game_id: str) -> None:
    session, moves = played_out(game_id)
    filler = [msgspec.structs.replace(moves[-1], events=b"[]")] * 200

    later = Session(session.game, session.record, [*moves, *filler])

    assert later.scores == session.scores
    assert len(later.recent) == 120


def over(*winners: str, **totals: int) -> Scene:
    """Return the public scene of a finished game of three players."""
    session = table_for("crap", 3)
    position = {"phase": "over", "winners": winners, "end": "threshold", "totals": totals}
    session.state = session.game.load(position, 3, session.options)
    session.record = msgspec.structs.replace(session.record, status="over")
    return session.scene(None)


def test_result_has_crown_ranking_and_way_on() -> None:
    page = pages.table(over("B", A=20, B=340, C=0))

    assert page.text.startswith("## ♛ Ben wins\n-# C.R.A.P. · table 1 · one turn\n")
    assert "```\n1 Ben  340\n2 Ann   20\n3 Cyd    0\n```" in page.text
    assert labels(page) == ["Rematch", "Replay", "Review", "More"]
    assert page.pings == ()
    assert "<@" not in page.text


def test_result_has_picture_where_pictures_are_wanted() -> None:
    scene = over("B", A=20, B=340, C=0)

    (picture,) = pages.table(msgspec.structs.replace(scene, pictures=True)).pictures

    assert all(name in picture.alt for name in NAMES[:3])
    assert pages.table(scene).pictures == ()


@with_points
def test_picture_draws_names_without_backslashes_that_message_needs(game_id: str) -> None:
    session, _ = played_out(game_id, leaves_after=20)
    scene = session.scene(None)
    scene = msgspec.structs.replace(scene, pictures=True, names=tuple(f"_{name}_@x" for name in scene.names))
    said = pages.table(scene)

    (picture,) = said.pictures

    assert "\\_" in said.without_pictures().text
    assert "\\" not in picture.alt
    assert "\u200b" not in picture.alt


def test_ended_game_has_no_winner_or_crown() -> None:
    scene = msgspec.structs.replace(over("B", B=340), status="cancelled", outcome=None)

    text = pages.table(scene).text

    assert text.startswith("## Nobody wins\n")
    assert "The game was ended." in text
    assert endings.ending_text(scene, FACES["crap"]) == "Nobody wins.\nThe game was ended."


def test_several_winners_share_the_crown() -> None:
    text = pages.table(over("A", "C", A=310, B=0, C=310)).text

    assert text.startswith("## ♛ Ann and Cyd share the win!\n")
    assert "1 Ann  310\n1 Cyd  310\n3 Ben    0" in text


def test_game_without_winner_has_no_crown() -> None:
    assert pages.table(over()).text.startswith("## Nobody wins\n")


def test_points_are_written_alike_in_block_and_picture() -> None:
    scene = over("B", A=20, B=1390, C=0)
    page = pages.table(msgspec.structs.replace(scene, pictures=True))

    assert page.without_pictures().text.splitlines()[1] == "## ♛ Ben wins"
    assert "1 Ben  1,390\n2 Ann     20\n" in page.without_pictures().text
    assert "1,390" in page.pictures[0].alt
    assert "1,390" not in page.text


def test_thousands_are_written_as_the_language_does() -> None:
    with speaking("de"):
        page = pages.table(over("B", A=20, B=1390, C=0))

    assert "1 Ben  1.390\n" in page.text


def pictured(scene: Scene) -> str:
    """Return the description of a result's picture."""
    (picture,) = pages.table(msgspec.structs.replace(scene, pictures=True)).pictures
    return picture.alt


def test_picture_ranks_everyone_under_the_winner() -> None:
    assert pictured(over("B", A=20, B=340, C=0)).splitlines() == [
        "Ben wins. One turn.",
        "1. Ben: 340",
        "2. Ann: 20",
        "3. Cyd: 0",
        "C.R.A.P.",
    ]


def test_pictured_result_states_winner_and_totals_once() -> None:
    page = pages.table(msgspec.structs.replace(over("B", A=20, B=340, C=0), pictures=True))

    assert "Ben" not in page.text
    assert "340" not in page.text


@pytest.mark.parametrize(("gains", "sheets"), [((), 0), ((30,), 0), ((30, 40), 1)])
def test_picture_has_a_score_sheet_below_only_if_two_gained_twice(
    gains: tuple[int, ...], sheets: int
) -> None:
    scene = msgspec.structs.replace(named("Ann", "Ben"), pictures=True)
    standings = (Standing(0, 1, (20, 50), 70), Standing(1, 2, gains, sum(gains)))
    blocks = endings.ending_blocks(scene, Ending("Ann wins", standings=standings))

    assert sum(isinstance(one, Text) for one in blocks) == sheets


def test_score_sheet_next_to_picture_has_no_totals() -> None:
    session, _ = played_out("craits")
    page = pages.table(msgspec.structs.replace(session.scene(None), pictures=True))
    (sheet,) = [one for one in page.text.split("```") if "Ann" in one]

    assert " = " not in sheet
    assert "Ann" in sheet


def test_rounds_of_one_player_alone_leave_no_empty_text() -> None:
    scene = msgspec.structs.replace(over("B", A=20, B=340, C=0), pictures=True)
    standings = ranking([20, 340, 0], [(20,), (140, 200), ()])
    blocks = endings.ending_blocks(scene, Ending("Ben wins", standings=standings))

    assert [type(block) for block in blocks] == [Picture]


@pytest.mark.parametrize("game_id", SHORT)
def test_game_ended_early_shows_standings_without_places(game_id: str) -> None:
    session, _ = played_out(game_id)
    scene = msgspec.structs.replace(session.scene(None), status="cancelled", outcome=None, ended="vote")
    lines = pictured(scene).splitlines()

    assert lines[0] == "Nobody wins. Most of the players voted to end the game."
    assert any(line.startswith("Ann: ") for line in lines)


@pytest.mark.parametrize("game_id", ["skrap", "craits", "crazy-rummy"])
def test_winning_cards_lie_behind_the_winner(game_id: str) -> None:
    session, _ = played_out(game_id)

    assert "Winning cards: " in pictured(session.scene(None))


@pytest.mark.parametrize(("owner", "drawn"), [(0, ()), (1, ("KC", "KD", "KH", "KS"))])
def test_best_set_is_drawn_unless_it_won(owner: int, drawn: tuple[str, ...]) -> None:
    kings = SetLaid(owner, "K", ("KC", "KD", "KH", "KS"), double=False, value=130)
    twos = SetLaid(0, "2", ("2C", "2D", "2H", "2S"), double=False, value=20)
    scene = msgspec.structs.replace(over("A", A=340, B=20, C=0), scores=(twos, kings))

    assert FACES["crap"].ending(scene).best == drawn


@pytest.mark.parametrize(("owner", "drawn"), [(0, ()), (1, ("KC", "KD", "6H"))])
def test_wild_card_of_the_best_set_is_marked(owner: int, drawn: tuple[str, ...]) -> None:
    kings = rummy.SetLaid(owner, ("KC", "KD", "6H"), "K", 120, 4)
    sixes = rummy.SetLaid(0, ("6C", "6D", "6H"), "6", 15, 4)
    scene = scene_at(GAMES["crazy-rummy"], 2, {"phase": "over", "winners": ["A"], "wild": "6"})
    ending = FACES["crazy-rummy"].ending(msgspec.structs.replace(scene, scores=(sixes, kings)))

    assert ending.best == drawn
    assert ending.best_wild == {"6H"}


@pytest.mark.parametrize(
    ("totals", "pictured", "heads"),
    [
        (
            (340, 20, 0),
            ["You won!", "Ann wins.", "Ann wins."],
            ["", "You came 2nd of 3", "You came 3rd of 3"],
        ),
        (
            (340, 340, 0),
            ["You share the win!", "You share the win!", "2 players win."],
            ["", "", "You came 3rd of 3"],
        ),
    ],
)
def test_hand_becomes_its_owners_result(
    totals: tuple[int, ...], pictured: list[str], heads: list[str]
) -> None:
    own = [pages.hand(msgspec.structs.replace(scene, pictures=True)) for scene in seen_by_each(*totals)]

    assert [page.text.partition("### ")[2] for page in own] == heads
    assert [page.pictures[0].alt.partition(" One turn.")[0] for page in own] == pictured
    assert [labels(page) for page in own] == [["Rematch", "Another game", "Replay"]] * 3
    assert all(f"{name} (you)" in page.pictures[0].alt for name, page in zip(NAMES, own, strict=False))


def test_result_in_words_speaks_to_its_reader() -> None:
    first, second, _ = map(pages.hand, seen_by_each(340, 20, 0))

    assert first.text.splitlines()[1] == "## ♛ You won!"
    assert second.text.splitlines()[1:3] == ["### You came 2nd of 3", "## ♛ Ann wins"]


def test_place_below_table_names_winner_as_you() -> None:
    texts = [pages.own_place(scene).text.splitlines()[1:] for scene in seen_by_each(340, 20, 0)]

    assert texts == [["### You won!"], ["### You came 2nd of 3"], ["### You came 3rd of 3"]]


def seen_by_each(*totals: int) -> list[Scene]:
    """Return each player's scene of a finished game of three. Whoever has 340 points has won."""
    winners = [letter for letter, total in zip("ABC", totals, strict=True) if total == 340]
    public = over(*winners, **dict(zip("ABC", totals, strict=True)))
    return [msgspec.structs.replace(public, viewer=seat) for seat in range(3)]
