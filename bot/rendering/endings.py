"""The end of a game: its result as a picture or in words, and the buttons below it."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import computers_page, fair, hint_rules, player_words, rated, words
from bot.rendering.art.pictures import picture
from bot.rendering.art.plan import EndingPlan, Highlight, Ranked
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import Face
from bot.rendering.page import Action, Block, Button, Page, Picture, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene, unescaped
from bot.rendering.score_sheet import Ending, Standing, score_sheet, total_of

PLACES: Final = (
    message("2nd"), message("3rd"), message("4th"), message("5th"), message("6th"),
    message("7th"), message("8th"), message("9th"), message("10th"),
)  # fmt: skip
"""The places behind the winner, from the second on."""


def winners_line(scene: Scene, winners: Sequence[Seat], amount: str = "") -> str:
    """Return the line that names the winners, with their points if there are any: `Ben wins with 340!`."""
    who = words.names(scene, winners)
    if not winners:
        return say("Nobody wins")
    if len(winners) > 1:
        return (
            say("{players} share the win, {points}!", players=who, points=amount)
            if amount
            else say("{players} share the win!", players=who)
        )
    return (
        say("{player} wins with {points}!", player=who, points=amount)
        if amount
        else say("{player} wins", player=who)
    )


def leavers_line(scene: Scene, seats: Sequence[Seat]) -> str:
    """Return the line that names players who left before the end. Empty if nobody did."""
    players = words.names(scene, seats)
    return (
        say_count("{players} has left.", "{players} have left.", len(seats), players=players) if seats else ""
    )


def page(scene: Scene, face: Face) -> Page:
    """Return the result: the winner, everyone's place, a highlight, and buttons to go on with."""
    ending = ending_of(scene, face)
    length = "" if scene.pictures and ending.standings else ending.length  # The picture shows it.
    facts = [scene.game.name, say("table {number}", number=scene.session_id), length, duration(scene)]
    blocks = ending_blocks(scene, ending, head=words.small(" · ".join(filter(None, facts))))
    small = "\n".join(filter(None, (rated.result_line(scene), hint_rules.hints_line(scene))))
    below = (Text(small),) if small else ()
    return Page((*blocks, *below, *_buttons(scene)), accent=face.accent)


def own(scene: Scene, face: Face) -> tuple[Block, ...]:
    """Return the result for one player: the ending with their row marked, below their place if they lost."""
    result = ending_blocks(scene, ending_of(scene, face))
    return result if scene.viewer in _winners(scene) else (own_place(scene, face), *result)


def own_place(scene: Scene, face: Face) -> Text:
    """Return only the viewer's place, for when everyone's is in view."""
    winners, standings = _winners(scene), ending_of(scene, face).standings
    standing = next((one for one in standings if one.seat == scene.viewer and winners), None)
    if standing is None:
        return Text(f"### {say('This game is over')}")
    return Text(f"### {_win_line(winners) if standing.seat in winners else _place(standing, len(standings))}")


def _winners(scene: Scene) -> Sequence[Seat]:
    """Return the seats of the winners. Empty if the game wasn't played to its end."""
    return scene.outcome.winners if scene.outcome and scene.status == "over" else ()


def _win_line(winners: Sequence[Seat]) -> str:
    """Return the headline that a winner reads."""
    return say("You share the win!") if len(winners) > 1 else say("You won!")


def _place(standing: Standing, number: int) -> str:
    """Return a loser's place among this number of players, in a few words: `You came 2nd of 3`."""
    return say("You came {place} of {number}", place=say(PLACES[max(0, standing.place - 2)]), number=number)


def ending_blocks(
    scene: Scene, ending: Ending, *, head: str = "", is_crowned: bool | None = None
) -> tuple[Block, ...]:
    """Return an ending below the small line `head`: as a picture above the score sheet, or in words."""
    plain = headline = ending.title
    if is_crowned is None:
        plain, headline = _title(scene, ending), _headline(scene, ending)
        is_crowned = scene.outcome is not None and bool(scene.outcome.winners)
    crown = "♛ " if is_crowned else ""
    title = f"## {crown}{plain}"
    marks = [words.with_title(title, what) for title, what in ending.highlights[:1]]
    below = "\n".join(filter(None, [ending.why, *marks, *ending.notes]))
    if not scene.pictures or not ending.standings:
        texts = ("\n".join(filter(None, [title, head])), score_sheet(scene, ending.standings), below)
        return tuple(Text(text) for text in texts if text)
    totals = [msgspec.structs.replace(one, gains=()) for one in ending.standings]
    instead = "\n".join(filter(None, [title, score_sheet(scene, totals), below]))
    drawn = msgspec.structs.replace(_picture(scene, ending, headline), instead=instead)
    sheet = score_sheet(scene, ending.standings, has_totals=False)
    return (*((Text(head),) if head else ()), drawn, *((Text(sheet),) if sheet else ()))


def _title(scene: Scene, ending: Ending) -> str:
    """Return the title in words: the winners, without the points that the ranking shows."""
    winners = _winners(scene)
    if scene.viewer in winners:
        return _win_line(winners)
    return winners_line(scene, winners) if winners and ending.standings else ending.title


