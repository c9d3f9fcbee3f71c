"""The pages of a session: table, hand, log and answers. All games share them and add their own face."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from bot.engine.draft import Refusal
from bot.rendering import absence, daily, endings, fair, lobby, mention_requests, orders, panel, words
from bot.rendering.alone import lone_line
from bot.rendering.catalog import say, say_count
from bot.rendering.computers import computer_name
from bot.rendering.face import Face, Prompt
from bot.rendering.faces import FACES
from bot.rendering.hand_rows import add_usual, hand_buttons, more_button, rules_button
from bot.rendering.page import (
    Action,
    Block,
    Button,
    Buttons,
    Link,
    Page,
    Picture,
    Section,
    Select,
    Text,
    button_rows,
    text_page,
)
from bot.rendering.panel import action
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.story import bold, since_turn, story
from bot.rendering.tabletop import above_hand, call_buttons, in_words, location, table_blocks, table_over_hand

MAX_TEXT_CHARACTERS = 3800
"""The most characters in a page's main text. Discord allows 4000 in a message."""
MAX_PLAIN_CHARACTERS = 4000
MAX_BRIEF_CHARACTERS = 300
ENDED = ("over", "cancelled")
"""The states in which a game can't change any more."""


def with_note(page: Page, line: str | None) -> Page:
    """Return a page with a line quoted above everything else. Without a line it's the same page."""
    return msgspec.structs.replace(page, blocks=(Text(f"> {line}"), *page.blocks)) if line else page


def face_of(scene: Scene) -> Face:
    """Return the face of the scene's game."""
    return FACES[scene.game.id]


def table(scene: Scene) -> Page:
    """Return the public message: the lobby, then past, now and next of the game, in the end its result.

    At a table of one person it's also their hand.
    """
    face = face_of(scene)
    if scene.view is None:
        return lobby.page(scene, face)
    if scene.status == "over" and scene.standing is not None:
        return daily.result_page(scene, face, scene.standing)
    if scene.status == "cancelled" and scene.day:
        return daily.left_page(scene, face)
    if scene.status in ("over", "cancelled"):
        return endings.page(scene, face)
    if scene.is_alone and scene.viewer is not None:
        return hand(scene)
    blocks = table_blocks(scene, face)
    lines = [next_line(scene, face), *_cards_line(scene, face)]
    return Page((*blocks, Text("\n".join(lines)), *_table_buttons(scene, face)), accent=face.accent)


def _cards_line(scene: Scene, face: Face) -> list[str]:
    """Return a line for players whom the table calls at the deal, because they may not see their DMs."""
    may_miss_dm = scene.is_first_decision and scene.unseen & set(scene.deciders)
    if scene.status != "playing" or scene.is_idle or not (may_miss_dm and face.has_hands):
        return []
    return [words.small(say("No cards in your DMs? Press **{button}**.", button=hand_label(face)))]


def table_message(scene: Scene) -> Page:
    """Return the table's message: one quiet line in a channel where someone plays alone, else the table."""
    if scene.is_alone and not scene.is_in_dm:
        face = face_of(scene)
        return lone_line(scene, face, hand_label(face))
    return table(scene)


def final_table(scene: Scene) -> Page:
    """Return the table as the game left it, without controls, for the message above the result."""
    face = face_of(scene)
    blocks = table_blocks(scene, face)
    return Page(blocks, accent=face.accent)


def bare_table(scene: Scene) -> tuple[Block, ...]:
    """Return only the table and its newest event, as a picture or in words."""
    face = face_of(scene)
    _, newest = story(scene, face)
    picture = face.table_picture(scene) if scene.pictures else None
    zones = face.table(scene) if picture is None else picture.instead
    return picture_blocks(picture, "\n".join(filter(None, [bold(newest), zones])))


def picture_blocks(picture: Picture | None, words_of_it: str) -> tuple[Block, ...]:
    """Return a picture with the words that can replace it, or the words alone if there's no picture."""
    if picture is None:
        return (Text(words_of_it),) if words_of_it else ()
    return (msgspec.structs.replace(picture, instead=words_of_it),)


