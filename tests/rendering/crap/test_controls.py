"""The controls of C.R.A.P.: their words, their order, and the points they promise."""

from typing import Any

import pytest

from bot.games.crap.acquiring import Acquire
from bot.rendering import more_menu, pages
from bot.rendering.crap import controls
from bot.rendering.face import Prompt, QuickMove
from bot.rendering.faces import FACES
from bot.rendering.page import Buttons, Section, Select
from bot.rendering.scene import Scene
from tests.helpers.controls import labels
from tests.rendering.crap.sessions import seen

HAND = ["2D", "7C", "7D", "7H", "9C", "QD", "QS", "KH"]
KINGS = {"owner": "C", "rank": "K", "cards": ["KC", "KD", "KS", "KC"]}


def on_turn(hand: list[str], **more: Any) -> Scene:
    """Return the scene of Ann on turn with this hand. The others hold a card or two."""
    options = {name: more.pop(name) for name in ("jokers", "force_recycle") if name in more}
    return seen({"hands": {"A": hand, "B": ["4C", "4D"], "C": ["5D"]}, **more}, 0, **options)


def ranks(scene: Scene) -> list[tuple[str, str | None]]:
    select = next(one for one in pages.hand(scene).blocks if isinstance(one, Select))
    return [(one.label, one.hint) for one in select.choices]


def quick_moves(hand: list[str], **more: Any) -> list[tuple[str, str]]:
    return [(one.text, one.label) for one in controls.quick_moves(on_turn(hand, **more)) if one.text]


def asks(scene: Scene) -> list[str]:
    return [one.label for one in controls.quick_moves(scene) if not one.text]


@pytest.mark.parametrize("forcing", [True, False])
def test_actions_are_row_of_verbs_above_usual_ones(forcing: bool) -> None:
    shown = labels(pages.hand(on_turn(HAND, force_recycle=forcing)))
    verbs = ["Challenge", "Protect", "Cooperate", "Recycle", *["Force recycle"] * forcing]

    assert shown[-len(verbs) - 3 :] == [*verbs, "Hint", "Rules", "More"]


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("challenge", "Each match: draw a card."),
        ("protect", "Nobody can take it"),
        ("cooperate", "both draw a card"),
        ("recycle", "Two dice give you 2 to 12 new ones."),
        ("force-recycle", "More than half of the others must say yes."),
    ],
)
def test_action_says_what_it_does_before_anything_is_chosen(verb: str, said: str) -> None:
    assert said in pages.hand(on_turn(HAND, force_recycle=True), form=verb).text


def test_held_ranks_are_buttons_and_bluffs_a_select() -> None:
    scene = on_turn(HAND)
    shown = ranks(scene)

    assert asks(scene) == ["Acquire 7s", "Queens", "2s", "9s", "Kings"]
    assert [label for label, _ in shown] == ["Aces", "3s", "4s", "5s", "6s", "8s", "10s", "Jacks"]
    assert {hint for _, hint in shown} == {"Bluff: you hold none."}
    assert FACES["crap"].placeholder("acquire", scene) == "Acquire: everyone hands over a rank…"


def test_sixth_held_rank_comes_first_in_the_select() -> None:
    scene = on_turn([*HAND, "QC", "2C", "9D", "KD", "3C"])

    assert "3s" not in asks(scene)
    assert ranks(scene)[0] == ("3s", "You hold 1.")


def test_without_a_held_rank_only_the_select_asks() -> None:
    scene = on_turn([])

    assert asks(scene) == []
    assert FACES["crap"].placeholder("acquire", scene) == "Acquire: everyone hands over a rank…"


def test_guess_shows_the_rank_that_was_chosen() -> None:
    pending = {"action": "challenge", "target": "B", "die": 1, "guesses": {}}
    cards = {"hands": {"A": ["3C"], "B": ["7C"]}, "placed": {"A": ["2C"], "B": ["6C"]}}
    scene = seen({"phase": "challenge-guess-1", "pending": pending, **cards}, 0)

    assert "### You guess kings. And which suit?" in pages.hand(scene, form="guess rank:K").text


def test_hint_knows_protected_cards_and_laid_sets() -> None:
    sevens = {"owner": "C", "rank": "7", "cards": ["7C", "7D", "7H", "7S"] * 2}
    hand = ["2D", "2S", "3C", "3D", "4C", "4D", "5C", "5D", "6C", "6D"]
    scene = on_turn(hand, protected={"A": ["QD"]}, sets=[sevens])
    hints = dict(ranks(scene))

    assert hints["Queens"] == "You hold 1, protected."
    assert hints["7s"] == "Bluff: all eight are out."


def test_hints_and_labels_fit_a_phone() -> None:
    scene = on_turn(HAND, force_recycle=True)

    assert all(len(hint or "") <= 58 for _, hint in ranks(scene))
    assert all(len(label) <= 34 for label in labels(pages.hand(scene)))


@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        (["7C", "7D", "7H", "7S"], [("Four 7s: 70 points.", "Score 7s")]),
        (["7C", "7D", "7H", "JK"], [("Four 7s, one of them a joker: 69 points.", "Score 7s with a joker")]),
        (["7C", "7D", "JK", "JK"], [("Four 7s, 2 of them jokers: 68 points.", "Score 7s with 2 jokers")]),
        (["7C", "JK", "JK", "JK"], [("Four 7s, 3 of them jokers: 67 points.", "Score 7s with 3 jokers")]),
        (["7C", "7D", "7H"], []),
    ],
)
def test_a_set_is_offered_with_its_points(hand: list[str], offered: list[tuple[str, str]]) -> None:
    assert quick_moves(hand, jokers=True) == offered


