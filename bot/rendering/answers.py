"""Private answers to a command or a control: each a whole sentence or page."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.contract import AnyGame
from bot.rendering import words
from bot.rendering.absence import may_use_stand_in
from bot.rendering.catalog import language_tag, message, say, say_count
from bot.rendering.faces import FACES
from bot.rendering.numbers import grouped
from bot.rendering.page import Action, Button, Page, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene, seat_name, visible
from bot.storage.records import LIVE, Record

TABLE_LONG_GONE: Final = message("That table is long gone. {command cards} opens another.")
CONTROL_OF_ANOTHER_VERSION: Final = message(
    "That button is from another version of Cardcrate. {command table} shows the current table."
)
CONTROL_DEAD: Final = message("That button no longer works. {command table} shows the current table.")
FORM_DEAD: Final = message("That form no longer works. {command table} shows the current table.")
UNKNOWN_GAME: Final = message("I don't know that game. {command card-rules} lists the ones I know.")
NO_RATINGS_HERE: Final = message("This server doesn't keep ratings. Its managers have turned them off.")
SEASON_OVER: Final = message("That season is over. {command cardcrate} (*Stats*) shows the current one.")
NO_GAME_TO_REPLAY: Final = message(
    "No finished game like that here. {command cardcrate} (*Stats*) lists yours."
)
GAME_STILL_RUNS: Final = message("This game is still running.")
NO_CARDS_YET: Final = message("Today's cards aren't out yet. Try again in a minute.")
LIST_NEEDS_SERVER: Final = message("Each server has its own list. {command daily} in a server shows it.")
NOTHING_TO_SHARE: Final = message("Finish your daily first, then share it.")
SHARED: Final = message("Shared in this channel.")
VERIFY_TOMORROW: Final = message(
    "You can check this deal once its day is over. Today it would give the cards away."
)
REVIEW_NEEDS_SEAT: Final = message("Only players of this game can review their own moves.")
ONLY_PLAYERS_REMATCH: Final = message(
    "Only people who played can ask for a rematch. {command cards} opens another table."
)
REMATCH_HAS_NO_ROOM: Final = message(
    "There is another table in this channel now. Join it, or make a thread and use {command cards} there."
)
NOT_IN_LAST_GAME: Final = message(
    "The last game here is over, and you weren't in it. {command table} shows how it ended."
)
GAME_ENDED: Final = message("The game has ended.")
TABLE_CLOSED: Final = message("The table is closed.")
LEFT_TABLE: Final = message("You left the table.")
ALREADY_STARTED: Final = message("The cards are already dealt.")
STANDARD_RULES: Final = message("Back to standard rules.")
ONLY_SERVER_MANAGERS: Final = message("Only people with *Manage Server* can change this server's settings.")
SETTING_OF_ANOTHER_VERSION: Final = message(
    "That setting is from another version of Cardcrate. "
    "{command cardcrate} (*Settings*) shows the current ones."
)
ONLY_IN_SERVERS: Final = message("That command doesn't work here. Use it in a server's channel or thread.")
NOT_A_MEMBER: Final = message(
    "I'm not a member of this server. Open a DM with me and type {command cards} there "
    "to play with computers."
)
DATA_DELETED: Final = message("Done. Nothing I store names you now. Backups follow within 30 days.")
DATA_DELETED_SOON: Final = message(
    "Done. No table names you now. A backup is being made. When it's finished, the "
    "database's log forgets you too. Older backups follow within 30 days."
)
NO_POSTS_IN_DM: Final = message(
    "Discord won't let me post here, so only this answer shows your table. {command "
    "hand} and {command table} show it again."
)
NAME_THE_GAME: Final = message("Name the game whose default options you set.")
NO_TABLE: Final = message("You don't have a table yet. {command cards} starts one.")
NO_TABLE_FOR_THAT: Final = message("You don't have a table for that. {command my-tables} lists yours.")
COMMAND_CHANGED: Final = message("That command has changed. Type it again, or use {command turn}.")
BEATEN_TO_IT: Final = message("Someone beat you to it. Look at the table and make another choice.")
TOO_LONG: Final = message("That took too long. Please give it another try.")
NOT_SAVED: Final = message("That didn't save, so nothing happened. Please try again in a moment.")
TABLE_DAMAGED: Final = message("This table is damaged and under repair. Everything is kept.")
NOT_INSTALLED: Final = message(
    "I can't open this table: its game, `{game}`, isn't installed here. "
    "The table is kept, and its clock is stopped."
)
UNREADABLE: Final = message("I can't read that. Choose from what Discord offers while you type.")
EXACT_NUMBERS: Final = message("Exact numbers")
"""The title of the form for options that are numbers."""
OPEN_THE_PAGE: Final = message("Open the page")
"""The label of the link to the page that checks a deal."""
BOT_ERROR: Final = message("Something broke on my end. The table shows what was done, and nothing is lost.")


def text_of(text: str) -> str:
    """Return one of the answers above, in the present language."""
    return say(text)


def not_installed(record: Record, *, may_end: bool) -> Page:
    """Say that a table's game isn't installed here, and offer to end the table if this user may."""
    text = say(NOT_INSTALLED, game=record.game)
    if not may_end or record.status not in LIVE:
        return text_page(text)
    act = Action("end", record.id, record.revision)
    return text_page(f"{text} {say('Nobody wins if you end it.')}", Button(say("End it"), act, "red"))


def page_name(page: str) -> str:
    """Return the file name of an HTML page, which tells it the reader's language: `replay.de.html`."""
    return f"{page}.{language_tag()}.html"