def as_text(scene: Scene) -> Page:
    """Return the whole table in words, with the viewer's own cards."""
    face = face_of(scene)
    if scene.view is None:
        return table(scene)
    hand_text = face.hand(scene) if has_hand(scene) else ""
    public = msgspec.structs.replace(scene, viewer=None)
    texts = (*([Text(hand_text)] if hand_text else []), Text(next_line(public, face)))
    return with_back_button(Page((*in_words(scene, face), *texts), accent=face.accent), scene)


def with_back_button(page: Page, scene: Scene) -> Page:
    """Return a page that replaces a hand on screen, with a button back for players who have a hand."""
    return msgspec.structs.replace(page, blocks=(*page.blocks, *_back_row(scene)))


def _back_row(scene: Scene) -> tuple[Buttons, ...]:
    """Return a player's button back to the hand that another page has replaced."""
    if scene.status != "playing" or scene.viewer not in scene.active:
        return ()
    return button_rows([Button(say("Back to my hand"), action(scene, "home"))])


def next_line(scene: Scene, face: Face) -> str:
    """Return who must do what, and what happens if they don't."""
    if scene.status == "frozen":
        return say("Something broke on my end. Your game is safe and paused.")
    if scene.status in ("over", "cancelled"):
        return endings.ending_text(scene, face)
    if scene.is_idle:
        return _idle_line(scene)
    prompt = _thinking_prompt(scene) if is_computers_turn(scene) else face.asks(scene)
    time = timeout_notice(scene)
    lines = [prompt.line, *prompt.below]
    if time:
        is_small = lines[-1].startswith("-# ") or len(lines) == 1
        lines = [*lines[:-1], f"{lines[-1]} {time}"] if is_small else [*lines, words.small(time)]
    if scene.end_votes:
        votes = len(scene.end_votes)
        lines.append(
            words.small(say_count("One vote to end the game.", "{number} votes to end the game.", votes))
        )
    return "\n".join(filter(None, [*lines, fair.beacon_line(scene)]))


def is_computers_turn(scene: Scene) -> bool:
    """Whether only computers have a decision to make."""
    return bool(scene.deciders) and not any(map(scene.is_there, scene.deciders))


def _thinking_prompt(scene: Scene) -> Prompt:
    players = words.names(scene, scene.deciders)
    return Prompt(
        say_count("{players} is thinking…", "{players} are thinking…", len(scene.deciders), players=players)
    )


def timeout_notice(scene: Scene) -> str:
    """Return the line about what happens when the clock runs out. Empty unless a clock runs for a person."""
    if scene.deadline is None or scene.is_idle or not any(map(scene.is_there, scene.deciders)):
        return ""
    return absence.timeout_line(scene)


def _idle_line(scene: Scene) -> str:
    """Return the line about a table at which nobody has played for a while."""
    if scene.deadline is None:
        return say("Nobody has played for a while. The clock is paused.")
    return say(
        "Nobody has played for a while. The clock is paused, and the table closes {time}.",
        time=words.soon(scene.deadline),
    )


def hand(scene: Scene, form: str | None = None, note: str | None = None) -> Page:
    """Return a player's private page: their cards, their task, and the controls for it.

    `form` opens a verb's form. `note`, such as the reason for a refusal, is quoted above their cards.
    """
    face = face_of(scene)
    if scene.view is not None and scene.status in ("over", "cancelled"):
        return with_note(
            table(scene) if scene.is_alone else _ended_hand(scene, face, *endings.own(scene, face)), note
        )
    task = _task_text(scene, face, form)
    receipt = "" if form or note else orders.news(scene, face) or face.receipt(scene)
    notice = _blockquote(note) if note else receipt
    controls = panel.form_controls(scene, face, form) if form else panel.home(scene, face)
    return Page(
        (
            *table_and_cards(scene, face, form, [Text(notice)] if notice else [], f"{notice}\n{task}"),
            Text(task),
            *add_usual(scene, (*controls, *call_buttons(scene, face, form)), hand_buttons(scene, face)),
        ),
        accent=face.accent,
    )


def dm_hand(scene: Scene) -> Page:
    """Return a player's hand for their DM, with a button to confirm that they see it if we don't know."""
    page = hand(scene)
    if scene.viewer not in scene.unseen or scene.status != "playing":
        return page
    button = Button(say("I see my cards"), action(scene, "seen"), "green")
    return msgspec.structs.replace(page, blocks=(*page.blocks, *button_rows([button])))


