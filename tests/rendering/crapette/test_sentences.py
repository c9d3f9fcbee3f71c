"""The complete log of Crapette: a sentence for each event."""

import re
from typing import get_args

from bot.games.crapette.state import End
from bot.rendering.crapette.scores import ENDS
from tests.rendering.crapette.sessions import session_of, state_at, told, walk
from tests.rendering.spoken import do

SILENT = {"TurnEnded", "Compared", "Remains"}
"""Events without a sentence, because other events say the same."""


def test_every_end_has_its_words() -> None:
    assert set(ENDS) == set(get_args(End))


def test_the_deal_names_crapauds_and_houses() -> None:
    said = told(next(walk(1)))

    assert re.match(r"35 cards to each hand\. Crapauds: Ann \S+, Ben \S+\. Houses: (\S+ ){7}\S+\. ", said)
    assert re.search(r"Compared: Ann \S+, Ben \S+\. \S+ plays first: .*\. \*\*Turn 1\*\* is \S+'s\.$", said)


def test_the_end_is_told_with_what_was_left() -> None:
    agreed = do(session_of(state_at()), "A: flip", "B: offer-draw", "A: offer-draw")
    resigned = do(session_of(state_at(discards={"A": [], "B": []})), "B: leave")

    assert told(agreed) == (
        "Ann accepts the draw. Ann had 5 cards left: 1 in hand, 1 in the discard pile, "
        "2 in the crapaud, 1 lifted. Ben had 5 cards left: 2 in hand, 1 in the discard "
        "pile, 2 in the crapaud. A draw. Agreed draw."
    )
    assert told(resigned).startswith("Ben resigns. Ann had 4 cards left: 2 in hand, 2 in the crapaud.")
    assert told(resigned).endswith("Ann wins! Ben resigned.")


def test_line_stop_is_told_to_its_player_alone() -> None:
    state = state_at({"R3": "QH JS", "R4": "10H"})
    session = do(session_of(state), 'A: line moves:"R4-R3 R3-F D-F"')

    assert "Stopped before `R3-F D-F`" in told(session, 0)
    assert "Stopped" not in told(session, 1) + told(session)
