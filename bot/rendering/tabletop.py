"""The table as a picture or in words, for its message, or above the hand of someone alone."""

import msgspec

from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.page import Block, Button, Picture, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.rendering.story import bold, newest_lines, story


def table_blocks(scene: Scene, face: Face) -> tuple[Block, ...]:
    """Return a table with its picture, whose headline is the newest event, or in words."""
    if not scene.pictures:
        return in_words(scene, face)
    picture = face.table_picture(scene)
    before, newest = story(scene, face)
    is_above_hand = scene.is_alone and scene.viewer is not None  # the hand has the events since the last turn
    recap = [Text(words.small(*newest_lines(before)))] if before and not is_above_hand else []
    return (Text(title_line(scene, face)), *recap, _with_words(picture, newest))


def _with_words(picture: Picture, newest: str, own: str = "") -> Picture:
    """Return a table's picture with its words: the newest event, the table's cards, the viewer's cards."""
    text = "\n".join(filter(None, [bold(newest), picture.instead, own]))
    return msgspec.structs.replace(picture, instead=text)


def table_over_hand(scene: Scene, face: Face, form: str | None = None) -> tuple[Block, ...]:
    """Return one picture of the table over the cards of someone alone. Empty if there can't be one."""
    is_combined = scene.is_alone and scene.pictures and face.has_hands and scene.viewer in scene.active
    picture = face.lone_picture(scene, form) if is_combined else None
    if picture is None:
        return ()
    _, newest = story(scene, face)
    return (Text(title_line(scene, face)), _with_words(picture, newest, face.hand(scene)))


def in_words(scene: Scene, face: Face) -> tuple[Text, ...]:
    """Return a table in words: its name, the last moves, the cards."""
    before, newest = story(scene, face)
    recap = "\n".join(filter(None, [words.small(*before), bold(newest)]))
    zones = "\n".join(line for line in face.table(scene).splitlines() if line != newest)  # not told twice
    return tuple(Text(text) for text in (title_line(scene, face), recap, zones) if text)


def title_line(scene: Scene, face: Face) -> str:
    """Return the table's name and its goal."""
    table = words.table_name(scene)
    facts = [f"**{scene.game.name}**", table, face.goal(scene)]
    return " · ".join(filter(None, facts))


def location(scene: Scene) -> Text:
    """Return the line of a player's page that names its table and links the channel."""
    place = say("table {number} in {channel}", number=scene.session_id, channel=words.table_link(scene))
    return Text(words.small(f"{scene.game.name} · {place}"))


def above_hand(scene: Scene, face: Face) -> tuple[Block, ...]:
    """Return the blocks above a player's cards: the table's name, and for someone alone the table itself."""
    if not scene.is_alone:
        return (location(scene),)
    if not face.has_hands:  # the picture below is the table
        before, newest = story(scene, face)
        recap = "" if scene.pictures else "\n".join(filter(None, [words.small(*before), bold(newest)]))
        return (Text(title_line(scene, face)), *([Text(recap)] if recap else []))
    return table_blocks(scene, face)


def call_buttons(scene: Scene, face: Face, form: str | None) -> tuple[Block, ...]:
    """Return the table's buttons for calls out of turn, if someone plays alone and isn't asked anything."""
    if not scene.is_alone or form or scene.asked or scene.status != "playing" or scene.is_idle:
        return ()
    return button_rows(
        [Button(say(face.verbs[verb]), action(scene, f"form {verb}")) for verb in face.table_forms(scene)]
    )
