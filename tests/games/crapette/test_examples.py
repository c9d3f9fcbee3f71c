"""The worked examples of the rules (section 9): `tests/games/test_cases.py` runs them."""

import re

from tests.helpers.cases import cases_of


def test_every_example_has_its_cases() -> None:
    numbers = {int(found[1]) for case in cases_of("crapette") if (found := re.search(r"-E(\d+)", case["id"]))}

    assert numbers == set(range(1, 25))
