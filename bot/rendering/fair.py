"""The fair deal as people read it: the seal in the lobby, *Verify*, *Check a deal* and *About*."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.fair.deal import MAX_WORDS
from bot.games import GAMES
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.lobby_words import LobbyWords
from bot.rendering.page import Button, Field, Page, Select, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.rendering.values import Value, select_of
from bot.storage.records import LIVE

WITH_BEACON: Final = "asked"
"""The value of the choice *With a public beacon*."""
BEACON: Final = (
    Value("none", message("Without a beacon"), closed=message("Deal: without a beacon")),
    Value(
        WITH_BEACON,
        message("With a public beacon"),
        hint=message("A number nobody can know beforehand. I ask for it at Start."),
        closed=message("Deal: with a public beacon"),
    ),
)
HOME: Final = "https://github.com/cardcrate/cardcrate"
EXPLANATION: Final = f"{HOME}/blob/main/docs/chance.md"
"""The page that a seal links to if the operator hasn't published one that checks deals."""
SENTENCES: Final = (
    message("Before anyone joins, I draw a secret number, and the lobby shows its seal."),
    message("The seal gives nothing away, and no other secret has the same seal, so I can't change it."),
    message(
        "Everyone who joins adds their click on *Join*, and their own words with *Add words* in the lobby."
    ),
    message("When the cards are dealt, the secret and everything that was added make one key."),
    message("Every shuffle, every pick and every die of the game follows from that key and nothing else."),
    message("So I couldn't choose who gets which cards, and neither could any player."),
    message("Computers add nothing, and a rematch has its own secret."),
    message("When the table ends, *Verify* gives you the secret and the file of the game."),
    message("It comes with a page that checks every card and die, even offline."),
    message("It doesn't prove that the person who runs me kept the secret, or that nobody saw hidden cards."),
)


def seal_link(scene: Scene) -> list[str]:
    """Return the lobby's link about its deal, with the whole seal in the address. Empty without a seal."""
    sealed = scene.sealed
    if sealed is None:
        return []
    address = sealed.address or f"{EXPLANATION}#table={scene.session_id}&seal={sealed.seal}"
    return [say("[Fair deal ✓]({address})", address=address)]


def seal_line(scene: Scene) -> str:
    """Return the seal itself, for a lobby in its shortest form."""
    return "" if scene.sealed is None else say("-# The deal is sealed: `{seal}`", seal=scene.sealed.seal)


def lobby_lines(scene: Scene) -> list[str]:
    """Return the lobby's note that a public beacon joins the deal. Empty if it doesn't."""
    wants = scene.sealed is not None and scene.sealed.wants_beacon
    return [say("the public beacon joins the deal")] if wants else []


def beacon_line(scene: Scene) -> str:
    """Return the public beacon's part in the deal, if it was asked for one. Empty after the first move."""
    sealed = scene.sealed
    if sealed is None or not sealed.wants_beacon or len(scene.recent) > 1:
        return ""
    if sealed.beacon is None:
        return say("-# The public beacon couldn't be reached. The deal goes on without it.")
    return say("-# Round {round} of the public beacon is in the deal.", round=sealed.beacon)


def join_page(scene: Scene) -> Page:
    """Show the seal to someone who wants to join a table that the channel doesn't show yet."""
    assert scene.sealed is not None
    text = say(
        "Table {number} isn't in the channel yet. This is the seal of its deal: `{seal}`",
        number=scene.session_id,
        seal=scene.sealed.seal,
    )
    return text_page(text, Button(say("Join"), action(scene, "join"), "blue"))


def verify_button(scene: Scene) -> list[Button]:
    """Return the button to the proof of a deal. Empty until the table has ended."""
    if scene.sealed is None or scene.status in LIVE:
        return []
    return [Button(say("Verify"), action(scene, "verify"))]


def beacon_select(scene: Scene) -> list[Select]:
    """Return the option of a public beacon in the deal. Empty without a seal."""
    if scene.sealed is None:
        return []
    present = WITH_BEACON if scene.sealed.wants_beacon else "none"
    return [select_of("", BEACON, present, action(scene, "beacon"))]


