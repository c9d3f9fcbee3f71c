"""Customs of single languages, such as their numbers and capital letters, and room for words on covers."""

import json

import pytest

from bot.engine.draft import Refusal
from bot.games import GAMES
from bot.rendering import words
from bot.rendering.art.kit.canvas import Canvas
from bot.rendering.art.parts.cover import BESIDE_ART, FACTS, HIGH
from bot.rendering.catalog import say_count, speaking
from bot.rendering.covers import facts
from bot.rendering.crazy_rummy.hands import wild_sentence
from bot.rendering.languages import NAMES
from bot.rendering.minutes import FILE, minutes_of
from bot.rendering.numbers import grouped
from bot.rendering.options import read_number
from bot.rendering.pages import refusal
from tests.rendering.crapette.sessions import session_of, state_at

EVERYBODY = {  # People write a thousand and a half in these ways, by language.
    "en": ("1,500", "1 500", "1500"),
    "de": ("1.500", "1 500", "1\u202f500", "1,500"),
    "fr": ("1 500", "1\u00a0500", "1\u202f500", "1.500", "1,500"),
    "es": ("1.500", "1 500", "1\u202f500", "1,500"),
    "pt-BR": ("1.500", "1 500", "1,500"),
}


@pytest.mark.parametrize("tag", NAMES)
def test_number_is_read_as_language_writes_it(tag: str) -> None:
    with speaking(tag):
        assert [read_number(text) for text in EVERYBODY[tag]] == [1500] * len(EVERYBODY[tag])
        assert [read_number(grouped(value)) for value in (7, 1000, 5000, 1234567)] == [7, 1000, 5000, 1234567]


@pytest.mark.parametrize("tag", NAMES)
@pytest.mark.parametrize(
    "text", ["1.5", "1,5", "1.50", "1.5000", "12 34", "1,000.5", "1.000,5", "-5", "1'000"]
)
def test_fraction_is_not_read_as_larger_number(tag: str, text: str) -> None:
    with speaking(tag):
        assert read_number(f" {text} ") == text


def test_english_point_is_decimal() -> None:
    assert read_number("1.500") == "1.500"


@pytest.mark.parametrize(
    ("last", "listed"),
    [
        ("Inés", "Ann e Inés"),
        ("Hilda", "Ann e Hilda"),
        ("**Ígor**", "Ann e **Ígor**"),
        ("Yves", "Ann e Yves"),
        ("Ben", "Ann y Ben"),
        ("Yolanda", "Ann y Yolanda"),
        ("Hierro", "Ann y Hierro"),
        ("<@817>", "Ann y <@817>"),
    ],
)
def test_spanish_says_e_before_the_sound_of_i(last: str, listed: str) -> None:
    with speaking("es"):
        assert words.listed(["Ann", last]) == listed


@pytest.mark.parametrize(
    ("last", "listed"),
    [
        ("Olga", "Ann u Olga"),
        ("Óscar", "Ann u Óscar"),
        ("Hortensia", "Ann u Hortensia"),
        ("8", "Ann u 8"),
        ("11", "Ann u 11"),
        ("Ben", "Ann o Ben"),
        ("110", "Ann o 110"),
        ("7", "Ann o 7"),
        ("<@817>", "Ann o <@817>"),
    ],
)
def test_spanish_says_u_before_the_sound_of_o(last: str, listed: str) -> None:
    with speaking("es"):
        assert words.listed(["Ann", last], "or") == listed


@pytest.mark.parametrize(("tag", "both"), [("en", "and"), ("de", "und"), ("fr", "et"), ("pt-BR", "e")])
def test_other_languages_join_all_names_alike(tag: str, both: str) -> None:
    with speaking(tag):
        assert words.listed(["Ann", "Inés"]) == f"Ann {both} Inés"
        assert words.listed(["Ann", "Ben"]) == f"Ann {both} Ben"


@pytest.mark.parametrize(
    ("tag", "said"),
    [("en", "points"), ("de", "Punkte"), ("fr", "point"), ("es", "puntos"), ("pt-BR", "ponto")],
)
def test_no_points_take_languages_own_form(tag: str, said: str) -> None:
    with speaking(tag):
        assert say_count("point", "points", 0) == said


@pytest.mark.parametrize("tag", NAMES)
def test_players_and_minutes_have_room_on_every_cover(tag: str) -> None:
    lengths = json.loads(FILE.read_text(encoding="utf-8"))
    canvas, cut = Canvas(HIGH, "crap"), []
    with speaking(tag):
        for game_id, game in GAMES.items():
            measured = {
                minutes_of(game_id, length, int(players))
                for length, rows in lengths.get(game_id, {}).items()
                for players in rows
            }
            told = [facts(game, minutes) for minutes in (None, *measured)]
            cut += [text for text in told if canvas.measure(text, FACTS[-1]) > BESIDE_ART]

    assert cut == []


@pytest.mark.parametrize(
    ("tag", "said"),
    [("en", "Your crapaud is empty."), ("de", "Leer: Crapaud."), ("es", "Tu crapaud: no hay cartas.")],
)
def test_sentence_has_capital_only_at_its_beginning(tag: str, said: str) -> None:
    scene = session_of(state_at(crapauds={"A": [], "B": ["5H"]})).scene(0)

    with speaking(tag):
        assert refusal(scene, Refusal("source-empty", {"pile": "my-crapaud"})) == said


@pytest.mark.parametrize(
    ("tag", "said"),
    [("en", "Kings are wild."), ("fr", "Jokers de la manche : rois."), ("es", "Reyes como comodín.")],
)
def test_wild_rank_is_capital_only_at_beginning(tag: str, said: str) -> None:
    with speaking(tag):
        assert wild_sentence("K").replace("\u202f", " ") == said
