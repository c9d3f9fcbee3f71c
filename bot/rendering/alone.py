"""The one line that a channel shows while someone plays alone. Their cards are on their own page."""

import msgspec

from bot.rendering import endings, player_words, words
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.page import Block, Button, Page, Text, button_rows, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene


def lone_line(scene: Scene, face: Face, label: str) -> Page:
    """Return the line about a lone player's game or its result. The button to their page has this `label`."""
    scene = _without_signs(scene)
    others = [seat for seat in range(len(scene.players)) if seat != scene.lone_seat]
    facts = {
        "player": words.name(scene, scene.lone_seat),
        "game": scene.game.name,
        "others": words.names(scene, others),
    }
    if scene.status in ("over", "cancelled"):
        result = endings.title_sentence(endings.ending_of(scene, face))
        text = say("{player} played {game} against {others}. {result}", **facts, result=result)
        return text_page(text, Button(say("Replay"), action(scene, "replay")))
    lines = [say("{player} is playing {game} against {others}.", **facts)]
    if scene.status == "frozen":
        lines.append(say("Something broke on my end. Your game is safe and paused."))
    return Page((Text("\n".join(lines)), *_entry_buttons(scene, label)))


def _without_signs(scene: Scene) -> Scene:
    """Return the scene with the names of computers as in sentences, without their sign."""
    names = tuple(player_words.plain_name(scene, seat) for seat in range(len(scene.players)))
    return msgspec.structs.replace(scene, names=names, owners=names)


def _entry_buttons(scene: Scene, label: str) -> tuple[Block, ...]:
    """Return the button to the player's own page, and *Watch* and *Join* for everyone else."""
    buttons = [
        Button(label, action(scene, "hand"), "green"),
        Button(say("Watch"), action(scene, "look")),
        Button(say("Join"), action(scene, "join")),
    ]
    return button_rows(buttons)
