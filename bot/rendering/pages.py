"""The pages of a session: lobby, table, hand, calls. The same for all games but for the game's face."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.rendering import lobby, panel, words
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.page import (
    Action,
    Block,
    Button,
    Buttons,
    Line,
    Page,
    Picture,
    Section,
    Select,
    Text,
    button_rows,
)
from bot.rendering.panel import action
from bot.rendering.scene import Scene, Told
from bot.rendering.scores import score_sheet

WAITING: Final = "You are not awaited now; the table tells who is."
MAX_TEXT_CHARACTERS = 3800
"""Characters of one message's text; Discord allows 4000."""
MIN_LOG_CHARACTERS = 300
"""Of these characters the last moves are sure, however long the score sheet is."""
MAX_PLAIN_CHARACTERS = 4000
MAX_BRIEF_CHARACTERS = 300


def noted(page: Page, line: str | None) -> Page:
    """A page with a line above everything, where there is one."""
    return msgspec.structs.replace(page, blocks=(Text(f"> {line}"), *page.blocks)) if line else page


def face_of(scene: Scene) -> Face:
    """The face of the scene's game."""
    return FACES[scene.game.id]


def table(scene: Scene) -> Page:
    """The public message: the lobby before the deal, afterwards everything that anybody may know."""
    face = face_of(scene)
    if scene.sheet is None:
        return lobby.page(scene, face)
    title = Text(f"## {scene.game.name} · table {scene.session_id}\n{face.heading(scene)}")
    zones = Text(face.table(scene))
    state = Text(status(scene, face))
    room = MAX_TEXT_CHARACTERS - len(title.text) - len(zones.text) - len(state.text)
    scores = _scores(scene, face, room - MIN_LOG_CHARACTERS)
    log = history(scene, face, room - sum(len(block.text) for block in scores))
    recent: tuple[Block, ...] = (Line(), Text(log)) if log else ()
    texts: tuple[Block, ...] = (title, zones, *recent, Line(), state, *scores)
    return Page(
        (
            *texts,
            *_pictures(face.table_picture(scene) if scene.pictures else None),
            *_table_buttons(scene, face),
        ),
        accent=face.accent,
    )


def hand(scene: Scene, form: str | None = None, note: str | None = None) -> Page:
    """A player's private page: what is theirs alone, what is asked of them, and the controls for it.

    `form` opens one verb's form; `note` is a sentence above everything (why a move was refused).
    """
    face = face_of(scene)
    head = f"**{scene.game.name}** · table {scene.session_id} in {words.table_link(scene)}"
    texts = [head, *([f"> {note}"] if note else []), face.hand(scene)]
    if scene.asked:
        waits = " No clock runs: the game waits for somebody to act." if scene.is_idle else ""
        texts.append(f"**{face.asked(scene)}**{_deadline(scene, face)}{waits}")
    elif scene.status != "playing":
        texts.append(status(scene, face))
    else:  # nothing that changes with the moves of others: every edit counts against a limit
        texts.append(WAITING if scene.deciders else face.awaits(scene))
    controls = panel.step(scene, face, form) if form else panel.home(scene, face)
    seen = _pictures(face.hand_picture(scene) if scene.pictures and has_hand(scene) else None)
    extra = button_rows([Button("Why not …?", action(scene, "why"))]) if _may_ask(scene, face) else ()
    return Page((*map(Text, texts), *seen, *controls, *extra), accent=face.accent)


def _may_ask(scene: Scene, face: Face) -> bool:
    """Whether the page offers to say what is not possible; not where noticing it is the game."""
    return face.explains and scene.status == "playing" and scene.viewer in scene.active


def reasons(scene: Scene, refused: Mapping[str, Refusal]) -> Page:
    """What the viewer may not do now, and why, a line a command."""
    face = face_of(scene)
    offered = {move.verb for move in face.offered(scene)}  # what is offered must not be explained away
    lines = [
        f"**{face.verbs[verb]}** (`/{verb}`): {refusal(scene, why)}"
        for verb, why in refused.items()
        if verb not in offered
    ]
    text = "\n".join(lines) or "You may do everything that this game knows."
    back = Buttons((Button("Back", action(scene, "home")),))
    return Page((Text(text[:MAX_TEXT_CHARACTERS]), back), accent=face.accent)


def picking(scene: Scene, verb: str, mask: int) -> Page:
    """A player's private page while several cards are being picked."""
    face = face_of(scene)
    blocks = panel.picking(scene, face, verb, mask)
    back = Buttons((Button("Back", action(scene, "home")),))
    return Page((Text(face.hand(scene)), *blocks, back), accent=face.accent)


