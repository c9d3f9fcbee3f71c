"""The controls of every game's hand lead to every legal move, and say what they do."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.cards import DECK
from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.rendering import pages, panel
from bot.rendering.catalog import speaking
from bot.rendering.faces import FACES
from bot.rendering.page import Block, Button, Buttons, Section, Select, Text, button_rows
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.helpers.records import MAX_ID, at_table

WALKS = [(game, seed) for game in GAMES for seed in range(3)]


def session_of(game: AnyGame, seats: int, options: Any, state: Any) -> Session:
    players = tuple(10**18 + seat for seat in range(seats))
    place = {"id": MAX_ID, "revision": 10**14, "position": game.dump(state)}
    return Session(game, at_table(game, players, options, status="playing", **place))


def at(game_id: str, seats: int, **position: Any) -> Session:
    """Return a session in a position."""
    game = GAMES[game_id]
    options = game.options()
    return session_of(game, seats, options, game.load(position, seats, options))


def acts(blocks: tuple[Block, ...]) -> Iterator[str]:
    """Yield the act of every enabled control, and of a select one for each entry."""
    for block in blocks:
        if isinstance(block, Buttons):
            yield from (button.action.act for button in block.buttons if not button.disabled)
        elif isinstance(block, Section):
            yield block.button.action.act
        elif isinstance(block, Select):
            act, _, _ = block.action.act.partition(" #")
            pattern = "move *" if act.startswith("move ") else act
            yield from (pattern.replace("*", entry.value) for entry in block.choices)


def reached(scene: Scene) -> set[str]:
    """Return every whole move that presses lead to."""
    face = FACES[scene.game.id]
    found: set[str] = set()
    todo, seen = [panel.home(scene, face), button_rows(panel.behind_more(scene, face))], set[str]()
    todo += [panel.form_controls(scene, face, verb) for verb in face.table_forms(scene)]
    while todo:
        for act in acts(todo.pop()):
            word, _, rest = act.partition(" ")
            if word == "form" and rest not in seen:
                seen.add(rest)
                todo.append(panel.form_controls(scene, face, rest))
            elif word not in ("form", "home", "picked", "add", "done", "write"):
                found.add(rest if word == "move" else act)
    return found


def test_many_cards_are_spread_over_several_selects() -> None:
    scene = at("crap", 3, hands={"A": [*DECK, "2C"], "B": ["9C"], "C": ["8C"]}).scene(0)
    selects = [one for one in panel.form_controls(scene, FACES["crap"], "protect") if isinstance(one, Select)]

    assert [len(one.choices) for one in selects] == [25, 25, 2]
    assert len({one.action.custom_id("s") for one in selects}) == 3
    assert {f"protect card:{card}" for card in DECK} <= reached(scene)


def test_long_hand_explains_choosing_and_number_left() -> None:
    def text(die: int, mask: int) -> str:
        pending = {"action": "challenge", "target": "B", "die": die}
        scene = at(
            "crap", 3, phase="challenge-place", hands={"A": DECK, "B": ["9C"], "C": ["8C"]}, pending=pending
        ).scene(0)
        said = panel.picking(scene, FACES["crap"], "place", mask)[0]
        assert isinstance(said, Text)
        return said.text

    assert text(1, 0) == "Choose one card. Your hand is long: each suit has its list."
    assert text(3, 0) == "Choose 3 cards, one at a time. Your hand is long: each suit has its list."
    assert text(3, 0b11) == "2 of 3 chosen: A♣ 2♣"


def test_equal_cards_are_listed_once() -> None:
    place: dict[str, Any] = {
        "phase": "challenge-place",
        "hands": {"A": ["5C", "5C", "9D"], "B": ["9C"], "C": ["8C"]},
        "pending": {"action": "challenge", "target": "B", "die": 1},
    }
    once = at("crap", 3, **place).scene(0)
    twice = at("crap", 3, **{**place, "pending": {**place["pending"], "die": 2}}).scene(0)

    [one], [two] = (panel.picking(scene, FACES["crap"], "place", 0) for scene in (once, twice))
    assert isinstance(one, Select)
    assert isinstance(two, Select)
    assert [choice.label for choice in one.choices] == ["5♣", "9♦"]
    assert [choice.label for choice in two.choices] == ["5♣", "5♣", "9♦"]
    assert panel.chosen_cards(FACES["crap"].picks(once)["place"], 1 << int(one.choices[1].value)) == ("9D",)


def test_choice_of_cards_tells_what_they_share() -> None:
    hand = ["5C", "5D", "5H", "9D", "9C", "9H", "KC"]
    scene = at("crazy-rummy", 2, phase="play", turn="A", wild="7", hands={"A": hand, "B": ["3C"]}).scene(0)
    [select] = panel.form_controls(scene, FACES["crazy-rummy"], "meld")[:1]

    assert isinstance(select, Select)
    assert select.label == FACES["crazy-rummy"].picks(scene)["meld"].placeholder != ""


def test_irreversible_action_is_confirmed_and_red() -> None:
    scene = at("crap", 3, hands={"A": ["2C", "3C"], "B": ["4C"], "C": ["5C"]}).scene(0)
    [first] = [one for one in _buttons(panel.home(scene, FACES["crap"])) if one.label == "Recycle"]
    page = pages.hand(scene, form="recycle")
    [asked] = [one for one in page.blocks if isinstance(one, Text) and one.text.startswith("### ")]
    buttons = next(one for one in page.blocks if isinstance(one, Buttons)).buttons

    assert first == Button("Recycle", panel.action(scene, "form recycle"))
    assert asked.text.startswith("### Recycle all 2 cards?")
    assert buttons == (
        Button("Discard and roll", panel.action(scene, "move recycle"), "red"),
        Button("Back", panel.action(scene, "home")),
    )


def _buttons(blocks: Sequence[Block]) -> Iterator[Button]:
    return (button for block in blocks if isinstance(block, Buttons) for button in block.buttons)


def _leads_to(block: Block, act: str) -> bool:
    return act in acts((block,))


def test_finished_moves_with_text_come_first() -> None:
    hand = ["7C", "7D", "7H", "7S", "2C"]
    scene = at("crap", 3, hands={"A": hand, "B": ["4C"], "C": ["5C"]}).scene(0)
    first, *others = panel.home(scene, FACES["crap"])

    assert isinstance(first, Section)
    assert first.button.action.act == f"move {FACES['crap'].quick_moves(scene)[0].move}"
    assert not any(_leads_to(one, first.button.action.act) for one in others)


def test_a_verb_behind_more_can_be_written_there() -> None:
    scene = at("crapette", 2, hands={"A": ["2C"], "B": ["3C"]}, houses={"L1": ["9S"]}).scene(0)

    face = FACES["crapette"]
    assert "write line" in [*acts(button_rows(panel.behind_more(scene, face)))]
    assert "write line" not in [*acts(panel.home(scene, face))]


def test_actions_behind_more_are_grey_and_elsewhere() -> None:
    scene = at("crapette", 2, hands={"A": ["2C"], "B": ["3C"]}).scene(1)
    face = FACES["crapette"]
    behind = panel.behind_more(scene, face)

    assert [(one.label, one.action.act, one.style) for one in behind] == [
        ("Offer a draw", "move offer-draw", "grey"),
        ("Resign…", "form resign", "grey"),
    ]
    assert panel.can_finish(scene, face, "resign")
    assert panel.home(scene, face) == ()


def test_dots_of_confirmed_action_follow_the_language() -> None:
    scene = at("crapette", 2, hands={"A": ["2C"], "B": ["3C"]}).scene(1)
    with speaking("fr"):
        behind = panel.behind_more(scene, FACES["crapette"])

    assert "Abandonner…" in [one.label for one in behind]
