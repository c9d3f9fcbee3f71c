"""The veils of all games: a field of a state is public only if it's listed here."""

from collections.abc import Mapping
from typing import Final

import msgspec
import pytest

from bot.games import GAMES
from tests.helpers.walks import RESTLESS, Habits, Walk

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

PUBLIC: Final[Mapping[str, str]] = {
    "crap": (
        "options phase turn turn_number discard sets totals idle timeouts scoring_rounds left leaving forcing"
        " winners end"
    ),
    "skrap": (
        "options phase round turn heads sizes contenders undecided unable passed scavengers left winners"
    ),
    "craits": (
        "options phase turn hand_number dealer direction left top suit count jack_run king_steps declared"
        " owes scores actions revealed"
    ),
    "crazy-rummy": (
        "options phase hand_number dealer turn packs wild marker sets fed opened first_play_done laid taken"
        " lock_count rebuilds totals last_hand left winners without_turn"
    ),
    "crapette": (
        "options turn turn_number lifted hand_unseen crapaud_unseen timeouts used house_moves undo undo_used"
        " progress idle_turns offer offered end winners"
    ),
}
"""Fields that everyone may know."""
COVERED: Final[Mapping[str, str]] = {
    "crap": "pack stock hands protected placed pending last",
    "skrap": "pack hands surge throws field stock aside",
    "craits": "pack hands stock under undeclared",
    "crazy-rummy": "pack stock discard hands aside",
    "crapette": "pack piles history",
}
"""Fields that a veil replaces, in full or in part."""

LEAVING: Final = Habits(silence=0.1, leaving=0.04)

each_game = pytest.mark.parametrize("game_id", GAMES)


@each_game
def test_every_field_of_state_is_public_or_covered(game_id: str) -> None:
    fields = GAMES[game_id].state.__struct_fields__

    assert sorted(f"{PUBLIC[game_id]} {COVERED[game_id]}".split()) == sorted(fields)


@each_game
def test_veil_replaces_only_private_parts(game_id: str) -> None:
    game, replaced = GAMES[game_id], set[str]()
    for seed in range(8):
        for state in Walk(game, seed, LEAVING).states():
            seen = game.veil(state, None)
            fields = state.__struct_fields__
            replaced |= {name for name in fields if getattr(seen, name) != getattr(state, name)}

    assert replaced == set(COVERED[game_id].split())


@each_game
def test_view_looks_same_through_veil_and_process(game_id: str) -> None:
    game = GAMES[game_id]
    for state in Walk(game, 1, RESTLESS).states():
        for viewer in (0, None):
            seen = game.veil(state, viewer)

            assert game.veil(seen, viewer) == seen
            assert msgspec.convert(msgspec.to_builtins(seen), game.state) == seen