def has_hand(scene: Scene) -> bool:
    """Whether the viewer has anything private to be shown."""
    return scene.sheet is not None and face_of(scene).has_hands and scene.viewer in scene.active


def log_lines(scene: Scene, past: Sequence[Told]) -> list[str]:
    """Past moves as lines of sentences, oldest first."""
    face = face_of(scene)
    lines = [told_text(told, scene, face) for told in face.remembered(past, scene)]
    return [line for line in lines if line]


def log(scene: Scene, lines: Sequence[str], number: int | None = None) -> Page:
    """One page of the log, the last one when no number is given; pages count from 0."""
    sheets = _split(lines)
    shown = len(sheets) - 1 if number is None else max(0, min(number, len(sheets) - 1))
    head = f"**Log of {scene.game.name}** · table {scene.session_id} · page {shown + 1} of {len(sheets)}"
    turn = [
        Button("Earlier", action(scene, f"log {shown - 1}"), disabled=shown == 0),
        Button("Later", action(scene, f"log {shown + 1}"), disabled=shown == len(sheets) - 1),
    ]
    return Page((Text(head), Text(sheets[shown] or "Nothing has happened yet."), *button_rows(turn)))


def _split(lines: Sequence[str]) -> list[str]:
    """The lines on pages that fit a message."""
    sheets: list[str] = [""]
    for line in lines:
        if len(sheets[-1]) + len(line) > MAX_TEXT_CHARACTERS - 200:
            sheets.append("")
        sheets[-1] += line + "\n"
    return sheets


def ping(scene: Scene, seat: Seat) -> Page:
    """A short call in the channel for somebody whom no DM reaches, or who wants none."""
    if seat not in scene.deciders:
        return Page((Text(f"{scene.mention(seat)} has acted."),))
    why = " Your DMs are closed to me." if seat in scene.button_only else ""
    text = f"{scene.mention(seat)}, it is for you to act at table {scene.session_id}.{why}"
    name = _own_page(face_of(scene))
    buttons = button_rows([Button(name, action(scene, "hand"), "blue")])
    return Page((Text(f"{text} Use **{name}** here or `/hand`."), *buttons), pings=(scene.players[seat],))


def call(scene: Scene) -> Page:
    """A short call by DM in a game without hands: nothing of the table is told here."""
    where = f"table {scene.session_id} in {words.table_link(scene)}"
    return Page((Text(f"**{scene.game.name}**: it is for you to act at {where}."),))


def moved_down(scene: Scene, channel_id: int) -> Page:
    """What an old table message in a channel becomes when the table has been posted anew."""
    where = "down this channel" if channel_id == scene.channel_id else f"to {words.table_link(scene)}"
    return Page((Text(f"-# {scene.game.name} · table {scene.session_id} has moved {where}."),))


def gone(scene: Scene) -> Page:
    """To everybody seated: the channel of the table was deleted, and what can be done."""
    text = (
        f"The channel of table {scene.session_id} ({scene.game.name}) is gone. Nothing is lost: the game "
        "waits, and no clock runs. Anybody at the table can carry it on: type `/game move` in another "
        "channel of the same server. A table that nobody carries on ends after 30 days."
    )
    return Page((Text(text),))


def trouble(scene: Scene, about: str) -> Page:
    """To the host: the table cannot be shown, and what would help."""
    text = (
        f"I cannot show table {scene.session_id} ({scene.game.name}) in {words.table_link(scene)}: {about}. "
        "The game goes on by DM and `/hand`. Please give me View Channel, Send Messages, Embed Links, "
        "Attach Files and Read Message History there (in threads also Send Messages in Threads)."
    )
    return Page((Text(text),))


def no_pictures(scene: Scene) -> Page:
    """To the host: the table is shown, but without its pictures, and what would help."""
    text = (
        f"I may not send pictures to {words.table_link(scene)}. Table {scene.session_id} ({scene.game.name}) "
        "comes as text there, which says everything. Give me Attach Files there, and it has its pictures."
    )
    return Page((Text(text),))


def said(sentence: str) -> Page:
    """One sentence and nothing else."""
    return Page((Text(sentence),))


def plain(page: Page) -> Page:
    """The page as text alone, for when Discord refuses it as it is; one button leads to the hand."""
    text = page.text
    short = text if len(text) <= MAX_PLAIN_CHARACTERS else text[: MAX_PLAIN_CHARACTERS - 1] + "…"
    return Page((Text(short), *_way_to_hand(page)), pings=page.pings)