def with_dm_link(scene: Scene, page: Page, address: str | None) -> Page:
    """Return a player's hand in a channel, with a link to the one in a DM that they may not have found."""
    is_there_too = (
        scene.status == "playing" and has_hand(scene) and scene.viewer in scene.unseen - scene.button_only
    )
    if address is None or not is_there_too:
        return page
    line = Text(words.small(say("This hand is also in our DM.")))
    return msgspec.structs.replace(page, blocks=(*page.blocks, line, Link(say("Open our DM"), address)))


def own_place(scene: Scene) -> Page:
    """Return only the player's own place, for someone who can see the table's result in the channel."""
    face = face_of(scene)
    return _ended_hand(scene, face, endings.own_place(scene, face))


def _ended_hand(scene: Scene, face: Face, *result: Block) -> Page:
    """Return the page that replaces a hand when its game is over: a result, and buttons for what's next."""
    buttons = (
        Button(say("Rematch"), action(scene, "rematch"), "green"),
        endings.another_game(),
        Button(say("Replay"), action(scene, "replay")),
    )
    return Page((location(scene), *result, *button_rows(list(buttons))), accent=face.accent)


def with_time(scene: Scene, page: Page, at: float) -> Page:
    """Return a private page with the time of its last update, `at` in seconds since the epoch.

    It tells its reader how old the page is if a restart prevents later edits. Ended games don't change.
    """
    if scene.status in ENDED:
        return page
    line = words.small(say("Updated {time}.", time=words.soon(at)))
    return msgspec.structs.replace(page, blocks=(*page.blocks, Text(line)))


def closed_hand(scene: Scene) -> Page:
    """Return the page that replaces a player's hand in a channel when the bot can't edit it any longer."""
    face = face_of(scene)
    button = hand_label(face)
    line = say("This page is closed. **{button}** reopens it.", button=button)
    again = button_rows([Button(button, action(scene, "hand"), "green")])
    return Page((location(scene), Text(words.small(line)), *again), accent=face.accent)


def own_cards(scene: Scene, face: Face, form: str | None = None, below: str = "") -> tuple[Block, ...]:
    """Return the viewer's own cards, as a picture or in words. `form` is the verb being filled in.

    The words leave out lines that are also in `below`, the text below.
    """
    has_picture = scene.pictures and has_own_picture(scene, face)
    if scene.has_left:
        return ()
    lines = [line for line in face.hand(scene).splitlines() if line.removesuffix(".") not in below]
    return picture_blocks(face.hand_picture(scene, form) if has_picture else None, "\n".join(lines))


def table_and_cards(
    scene: Scene, face: Face, form: str | None = None, notices: Sequence[Block] = (), below: str = ""
) -> tuple[Block, ...]:
    """Return the blocks above the question on a player's page. `notices` are right above their own cards.

    If the table and the cards are one picture, `notices` are below it.
    """
    if both := table_over_hand(scene, face, form):
        return (*both, *notices)
    return (*above_hand(scene, face), *notices, *own_cards(scene, face, form, below))


def _blockquote(note: str) -> str:
    """Return a note as a Markdown quotation."""
    return "\n".join(f"> {line}" for line in note.split("\n"))


def has_own_picture(scene: Scene, face: Face) -> bool:
    """Whether a player's page has a picture: of their cards, or of the table in a game without hands."""
    return has_hand(scene) if face.has_hands else scene.status == "playing" and scene.viewer in scene.active


def _task_text(scene: Scene, face: Face, form: str | None) -> str:
    """Return the heading of a player's page and the lines below it."""
    if scene.status == "frozen" or scene.is_idle:
        return next_line(scene, face)
    if scene.has_left:
        return _text(Prompt(say("You've left this game"), (say("You can watch it, or play another one."),)))
    if scene.viewer is not None and scene.is_stood_in:
        computer = computer_name(scene.stand_ins[scene.viewer])
        return heading(say("{computer} plays for you", computer=computer))
    question = face.question(form, scene) if form else None
    prompt = question or (face.task(scene) if scene.asked else _waiting_prompt(scene, face))
    is_told_above = scene.is_alone and not scene.pictures
    recaps = scene.asked and question is None and not is_told_above and face.phases[scene.phase].is_turn
    since = since_turn(scene, face, _text(prompt)) if recaps else ""
    time = timeout_notice(scene) if scene.asked else ""
    below = filter(None, (since, time, orders.line(scene, face), orders.next_player_line(scene)))
    return "\n".join([_text(prompt), *(words.small(line) for line in below)])