def explain_replay(scene: Scene, page: str) -> str:
    """Explain the two files of a replay."""
    return say(
        "{game} · {table}, move by move. Save both files, open `{page}` in a browser, and give it the "
        "other one. Nothing is sent anywhere.",
        game=scene.game.name,
        table=words.table_name(scene),
        page=page,
    )


def explain_position(scene: Scene, number: int) -> str:
    """Explain the file of a position."""
    return say(
        "{game} · {table}, after move {number}. The referee takes this file: `cardcrate referee FILE`.",
        game=scene.game.name,
        table=words.table_name(scene),
        number=number,
    )


def option_missing(option: str) -> str:
    """Say that a command lacks an option."""
    return say("{option} is missing. Choose from what Discord offers while you type.", option=f"`{option}`")


def explain_options(name: str, example: str) -> str:
    """Explain how to write options, after text that can't be read as options."""
    option, code = words.quoted(name), f"`{example}`"
    if not option:
        return say("Write each option with its value, for example {example}.", example=code)
    return say("Write {option}=value, for example {example}.", option=option, example=code)


def no_hand(game: AnyGame) -> str | None:
    """Refuse to show a hand in a game without hands. None in any other game."""
    return None if FACES[game.id].has_hands else say("Hands are face down, and nobody may look at them.")


def other_game(game: AnyGame) -> str:
    """Refuse a command of another game than this table's."""
    return say("This table plays {game}: {command turn} lists your moves.", game=game.name)


def no_seat(name: str) -> str:
    """Say that someone named in a command doesn't have a seat here."""
    return say("{name} doesn't have a seat at this table.", name=words.quoted(name))


def permissions_missing(missing: Sequence[str]) -> str:
    """Say which permissions a table needs in this channel."""
    return say(
        "I can't open a table here. I need {permissions}.",
        permissions=words.listed(list(map(words.permission, missing))),
    )


def threads_missing(channel: int, missing: Sequence[str]) -> str:
    """Say which permissions a table's own thread needs in a channel."""
    return say(
        "I can't open threads in {channel}. I need {permissions}.",
        channel=f"<#{channel}>",
        permissions=words.listed(list(map(words.permission, missing))),
    )


def files_refused() -> str:
    """Say which permission a file needs in this channel."""
    return say(
        "I can't send the file here. I need {permission}.", permission=words.permission("Attach Files")
    )


def no_such_table(table: int) -> str:
    """Say that no table of this server has this number."""
    return say("There's no table {number} in this server. {command my-tables} lists yours.", number=table)


def table_entry(scene: Scene) -> str:
    """Return a table as an entry to choose from."""
    return words.with_label(words.capitalised(words.table_name(scene, plain=True)), scene.game.name)


def table_here(table: int) -> str:
    """Say that a table has moved to this channel."""
    return say("Table {number} continues here.", number=table)


def only_these_games(names: Sequence[str]) -> str:
    """Say which games this server allows."""
    return say("This server only plays {games}.", games=words.listed(names))


def only_these_channels(channels: Sequence[int]) -> str:
    """Say in which channels this server allows tables."""
    return say(
        "Tables are only allowed in {channels}.", channels=words.listed([f"<#{one}>" for one in channels])
    )