def brief(page: Page) -> Page:
    """The page's first line alone, for when a filter of the server stops its text."""
    first = page.text.partition("\n")[0][:MAX_BRIEF_CHARACTERS]
    note = "-# A filter of this server stops the rest of this message. `/hand` shows you your game."
    return Page((Text(f"{first}\n{note}"), *_way_to_hand(page)), pings=page.pings)


def _way_to_hand(page: Page) -> tuple[Block, ...]:
    """A button to the hand, of the same table as the page's own controls; nothing on a page without any."""
    known = _actions(page)
    if not known:
        return ()
    to_hand = Action(session_id=known[0].session_id, revision=known[0].revision, act="hand")
    return button_rows([Button("My hand", to_hand, "green")])


def _actions(page: Page) -> list[Action]:
    selects = [block.action for block in page.blocks if isinstance(block, Select)]
    rows = [block for block in page.blocks if isinstance(block, Buttons)]
    beside = [block.button.action for block in page.blocks if isinstance(block, Section)]
    return selects + [button.action for row in rows for button in row.buttons] + beside


def refusal(scene: Scene, why: Refusal) -> str:
    """Why a move was refused and what would be right."""
    return words.host_refusal(why) or face_of(scene).refusal(why, scene)


def status(scene: Scene, face: Face) -> str:
    """Who is awaited until when, or how the game ended."""
    if scene.status == "cancelled":
        return "**The game was ended.** Nobody has won."
    if scene.status == "frozen":
        return "**The game is stopped:** the bot found a fault of its own. Everything is kept."
    if scene.outcome is not None:
        return face.result(scene)
    votes = f"\n-# {len(scene.end_votes)} vote to end the game." if scene.end_votes else ""
    return f"{face.awaits(scene)}{_deadline(scene, face)}{_idle(scene)}{votes}"


def _scores(scene: Scene, face: Face, room: int) -> tuple[Text, ...]:
    """The score sheet of a game that has ended."""
    if scene.status not in ("over", "cancelled"):
        return ()
    sheet = score_sheet(scene, face.rounds(scene), unit=face.unit, gains=face.gains, room=room)
    return (Text(sheet),) if sheet else ()


def history(scene: Scene, face: Face, room: int) -> str:
    """The last moves as sentences, newest last; as many as fit into `room` characters."""
    lines: list[str] = []
    for told in reversed(face.remembered(scene.recent, scene)[-face.told_moves :]):
        text = told_text(told, scene, face)
        if len(text) >= room and not lines:
            text = text[: room - 2] + "…"
        room -= len(text) + 1
        if room < 0:
            break
        if text:
            lines.insert(0, text)
    return "\n".join(lines)


def told_text(told: Told, scene: Scene, face: Face) -> str:
    """One past move: its sentences on one line, small."""
    sentences = [face.sentence(event, scene) for event in told.events]
    return "-# " + " ".join(filter(None, sentences)) if any(sentences) else ""


def _deadline(scene: Scene, face: Face) -> str:
    if scene.deadline is None or scene.is_idle or not scene.deciders:
        return ""
    return f" Time is up {words.soon(scene.deadline)}: {face.default(scene)}."


def _idle(scene: Scene) -> str:
    if not scene.is_idle or scene.deadline is None:
        return ""
    return (
        "\n**The game waits:** nobody has acted for a long time, so no clock runs and nobody is called. Any "
        f"move or **Go on** carries it on. It ends {words.soon(scene.deadline)} if nobody does."
    )


def _own_page(face: Face) -> str:
    """What the button to a player's own page is called."""
    return "My hand" if face.has_hands else "My moves"


def _pictures(picture: Picture | None) -> tuple[Block, ...]:
    return () if picture is None else (picture,)


def _table_buttons(scene: Scene, face: Face) -> tuple[Block, ...]:
    moves = face.table_moves(scene) if scene.status == "playing" else ()
    buttons = [Button(face.label(move, scene)[:80], action(scene, f"move {move}"), "blue") for move in moves]
    if scene.is_idle:
        buttons.append(Button("Go on", action(scene, "wake"), "blue"))
    if scene.status == "playing":
        buttons.append(Button(_own_page(face), action(scene, "hand"), "green"))
    buttons.append(Button("Rules", action(scene, f"rules {scene.game.id}")))
    buttons.append(Button("Log", action(scene, "log")))
    if scene.status in ("over", "cancelled"):
        buttons.append(Button("Rematch", action(scene, "rematch"), "green"))
    return button_rows(buttons)