def _waiting_prompt(scene: Scene, face: Face) -> Prompt:
    """Return a player's text while others have to act. Someone alone sees which computer is thinking."""
    outcome = orders.outcome(scene, face)
    if not (scene.is_alone and is_computers_turn(scene)):
        # This mustn't change with the moves of others, because every edit of a hand counts against a limit.
        return outcome or Prompt(say("Not your turn"))
    lines = (outcome.line, *outcome.below) if outcome and face.has_hands else ()
    return Prompt(_thinking_prompt(scene).line, lines)


def _text(prompt: Prompt) -> str:
    return "\n".join([heading(prompt.line), *prompt.below])


def heading(line: str) -> str:
    """Return a line as a heading."""
    return f"### {line}"


def why_not_page(scene: Scene, refused: Mapping[str, Refusal]) -> Page:
    """Return the page behind *Why not…?*: what the hand nearly has, or else why moves aren't available."""
    face = face_of(scene)
    offered = {move.verb for move in face.menu_moves(scene)}
    offered |= {quick.verb for quick in face.quick_moves(scene)}
    why_not = {
        verb: refusal(scene, why)
        for verb, why in refused.items()
        if verb not in offered  # a move on offer doesn't need a reason
        and not (scene.asked and why.code == "wrong-phase")  # nor does one for another moment
    }
    lines = [*face.nearly(scene)] or _reasons(face, why_not, is_asked=scene.asked)
    text = "\n".join(lines) or say("You can do anything this game allows.")
    back = Buttons((Button(say("Back"), action(scene, "home")),))
    return Page((Text(text[:MAX_TEXT_CHARACTERS]), back), accent=face.accent)


def _reasons(face: Face, why_not: Mapping[str, str], *, is_asked: bool) -> list[str]:
    """Return a reason for each verb, but only one if they're all the same or others have to act."""
    if len(set(why_not.values())) == 1 or not is_asked:
        return [reason for reason, _ in Counter(why_not.values()).most_common(1)]
    return [words.with_title(say(face.verbs[verb]), why) for verb, why in why_not.items()]


def picking(scene: Scene, verb: str, mask: int) -> Page:
    """Return a player's private page while several cards are being picked."""
    face = face_of(scene)
    blocks = panel.picking(scene, face, verb, mask)
    back = Buttons((Button(say("Back"), action(scene, "home")),))
    cards = picture_blocks(face.hand_picture(scene) if scene.pictures else None, face.hand(scene))
    return Page((*cards, Text(_task_text(scene, face, verb)), *blocks, back), accent=face.accent)


def has_hand(scene: Scene) -> bool:
    """Whether the viewer has anything private to be shown."""
    return scene.view is not None and face_of(scene).has_hands and scene.viewer in scene.active


def log_lines(scene: Scene, past: Sequence[SeenMove]) -> list[str]:
    """Return the log's lines about past moves, oldest first."""
    face = face_of(scene)
    lines = (face.log(move, scene) for move in face.remembered(past, scene))
    return [words.small(line) for line in lines if line]


def log(scene: Scene, lines: Sequence[str], number: int | None = None) -> Page:
    """Return one page of the log, the last one when no number is given. Pages count from 0."""
    pages = _paginate(lines)
    page = len(pages) - 1 if number is None else max(0, min(number, len(pages) - 1))
    facts = {"game": scene.game.name, "table": words.table_name(scene), "page": page + 1, "pages": len(pages)}
    head = say("**Log of {game}** · {table} · page {page} of {pages}", **facts)
    buttons = [
        Button(say("Earlier"), action(scene, f"log {page - 1}"), disabled=page == 0),
        Button(say("Later"), action(scene, f"log {page + 1}"), disabled=page == len(pages) - 1),
    ]
    text = Text(pages[page] or say("Nothing has happened yet."))
    return Page((Text(head), text, *button_rows(buttons), *_back_row(scene)))


