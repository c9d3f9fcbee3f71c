"""Computers at a table: the page for choosing one, the answers about it, and their level."""

from bot.players.computers import CHARACTERS, LEVELS, computer_of
from bot.rendering import computers
from bot.rendering.catalog import message, say
from bot.rendering.computers import level_of
from bot.rendering.page import Button, Buttons, Choice, Page, Select, Text, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene

ANYBODY = "any"
SIT = {"easy": message("Easy"), "medium": message("Medium"), "hard": message("Hard")}


def pick_page(scene: Scene, character: str = ANYBODY) -> Page:
    """Return the page for choosing a computer's character and level. A press on a level seats it."""
    choices = [Choice(say("Anyone"), ANYBODY, say("A different one each time."), chosen=character == ANYBODY)]
    for name in CHARACTERS:
        hint = say(computers.HABITS[name])
        choices.append(Choice(say(computers.NAMES[name]), name, hint, chosen=name == character))
    closed = next(choice.label for choice in choices if choice.chosen)
    levels = [Button(say(SIT[level]), action(scene, f"sit {level} {character}"), "blue") for level in LEVELS]
    return Page(
        (
            Text(say("### Who sits down?\n-# Computers see only their own cards, like you.")),
            Select(closed, action(scene, "who"), tuple(choices)),
            Buttons(tuple(levels)),
        )
    )


def seated_page(scene: Scene, user_id: int) -> Page:
    """Confirm that a computer has sat down, and offer to send it home."""
    facts = {"computer": computers.computer_name(user_id), "level": computers.level_of(user_id)}
    buttons = [Button(say("Send {computer} home", **facts), action(scene, f"unsit {-user_id}"))]
    if len(scene.players) < scene.game.seats.stop - 1:
        buttons.insert(0, Button(say("Add another"), action(scene, "computers")))
    return text_page(say("{computer} sits down, {level}.", **facts), *buttons)


def sent_home_page(scene: Scene, user_id: int) -> Page:
    """Confirm that a computer has left, and offer to add another."""
    text = say("{computer} has left.", computer=computers.computer_name(user_id))
    return text_page(text, Button(say("Add a computer"), action(scene, "computers")))


def level_select(scene: Scene, act: str) -> tuple[Select, ...]:
    """Return the select for the level of a table's computers, if there are any."""
    present = {level_of(user) for user in scene.players if user < 0}
    if not present:
        return ()
    levels = [
        Choice(say("Computers: {level}", level=say(word)), level, chosen=True)
        if present == {say(word)}
        else Choice(say(SIT[level]), level)
        for level, word in computers.LEVELS.items()
    ]
    closed = next((choice.label for choice in levels if choice.chosen), say("Computers: of several levels"))
    return (Select(closed, action(scene, act), tuple(levels)),)


def computers_at(scene: Scene) -> list[int]:
    """Return the ids of the computers at a table."""
    return [user for user in scene.players if computer_of(user) is not None]
