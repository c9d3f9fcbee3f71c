"""Drafts, which are moves while they're carried out."""

import pytest

from bot.engine.chance import SeededChance
from bot.engine.draft import Draft, Refusal, Step, Stop, put
from tests.engine.toy import Count, Taken


def draft(state: Count) -> Draft[Count]:
    return Draft(state, SeededChance(b"draft"))


def test_draft_begins_as_state_with_nothing_to_tell() -> None:
    state = Count(count=5)

    assert draft(state).step() == Step(state)


def test_change_replaces_named_fields_and_keeps_former_state() -> None:
    before = Count(count=5, turn=1, waited=9)
    begun = draft(before)

    begun.change(count=4, turn=0)

    assert begun.state == Count(count=4, turn=0, waited=9)
    assert before == Count(count=5, turn=1, waited=9)


def test_unknown_field_cannot_be_changed() -> None:
    with pytest.raises(TypeError, match="colour"):
        draft(Count()).change(colour="red")


def test_events_come_out_in_order() -> None:
    begun, one, two = draft(Count()), Taken(seat=0, left=2), Taken(seat=1, left=1, to=(1,))

    begun.tell(one)
    begun.tell(two)

    assert begun.step().events == (one, two)


def test_a_stopped_draft_keeps_what_has_happened() -> None:
    begun = draft(Count(count=5))
    begun.change(count=4)
    begun.tell(Taken(seat=0, left=4))

    with pytest.raises(Stop):
        begun.stop()

    assert begun.step() == Step(Count(count=4), (Taken(seat=0, left=4),))


def test_put_replaces_the_value_of_one_seat() -> None:
    values = ("a", "b", "c")

    assert [put(values, seat, "x") for seat in range(3)] == [
        ("x", "b", "c"), ("a", "x", "c"), ("a", "b", "x"),
    ]  # fmt: skip
    assert values == ("a", "b", "c")


def test_a_refusal_is_its_code_and_facts() -> None:
    assert Refusal("bad-card", {"text": "x"}) == Refusal("bad-card", {"text": "x"})
    assert Refusal("bad-card") != Refusal("bad-card", {"text": "x"})