def duration(scene: Scene) -> str:
    """Return the time from the deal to the last move, in words. Empty for less than a minute."""
    if scene.began_at is None or not scene.recent:
        return ""
    minutes = int(scene.recent[-1].at - scene.began_at) // 60
    if minutes < 120:
        return say("{number} min", number=minutes) if minutes else ""
    hours = minutes // 60
    if hours < 48:
        return say("{number} hours", number=hours)
    return say("{number} days", number=hours // 24)


def _picture(scene: Scene, ending: Ending, headline: str) -> Picture:
    """Return the picture of an ending: a headline, the winning cards, the ranking, and a highlight."""
    winners = _winners(scene)
    ranking = tuple(
        Ranked(
            name=player_words.plain_name(scene, one.seat),
            avatar=player_words.avatar(scene, one.seat),
            points=total_of(one),
            rank=str(one.place or ""),
            won=one.seat in winners,
            own=say("you") if one.seat == scene.viewer else "",
            note=one.note,
            unnamed=player_words.unnamed(scene, one.seat),
        )
        for one in ending.standings
    )
    marks = [
        Highlight(title, unescaped(what).removesuffix("."), ending.best, ending.best_wild)
        for title, what in ending.highlights[:1]
    ]
    line = unescaped(ending.why).removesuffix(".") or words.capitalised(ending.length)
    foot = " · ".join(filter(None, [scene.game.name, ending.length if ending.why else ""]))
    plan = EndingPlan(
        game=scene.game.id,
        headline=unescaped(headline),
        line=line,
        ranking=ranking,
        cards=ending.cards,
        wild=ending.wild,
        highlight=marks[0] if marks else None,
        foot=foot,
    )
    return picture(plan, "end")


def _headline(scene: Scene, ending: Ending) -> str:
    """Return the headline of the picture: who won, if anyone did."""
    winners = _winners(scene)
    if not winners:
        return ending.title
    if scene.viewer in winners:
        return _win_line(winners)
    if len(winners) == 1:
        return say("{player} wins", player=player_words.plain_name(scene, winners[0]))
    return say_count("One player wins", "{number} players win", len(winners))


def ending_of(scene: Scene, face: Face) -> Ending:
    """Return the ending of a game. One that was closed early has its standings, but no places."""
    if scene.view is None:
        return Ending(say("Nobody wins"), why=why_closed(scene))
    ending = face.ending(scene)
    if scene.status != "cancelled":
        return ending
    standings = tuple(msgspec.structs.replace(one, place=0) for one in ending.standings)
    return Ending(say("Nobody wins"), why=why_closed(scene), length=ending.length, standings=standings)


def why_closed(scene: Scene) -> str:
    """Return why a table was closed before its game was over."""
    match scene.ended:
        case "host" if scene.host_id in scene.players:
            player = words.name(scene, scene.players.index(scene.host_id))
            return say("{player} ended the game.", player=player)
        case "vote":
            return say("Most of the players voted to end the game.")
        case "moderator":
            return say("A moderator ended the game.")
        case "idle":
            return say("Nobody moved for too long.")
        case "deserted":
            return say("You left the game.") if scene.is_alone else say("Everyone had left.")
        case "channel":
            return say("The table's channel was deleted, and nobody moved the game to another one.")
        case "server":
            return say("I couldn't reach the server for too long.")
    return say("The game was ended.")


def ending_text(scene: Scene, face: Face) -> str:
    """Return the ending of a game in a line or two."""
    ending = ending_of(scene, face)
    return "\n".join(filter(None, [title_sentence(ending), ending.why]))


def title_sentence(ending: Ending) -> str:
    """Return an ending's title with a mark at its end."""
    return ending.title if ending.title.endswith("!") else say("{result}.", result=ending.title)


def _buttons(scene: Scene) -> tuple[Block, ...]:
    if scene.is_alone and scene.view is not None:
        return (*computers_page.level_select(scene, "again"), *button_rows(_lone_buttons(scene)))
    buttons = [
        Button(say("Rematch"), action(scene, "rematch"), "green"),
        *([] if scene.view is None else [Button(say("Replay"), action(scene, "replay"))]),
        *fair.verify_button(scene),
        *([review_button(scene)] if has_review(scene) else []),
        *([] if has_review(scene) else [Button(say("Rules"), action(scene, f"rules {scene.game.id}"))]),
        Button(say("More"), action(scene, "more")),
    ]
    return button_rows(buttons)


def has_review(scene: Scene) -> bool:
    """Whether the game can be reviewed: it was played to its end, and computers know how to play it."""
    return scene.status == "over" and scene.game.notes is not None


def another_game() -> Button:
    """Return the button to the games, which are shown in an answer of their own: the result stays."""
    return Button(say("Another game"), Action("games beside"), "blue")


def review_button(scene: Scene) -> Button:
    """Return the button to a player's review, which they alone see."""
    return Button(say("Review"), action(scene, "review"))


def _lone_buttons(scene: Scene) -> list[Button]:
    """Return the buttons below the result of someone who plays alone."""
    return [
        Button(say("Rematch"), action(scene, "rematch"), "green"),
        another_game(),
        *([review_button(scene)] if has_review(scene) else []),
        Button(say("Replay"), action(scene, "replay")),
        *fair.verify_button(scene),
        Button(say("More"), action(scene, "more")),
    ]
