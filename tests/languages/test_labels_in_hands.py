"""Words of covers and pictured hands fit in every language, even with the largest numbers."""

from itertools import chain

import pytest

from bot.engine.cards import RANKS
from bot.games import GAMES
from bot.rendering import words
from bot.rendering.art.kit.canvas import Mark
from bot.rendering.art.parts import painted
from bot.rendering.art.plan import Fan, HandPlan, Part, Plan, Section, Tray
from bot.rendering.catalog import say, speaking
from bot.rendering.covers import cover_plan
from bot.rendering.languages import NAMES

in_every_language = pytest.mark.parametrize("tag", NAMES)


def cut(game: str, *sections: Section) -> list[str]:
    """Return the labels of a hand that are cut."""
    return cut_in(HandPlan(game, "Hand", sections=sections))


def cut_in(plan: Plan) -> list[str]:
    """Return the texts of a picture that are cut."""
    notes: list[Mark] = []
    painted(plan, notes)
    return [mark.text for mark in notes if mark.kind == "text" and mark.text.endswith("…")]


@in_every_language
def test_mood_of_covers_and_question_have_room(tag: str) -> None:
    with speaking(tag):
        asked = say("{ranks}: believe or call?", ranks=words.ranks_name("K"))
        hand = HandPlan("crap", say("Your hand · {number}", number=16), asked, acts=True)
        assert [
            *cut_in(hand),
            *chain.from_iterable(cut_in(cover_plan(game)) for game in GAMES.values()),
        ] == []


@in_every_language
def test_the_armour_to_be_reached_has_room(tag: str) -> None:
    with speaking(tag):
        assert cut("skrap", Tray("", ("8C", "10H"), say("armour {number}", number=14))) == []
        assert cut("skrap", Tray("", ("7D",), say("surge"))) == []


@in_every_language
def test_worth_of_sets_and_feeds_has_room(tag: str) -> None:
    with speaking(tag):
        for rank in RANKS:
            worth = say("{ranks} · {points}", ranks=words.ranks_name(rank), points=300)
            assert cut("crazy-rummy", Tray("", (f"{rank}C", f"{rank}D", f"{rank}H"), worth)) == []
        assert cut("crazy-rummy", Tray("", ("5C",), say("feed {points}", points=100))) == []


@in_every_language
def test_the_worth_of_a_complete_set_has_room(tag: str) -> None:
    with speaking(tag):
        whole = Part(("7C", "7D", "7H", "7S"), say("a set: {points}", points=1150))
        assert cut("crap", Fan((whole,))) == []


@in_every_language
def test_hidden_card_in_challenge_has_room_for_label(tag: str) -> None:
    with speaking(tag):
        assert cut("crap", Tray("", ("7S",), say("hidden"))) == []