def _paginate(lines: Sequence[str]) -> list[str]:
    """Return the lines on pages that fit a message."""
    pages: list[str] = [""]
    for line in lines:
        if len(pages[-1]) + len(line) > MAX_TEXT_CHARACTERS - 200:
            pages.append("")
        pages[-1] += line + "\n"
    return pages


def plain(page: Page) -> Page:
    """Return the page as text alone, for when Discord refuses it. One button leads to the hand."""
    text = page.without_pictures().text
    short = text if len(text) <= MAX_PLAIN_CHARACTERS else text[: MAX_PLAIN_CHARACTERS - 1] + "…"
    return Page((Text(short), *_hand_row(page)), pings=page.pings, kept=page.kept)


def brief(page: Page) -> Page:
    """Return the page's first line and its `kept` text, for when a filter of the server blocks the rest."""
    first = page.without_pictures().text.partition("\n")[0][:MAX_BRIEF_CHARACTERS]
    note = say("This server's filter blocks the rest of this message. {command hand} shows you your game.")
    text = "\n".join(filter(None, (first, page.kept, words.small(note))))
    return Page((Text(text), *_hand_row(page)), pings=page.pings, kept=page.kept)


def _hand_row(page: Page) -> tuple[Block, ...]:
    """Return a button to the hand at the table that the page's controls belong to. Empty without controls."""
    actions = _actions(page)
    if not actions:
        return ()
    to_hand = msgspec.structs.replace(actions[0], act="hand")
    return button_rows([Button(say("My hand"), to_hand, "green")])


def _actions(page: Page) -> list[Action]:
    selects = [block.action for block in page.blocks if isinstance(block, Select)]
    sections = [block.button.action for block in page.blocks if isinstance(block, Section)]
    rows = [block for block in page.blocks if isinstance(block, Buttons)]
    return selects + sections + [button.action for row in rows for button in row.buttons]


def refusal(scene: Scene, why: Refusal) -> str:
    """Return why a move was refused and what would be right."""
    if why.code == "not-a-player" and scene.viewer is None and scene.status == "playing":
        return _outsider_text(scene)
    if why.code == "not-a-player" and scene.has_left:
        return say(words.YOU_LEFT)
    if scene.status == "lobby" and why.code in ("not-started", "not-a-player"):
        return lobby.not_dealt_line(scene)
    return words.host_refusal(why) or face_of(scene).refusal(why, scene)


def _outsider_text(scene: Scene) -> str:
    """Return the answer to someone who doesn't play: the players' names, and that they can watch."""
    return say_count(
        "{players} plays here. You can watch.",
        "{players} play here. You can watch.",
        len(scene.active),
        players=words.names(scene, scene.active),
    )


def outsider(scene: Scene, *, in_server: bool = True) -> Page:
    """Return the page for someone who uses a button or command of a running game without playing in it."""
    games = Action("games")
    buttons = [Button(say("Open a table"), games), Button(say("As text"), action(scene, "text"))]
    if not in_server:
        return text_page(_outsider_text(scene), *buttons)
    text = f"{_outsider_text(scene)} {say('I can mention you when the next table opens.')}"
    watch = [Button(say("Watch"), action(scene, "look"))] if scene.is_alone else []  # others see one line
    return text_page(text, *watch, mention_requests.button(scene), *buttons)


def hand_label(face: Face) -> str:
    """Return the label of the button to a player's own page."""
    return say("My hand") if face.has_hands else say("My moves")


def _table_buttons(scene: Scene, face: Face) -> tuple[Block, ...]:
    if scene.status != "playing":
        return button_rows([rules_button(scene), more_button(scene)])
    if scene.is_idle:
        acts = [Button(say("Go on"), action(scene, "wake"), "blue")]
    else:
        moves = () if is_computers_turn(scene) else face.table_moves(scene)
        acts = [Button(face.label(move, scene)[:80], action(scene, f"move {move}"), "blue") for move in moves]
        acts += [
            Button(say(face.verbs[verb]), action(scene, f"form {verb}")) for verb in face.table_forms(scene)
        ]
    own = Button(hand_label(face), action(scene, "hand"), "green")
    usual = [rules_button(scene, face.chapter(scene)), more_button(scene)]
    if len(acts) == 1:
        return button_rows([own, *acts, *usual])
    return (*button_rows(acts), *button_rows([own, *usual]))
