"""The bench of dailies and reviews, with few games."""

from pathlib import Path

import pytest

from benchmarks.dailies import __main__ as dailies
from benchmarks.dailies import installations, judged, plays
from benchmarks.dailies.judged import Trial
from bot.games import GAMES
from bot.players.daily import Checked

pytestmark = pytest.mark.no_cover


@pytest.mark.slow
@pytest.mark.parametrize("is_world", [False, True])
def test_two_installations_deal_and_price_alike(is_world: bool, times: int) -> None:
    figure = installations.compare(3 * times, is_world=is_world)

    assert figure.holds, figure


def test_lines_hold_and_forged_ones_do_not() -> None:
    found = plays.play_days(GAMES["skrap"], 2, 3)

    assert [str(one) for one in plays.line_figures(GAMES["skrap"], found, 20) if not one.holds] == []


def test_line_with_another_result_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = plays.play_days(GAMES["skrap"], 1, 2)
    monkeypatch.setattr(plays, "checked", lambda _, line: Checked(0, line.lead))

    assert any(not one.holds for one in plays.line_figures(GAMES["skrap"], found, 50))


def test_share_of_deal_differs_from_share_of_play() -> None:
    assert plays._part_of_deal([[1, 1, 2], [9, 9, 10], [-9, -8, -9]]) > 0.9
    assert plays._part_of_deal([[1, -9, 9], [9, -9, 0], [-9, 9, 1]]) < 0.3


def test_judged_games_are_kept_and_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    only = ["--only", "easy", "--game", "skrap", "--games", "1", "--results", str(results)]

    dailies.main(only)
    dailies.main(only)

    assert len(judged.read(results)) == 1
    assert "skrap, easy (1 games): a review" in capsys.readouterr().out


def test_bars_of_judged_games_are_compared() -> None:
    good = Trial("craits", "hard", 1, 100, 1.0, (("small", 0.04), ("clear", 0.13)), 0.1)
    bad = Trial("craits", "hard", 2, 10, 30.0, (("big", -0.01),), -0.1)

    assert [one.holds for one in judged.figures([good, good])][:4] == [True] * 4
    assert [one.holds for one in judged.figures([bad, bad])][:4] == [False] * 4


def test_planted_move_counts_if_it_is_named() -> None:
    found = [Trial("craits", "planted", n, 9, 1.0, planted=0.2, is_named=n > 1) for n in range(10)]

    assert [str(one) for one in judged.figures(found) if not one.holds] == [
        "| craits, planted (10 games): named, ≥ 12 points | ≥ 90 % | 80.0 % (8 of 10) (missed) |"
    ]
