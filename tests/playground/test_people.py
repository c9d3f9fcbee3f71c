"""The menu of a user, used through the requests that the page sends."""

from tests.playground.visitor import Visitor, all_text


async def test_menu_of_a_user_keeps_them_away(visitor: Visitor) -> None:
    await visitor.ask("/menu", seat="ann", other="ben", entry="Not at my tables")
    await visitor.say("ann", "/cards game:Skrap")
    await visitor.press("ben", "Join")

    assert "isn't told" in all_text(await visitor.messages("ann"))
    assert "You can't join this table" in all_text(await visitor.messages("ben"))
    status, answer = await visitor.try_to("/menu", seat="ann", other="ben", entry="Wave")
    assert (status, answer) == (409, {"error": "There's no Wave in that menu."})