def proof_text(scene: Scene, next_player: str, *, too_large: bool = False) -> str:
    """Return the text above the proof and its page. `next_player` names the first to join after the host."""
    opened = f"<t:{int(scene.created_at)}:f>"
    when = (
        say("The seal was made at {time}, before {player} joined.", time=opened, player=next_player)
        if next_player
        else say("The seal was made at {time}.", time=opened)
    )
    what = (
        say("Open the page and give it the other file. It compares every card and die with the log.")
        if scene.view is not None
        else say("The table closed before the deal, so you can only compare the secret with its seal.")
    )
    nowhere = say("Nothing is sent anywhere.")
    packed = [say("The file is large, so it comes packed. The page unpacks it.")] if too_large else []
    return "\n".join(
        [say("### Check this deal yourself"), " ".join([when, what, nowhere, *packed]), *_limits()]
    )


def _limits() -> list[str]:
    return [
        say(
            "-# Not proved: that the person who runs me kept the secret, that nobody saw hidden cards, and "
            "that the log is what was played."
        )
    ]


def fair_page(scene: Scene | None, added: str | None) -> Page:
    """Return the page that explains the fair deal, with the seal of this table and the asker's words."""
    texts = [say("### The fair deal"), *(f"- {say(sentence)}" for sentence in SENTENCES)]
    if scene is not None and scene.sealed is not None:
        text = say(
            "**{game} · {table}** has the seal `{seal}`.",
            game=scene.game.name,
            table=words.which(scene),
            seal=scene.sealed.seal,
        )
        texts.append(text)
    if added:
        texts.append(say("You added: {words}", words=words.quoted(added, MAX_WORDS)))
    buttons = [] if scene is None else verify_button(scene)
    return text_page("\n".join(texts), *buttons)


WORDS: Final = "words"
"""The field for a player's own words in the deal."""
WORDS_TITLE: Final = message("Words for the deal")


def words_field() -> Field:
    """Return the form's one line, for a player's own words."""
    hint = say("Up to 64 characters. Only the game's file shows them, after it ends.")
    return Field(WORDS, say("Your own words"), MAX_WORDS, hint)


def words_added(text: str) -> str:
    """Confirm a player's words for the deal."""
    return say(
        "“{words}” is in the deal. You can change it until the cards are dealt.",
        words=words.quoted(text, MAX_WORDS),
    )


def about(
    version: str,
    still_open: int,
    still_sealed: int,
    lobbies: Mapping[str, LobbyWords],
    *,
    dailies: Sequence[str],
) -> Page:
    """Return the page about the bot: the origin of its games, and the deals that are still sealed.

    `dailies` are the lines about the cards of dailies.
    """
    lines = [
        say("### Cardcrate {version}", version=version),
        say("Card games in any channel, with people and computers. {command cards} opens a table."),
        say("Source, rules and licence: {address}", address=HOME),
        *_origins(lobbies),
        *_sealed_lines(still_open, still_sealed),
        *dailies,
    ]
    return text_page("\n".join(lines))


def _origins(lobbies: Mapping[str, LobbyWords]) -> list[str]:
    """Return a line about the author or the origin of each game that has one."""
    known = [(GAMES[game_id].name, one.origin) for game_id, one in lobbies.items() if one.origin]
    return [f"- {say(origin, game=name)}" for name, origin in known]


def _sealed_lines(still_open: int, still_sealed: int) -> list[str]:
    return [
        say("-# No deal has been sealed for more than a day.")
        if not still_open
        else say_count(
            "-# One deal has been sealed for more than a day. Its table is still open.",
            "-# {number} deals have been sealed for more than a day. Their tables are still open.",
            still_open,
        ),
        say("-# The deals of all tables that have ended are open.")
        if not still_sealed
        else say_count(
            "-# One deal is still sealed though its table has ended. "
            "{command cardcrate} (*Check a deal*) opens it.",
            "-# {number} deals are still sealed though their tables have ended. "
            "{command cardcrate} (*Check a deal*) opens them.",
            still_sealed,
        ),
    ]