def test_a_double_set_comes_before_the_single_one() -> None:
    both = quick_moves(["7C", "7D", "7H", "7S"] * 2)

    assert both[0] == ("Eight 7s: 160 points.", "Score all 7s")
    assert both[1] == ("Four 7s: 70 points.", "Score 7s")


def test_aces_say_what_they_are_worth_now() -> None:
    aces = ["AC", "AD", "AH", "AS"]

    assert quick_moves(aces) == [("Four aces: 10 points.", "Score aces")]
    assert quick_moves(aces, sets=[KINGS]) == [("Four aces: 140 points.", "Score aces")]


def test_a_set_stands_first_and_alone_in_blue() -> None:
    blocks = pages.hand(on_turn(["7C", "7D", "7H", "7S", "2C"])).blocks
    first = next(one for one in blocks if isinstance(one, Section | Select | Buttons))
    buttons = [one.button for one in blocks if isinstance(one, Section)]

    assert isinstance(first, Section)
    assert first.button.label == "Score 7s"
    assert [one.label for one in buttons if one.style == "blue"] == ["Score 7s"]


def test_a_set_is_laid_with_one_press() -> None:
    quick = controls.quick_moves(on_turn(["7C", "7D", "7H", "7S"]))[0]

    assert isinstance(quick, QuickMove)
    assert quick.move in on_turn(["7C", "7D", "7H", "7S"]).legal


def test_recycling_is_asked_about_first_and_red() -> None:
    scene = on_turn(HAND, protected={"A": ["4C"]}, hands={"A": HAND, "B": ["4D"], "C": ["5D"]})
    page = pages.hand(scene, form="recycle")
    ask = next(text for text in page.text.split("\n\n") if "###" in text)
    sure = next(one for one in page.blocks if isinstance(one, Buttons)).buttons[0]

    assert "### Recycle all 8 cards?" in ask
    assert "You may lose your protected 4♣ too: the next player rolls against you." in ask
    assert (sure.label, sure.style) == ("Discard and roll", "red")


@pytest.mark.parametrize(
    ("hand", "ask", "below"),
    [
        (["9C"], "Recycle your card?", "Everyone sees your card. Two dice give you 2 to 12 new ones."),
        ([], "Roll for a new hand?", "Two dice give you 2 to 12 cards."),
    ],
)
def test_recycling_question_fits_number_of_cards(hand: list[str], ask: str, below: str) -> None:
    assert controls.question("recycle", on_turn(hand)) == Prompt(ask, (below,))


def test_opponents_are_buttons_with_their_cards() -> None:
    page = pages.hand(on_turn(HAND), form="challenge")

    assert "### Who do you challenge?" in page.text
    assert labels(page) == ["Ben · 2 cards", "Cyd · one card", "Back", "Hint", "Rules", "More"]


def test_challenge_picks_exactly_the_required_cards() -> None:
    hand = ["2C", "3C", "4C", "5C"]
    for die in (1, 2, 3):
        pending = {"action": "challenge", "target": "B", "die": die}
        scene = seen({"phase": "challenge-place", "pending": pending, "hands": {"A": hand, "B": ["6C"]}}, 0)
        pick = FACES["crap"].picks(scene)["place"]
        assert (pick.least, pick.most, pick.cards) == (die, die, tuple(hand))


def test_those_who_owe_nothing_pick_nothing() -> None:
    assert FACES["crap"].picks(seen({"hands": {"A": ["2C"]}}, 0)) == {}


def test_why_not_tells_nearest_misses_first() -> None:
    assert controls.nearly(on_turn(HAND)) == (
        "Score a set: 7♣ 7♦ 7♥, one short.",
        "Score a set: Q♦ Q♠, two short.",
    )
    assert controls.nearly(seen({"hands": {"B": HAND}}, 1)) == ()


@pytest.mark.parametrize(
    ("hand", "lines"),
    [
        (
            ["JK", "JK", "3C", "9D"],
            ("Score a set: 3♣ joker joker, one short.", "Score a set: 9♦ joker joker, one short."),
        ),
        (["JK", "3C", "9D", "9H"], ("Score a set: 9♦ 9♥ joker, one short.",)),
        (["JK", "JK", "JK"], ()),
    ],
)
def test_jokers_count_only_with_held_ranks(hand: list[str], lines: tuple[str, ...]) -> None:
    assert controls.nearly(on_turn(hand, jokers=True)) == lines


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (["JK", "7C", "7D"], "You hold 2. One more makes a set."),
        (["JK", "JK", "7C"], "You hold 1. One more makes a set."),
        (["JK", "7C", "7D", "7H"], "You hold 3."),
        (["JK", "JK", "JK", "QC"], "Bluff: you hold none."),
    ],
)
def test_hint_counts_jokers_towards_a_set(hand: list[str], said: str) -> None:
    assert FACES["crap"].hint(Acquire("7"), on_turn(hand, jokers=True)) == said


def test_everyone_asked_may_answer_below_table() -> None:
    window = {"phase": "bluff-window", "pending": {"action": "acquire", "rank": "7", "believed": []}}

    shown = labels(pages.table(seen(window)))

    assert shown == ["Believe", "Call the bluff", "My hand", "Rules", "More"]


def test_the_vote_that_allows_forcing_is_behind_more() -> None:
    behind = [
        labels(more_menu.page(scene, FACES["crap"], of_hand=True, may_end=False))
        for scene in (on_turn(HAND), on_turn(HAND, force_recycle=True), on_turn(HAND, forcing=True))
    ]

    assert ["Allow forced recycling…" in one for one in behind] == [True, False, False]
    assert "Force recycle" in labels(pages.hand(on_turn(HAND, forcing=True)))