def table_elsewhere(channel: int) -> str:
    """Say in which channel the user's new table is."""
    return say("Your table is in <#{channel}>.", channel=channel)


def thread_name(game: str, host: str) -> str:
    """Return the name of a table's own thread, at most 100 characters."""
    return say("{game} with {host}", game=game, host=visible(host) or seat_name(0))[:100]


def no_such_game(name: str) -> str:
    """Say that none of our games has this name."""
    return say("I don't know a game called “{name}”.", name=words.quoted(name))


def rematch_page(table: int, host: int, others: Sequence[int], pings: Sequence[int]) -> Page:
    """Return the public line about a rematch, which names the others and notifies those in `pings`."""
    player, mentions = f"<@{host}>", " ".join(f"<@{user}>" for user in others)
    text = (
        say("{player} wants a rematch: {others}", player=player, others=mentions)
        if others
        else say("{player} wants a rematch.", player=player)
    )
    join = Button(say("Join"), Action("join", table), "blue")
    return text_page(text, join, pings=tuple(pings))


def cards_dealt(game_id: str) -> str:
    """Say that the game has begun, and where players find their hands."""
    if not FACES[game_id].has_hands:
        return say("The cards are dealt.")
    return say("The cards are dealt. Your hand comes by DM, and **My hand** below the table also shows it.")


def vote_counted(votes: int) -> str:
    """Confirm a vote to end the game."""
    return say_count(
        "Your vote counts: one vote to end the game.",
        "Your vote counts: {number} votes to end the game.",
        votes,
    )


def confirm_leave(scene: Scene) -> Page:
    """Ask whether someone means to leave a running game."""
    text = say("### Leave?\nYour cards leave the game, and you can't come back.")
    buttons = [Button(say("Leave"), action(scene, "move leave"), "red")]
    if may_use_stand_in(scene):
        buttons.append(Button(say("Let a computer play for me"), action(scene, f"sitin {scene.viewer}")))
    buttons.append(Button(say("Back"), action(scene, "home")))
    return text_page(text, *buttons)


def confirm_end(scene: Scene, *, needed: int = 1, voters: int = 1) -> Page:
    """Ask whether someone means to end the game, or to vote for that if others have to agree."""
    lines = [say("### End this game for everyone?"), _others_affected(scene)]
    if needed > 1:
        lines.append(say("{needed} of {voters} must agree.", needed=needed, voters=voters))
    lines.append(say("Nobody wins if you end it."))
    back = Button(say("Back"), action(scene, "home"))
    return text_page("\n".join(filter(None, lines)), Button(say("End it"), action(scene, "end"), "red"), back)


def _others_affected(scene: Scene) -> str:
    """Return the sentence that names everyone else whose game ends. Empty for a player alone."""
    people = [seat for seat in scene.active if scene.players[seat] > 0 and seat != scene.viewer]
    if not people:
        return ""
    players = words.names(scene, people)
    if scene.viewer is None:
        return say("It ends for {players}.", players=players)
    return say("It also ends for {players}.", players=players)


def confirm_delete(tables: Sequence[str]) -> Page:
    """Ask whether someone means to have all data about them deleted, and to leave these tables."""
    text = say(
        "### Delete everything stored about you?\nFinished games stay without your name. Settings are lost."
    )
    text = f"{text}\n{say('Backups made earlier keep it for up to 30 days.')}"
    if tables:
        leaving = say("You also leave {tables}, and you can't come back.", tables=words.listed(tables))
        text = f"{text}\n{leaving}"
    return text_page(text, Button(say("Delete"), Action("forget"), "red"))


def wrong_seconds(given: Mapping[str, int]) -> str | None:
    """Return a line with the limits for each clock whose seconds are outside them. None if all are fine."""
    least, most = {"turn_seconds": 30, "response_seconds": 15}, 604_800
    names = {"turn_seconds": say("Seconds a turn"), "response_seconds": say("Seconds to answer")}
    wrong = [
        say("**{option}:** {least} to {most}, not {given}.", most=grouped(most), **facts)
        for facts in (
            {"option": names[name], "least": least[name], "given": grouped(seconds)}
            for name, seconds in given.items()
            if not least[name] <= seconds <= most
        )
    ]
    return "\n".join(wrong) or None
