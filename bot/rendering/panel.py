"""The controls of a hand, for every game: buttons and selects made from the moves that its face offers.

A verb without options becomes a button, one with few moves a select of whole moves. Players narrow
other verbs down option by option, and choose free combinations of cards suit by suit. The custom ids contain
the choices so far, so controls work after a restart and don't need any memory. If a verb has too many moves
to offer, players type one into a form. They have to confirm moves that they can't undo.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from bot.engine.cards import ORDER, SUIT_OF, Card, in_order
from bot.engine.chance import seat_of
from bot.engine.moves import Move, option_kinds, option_texts
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import Face, Pick, QuickMove
from bot.rendering.page import Action, Block, Button, Choice, Section, Select, Style, Text, button_rows
from bot.rendering.scene import Scene

MAX_CHOICES = 25
MAX_BUTTONS = 5
"""The most moves of one verb that become buttons. More of them become a select."""
_MASK = re.compile("[0-9a-f]{1,40}")
_INDEX = re.compile("[0-9]{1,3}")


def action(scene: Scene, act: str) -> Action:
    """Return a control's action in this session at its present revision."""
    return Action(act, scene.session_id, scene.revision)


def home(scene: Scene, face: Face) -> tuple[Block, ...]:
    """Return controls for the viewer's present moves: finished ones first, then a control for each verb."""
    picks, writings, steps = face.picks(scene), _on_hand(face, face.writings(scene)), face.steps(scene)
    quick_moves = face.quick_moves(scene)
    verbs = _on_hand(face, _by_verb(_menu_only(scene, face, quick_moves)))
    explained = face.finals.keys() | steps
    if len(verbs) == 1 and not (quick_moves or writings or verbs.keys() & explained):
        return form_controls(scene, face, next(iter(verbs)))
    sections = [Section(quick.text, _quick_button(scene, quick)) for quick in quick_moves if quick.text]
    blocks: list[Block] = []
    buttons = [_quick_button(scene, quick) for quick in quick_moves if not (quick.text or quick.declines)]
    final = [_quick_button(scene, quick) for quick in quick_moves if quick.declines]
    is_quick = bool(buttons)
    for verb, moves in verbs.items():
        if verb in steps:
            blocks += _option_controls(scene, face, verb, moves)
            continue
        control = _control(scene, face, verb, moves, is_long=verb in picks or len(moves) > MAX_CHOICES)
        if isinstance(control, Select):
            blocks.append(control)
        else:
            (final if verb in face.forms else buttons).append(control)
    buttons += [_button(scene, _form_label(face, verb), f"write {verb}") for verb in writings]
    if is_quick and blocks and not verbs.keys() & steps:
        # Moves that take one click come before those that take two.
        return (*sections, *button_rows(buttons), *blocks, *button_rows(final))
    return (*sections, *blocks, *button_rows([*buttons, *final]))


def _form_label(face: Face, verb: str) -> str:
    """Return the label of a verb's button that asks for more. Some languages put a space before the dots."""
    return say("{verb}…", verb=say(face.verbs[verb]))


def _menu_only(scene: Scene, face: Face, quick_moves: Sequence[QuickMove]) -> list[Move]:
    """Return the moves that need their own control, because no offer or button of the table makes them."""
    left_out = () if scene.asked else face.table_forms(scene)
    return [
        move
        for move in face.menu_moves(scene)
        if move.verb not in left_out and not any(leads_to(quick, move) for quick in quick_moves)
    ]


def behind_more(scene: Scene, face: Face) -> list[Button]:
    """Return the buttons that go behind *More* on the viewer's hand."""
    verbs, writings = _by_verb(face.menu_moves(scene)), face.writings(scene)
    return [
        _button(scene, _form_label(face, verb), f"write {verb}")
        if verb in writings
        else _button(scene, _form_label(face, verb), f"form {verb}")
        if verb in face.finals
        else _button(scene, face.label(verbs[verb][0], scene), f"move {verbs[verb][0]}")
        for verb in face.behind_more
        if verb in writings or verb in verbs
    ]


Value = TypeVar("Value")


def _on_hand(face: Face, by_verb: Mapping[str, Value]) -> dict[str, Value]:
    """Return the values of verbs with controls on the hand itself, not behind *More*."""
    return {verb: value for verb, value in by_verb.items() if verb not in face.behind_more}


def _quick_button(scene: Scene, quick: QuickMove) -> Button:
    word = "form" if isinstance(quick.move, str) else "move"
    return _button(scene, quick.label, f"{word} {quick.move}", quick.style)


def leads_to(quick: QuickMove, move: Move) -> bool:
    """Whether an offer's button makes this move, or opens a form that can lead to it."""
    if not isinstance(quick.move, str):
        return quick.move == move
    verb, *known = quick.move.split(" ")
    return move.verb == verb and _fits(move, known)


def _control(scene: Scene, face: Face, verb: str, moves: Sequence[Move], *, is_long: bool) -> Select | Button:
    """Return one verb as a select of whole moves, or as a button."""
    single = len(moves) == 1 and not option_texts(moves[0])
    if verb in face.forms:
        return _button(scene, say(face.verbs[verb]), f"form {verb}")
    if verb in face.finals or is_long:
        prompt = face.placeholders.get(verb)
        label = say(prompt) if prompt else _form_label(face, verb)
        return _button(scene, label, f"form {verb}")
    if single:
        return _button(scene, face.label(moves[0], scene), f"move {moves[0]}", "blue")
    return _move_select(scene, face, moves)


def form_controls(scene: Scene, face: Face, form: str) -> tuple[Block, ...]:
    """Return the controls for one step of a form. `form` is the known part of the move, as in `guess rank:K`.

    It may contain cards to pick, as in `meld cards:9D,9H,5S`. They're chosen from the start.
    """
    verb, *known = form.split(" ")
    pick, confirm = face.picks(scene).get(verb), face.finals.get(verb)
    offered = face.menu_moves(scene)
    is_elsewhere = verb in face.table_forms(scene) or face.quick_moves(scene)
    has_others = len(_by_verb(offered)) > 1 or known or confirm or is_elsewhere
    back = button_rows(_back_button(scene)) if has_others else ()
    if pick is not None:
        return (*picking(scene, face, verb, _known_mask(pick, known)), *back)
    moves = [move for move in offered if move.verb == verb and _fits(move, known)]
    if not moves:
        return back
    if confirm is not None:
        return button_rows([_button(scene, say(confirm), f"move {moves[0]}", "red"), *_back_button(scene)])
    if verb in face.steps(scene):
        return _option_controls(scene, face, form, moves, _back_button(scene))
    if len(moves) <= MAX_BUTTONS:
        buttons = [_move_button(scene, face, move) for move in moves]
        return button_rows([*buttons, *(_back_button(scene) if has_others else ())])
    if len(moves) <= MAX_CHOICES:
        return (_move_select(scene, face, moves), *back)
    return (*_option_selects(scene, face, form, moves), *back)


def can_finish(scene: Scene, face: Face, form: str) -> bool:
    """Whether a partly filled-in form can still become a move the viewer may make."""
    verb, *known = form.split(" ")
    return verb in (*face.picks(scene), *face.table_forms(scene)) or any(
        move.verb == verb and _fits(move, known) for move in face.menu_moves(scene)
    )


def picking(scene: Scene, face: Face, verb: str, mask: int) -> tuple[Block, ...]:
    """Return the controls to pick several cards. Bit n of `mask` is set if card n of the list is chosen."""
    pick = face.picks(scene)[verb]
    hand = _in_list_order(pick)
    if len(hand) <= MAX_CHOICES:
        most = min(pick.most, len(hand))
        indexes = [index for index in range(len(hand)) if most > 1 or hand[index] not in hand[:index]]
        choices = tuple(_card_choice(hand, index, chosen=bool(mask >> index & 1)) for index in indexes)
        label = _pick_label(pick)
        return (Select(label, action(scene, f"picked {verb} *"), choices, least=pick.least, most=most),)
    chosen = chosen_cards(pick, mask)
    blocks: list[Block] = [Text(_chosen_line(pick, chosen))]
    if len(chosen) < pick.most:
        blocks += [
            Select(_add_label(suit), action(scene, f"add {verb} {mask:x} {suit} *"), cards)
            for suit, cards in _unchosen_by_suit(hand, mask).items()
        ]
    enough = pick.least <= len(chosen) <= pick.most
    buttons = [
        Button(say(face.verbs[verb]), action(scene, f"done {verb} {mask:x}"), "green", disabled=not enough),
        Button(say("Start over"), action(scene, f"form {verb}"), disabled=not mask),
    ]
    return (*blocks, *button_rows(buttons))


def chosen_cards(pick: Pick, mask: int) -> tuple[Card, ...]:
    """Return the cards that a mask marks as chosen."""
    return tuple(one for index, one in enumerate(_in_list_order(pick)) if mask >> index & 1)


def move_text(verb: str, pick: Pick, cards: Sequence[Card]) -> str:
    """Return the move of a verb with these cards, in the notation."""
    return f"{verb} {pick.option}:{','.join(cards)}"


def _known_mask(pick: Pick, known: Sequence[str]) -> int:
    """Return the mask of the cards that a form contains already. Cards outside the pick are left out."""
    given = dict(part.split(":", 1) for part in known if ":" in part)
    mask, unused = 0, dict(enumerate(_in_list_order(pick)))
    for card in given.get(pick.option, "").split(","):
        index = next((index for index, one in unused.items() if one == card), None)
        if index is not None and mask.bit_count() < pick.most:
            del unused[index]
            mask |= 1 << index
    return mask


def _in_list_order(pick: Pick) -> tuple[Card, ...]:
    """Return a pick's cards in the order of its list, in which masks count them."""
    return pick.cards if pick.as_given else in_order(pick.cards)


def add_to_mask(pick: Pick, mask: str, values: Sequence[str]) -> int | None:
    """Return a control's mask with the cards of these values added. None if no page has offered that."""
    count = len(pick.cards)
    if not (_MASK.fullmatch(mask) and all(map(_INDEX.fullmatch, values))):
        return None
    chosen, added = int(mask, 16), {int(value) for value in values}
    is_offered = chosen >> count == 0 and all(index < count and not chosen >> index & 1 for index in added)
    chosen |= sum(1 << index for index in added if index < count)
    return chosen if is_offered and len(added) == len(values) and chosen.bit_count() <= pick.most else None


def _by_verb(moves: Sequence[Move]) -> dict[str, list[Move]]:
    verbs: dict[str, list[Move]] = {}
    for move in moves:
        verbs.setdefault(move.verb, []).append(move)
    return verbs


def _fits(move: Move, known: Sequence[str]) -> bool:
    """Whether a move has these options. `name:` without a value means that it lacks this one."""
    texts = option_texts(move)
    return all(texts.get(name, "") == value for name, _, value in (part.partition(":") for part in known))


def _move_select(scene: Scene, face: Face, moves: Sequence[Move]) -> Select:
    choices = tuple(
        Choice(
            label=face.label(move, scene)[:100],
            value=str(move),
            hint=face.hint(move, scene)[:100] or None,
            card=_card_of(move),
        )
        for move in moves
    )
    verb = moves[0].verb
    return Select(face.placeholder(verb, scene), action(scene, f"move {verb} *"), choices)


def _option_selects(scene: Scene, face: Face, form: str, moves: Sequence[Move]) -> tuple[Select, ...]:
    """Return the first option that still differs, as one select or several of 25 values each."""
    known = {part.partition(":")[0] for part in form.split(" ")[1:]}
    names = [name for name in option_texts(moves[0]) if name not in known]
    name = next(name for name in names if len({option_texts(move).get(name) for move in moves}) > 1)
    values = list(dict.fromkeys(option_texts(move)[name] for move in moves if name in option_texts(move)))
    label = _option_label(name, moves[0].verb, scene, face)
    return tuple(
        Select(
            label,
            action(scene, f"form {form} {name}:* #{start}"),
            tuple(_value(scene, face, moves[0], name, value) for value in values[start:][:MAX_CHOICES]),
        )
        for start in range(0, len(values), MAX_CHOICES)
    )


OPTION_LABELS: Final[Mapping[str, str]] = {"rank": message("{verb}: rank"), "suit": message("{verb}: suit")}
"""The words of an option's closed select."""


def _option_label(option: str, verb: str, scene: Scene, face: Face) -> str:
    """Return the text of the closed select for an option of a verb."""
    if option in OPTION_LABELS:
        return say(OPTION_LABELS[option], verb=say(face.verbs[verb]))
    return face.placeholder(verb, scene)


def _value(scene: Scene, face: Face, move: Move, name: str, value: str) -> Choice:
    """Return one value of an option as an entry of a select."""
    own_label = face.option_label(move.verb, name, value, scene)
    label = own_label or _value_label(scene, option_kinds(type(move))[name], value)
    return Choice(label, value, hint=face.value_hint(move.verb, name, value, scene)[:100] or None)


def _option_controls(
    scene: Scene, face: Face, form: str, moves: Sequence[Move], others: Sequence[Button] = ()
) -> tuple[Block, ...]:
    """Return the controls for a verb's next option: a button for each value, or a select.

    The first choice never makes a move, since it only names the source. A later choice that leaves a single
    move makes it. As soon as few moves are left, each of them is a button.
    """
    verb, *known = form.split(" ")
    given = {part.partition(":")[0] for part in known}
    texts = [option_texts(move) for move in moves]
    name = next(
        (
            one
            for one in option_kinds(type(moves[0]))
            if one not in given and any(one in text for text in texts)
        ),
        "",
    )
    most = face.steps(scene)[verb].get(name, MAX_BUTTONS)
    if known and len(moves) <= most:
        return button_rows([*(_move_button(scene, face, move) for move in moves), *others])
    values: dict[str, list[Move]] = {}
    for move, text in zip(moves, texts, strict=True):
        values.setdefault(text.get(name, ""), []).append(move)
    if "" in values:  # only the last option may be left out
        return button_rows([*(_move_button(scene, face, move) for move in moves), *others])
    choices = {value: _value(scene, face, group[0], name, value) for value, group in values.items()}
    if len(choices) > most:
        label = face.placeholder(verb, scene)
        select = Select(label, action(scene, f"form {form} {name}:*"), tuple(choices.values()))
        return (select, *button_rows(list(others)))
    buttons = [
        _move_button(scene, face, group[0])
        if known and len(group) == 1
        else _button(scene, choices[value].label, f"form {form} {name}:{value}", "blue")
        for value, group in values.items()
    ]
    return button_rows([*buttons, *others])


def _move_button(scene: Scene, face: Face, move: Move) -> Button:
    return _button(scene, face.label(move, scene), f"move {move}", face.style(move, scene))


def _card_of(move: Move) -> Card | None:
    """Return the one card that a move names, if it names one."""
    text = option_texts(move).get("card", "")
    return text if text in ORDER else None


def _value_label(scene: Scene, kind: str, value: str) -> str:
    if kind == "seat":
        return scene.name(seat_of(value))
    if kind == "card":
        return words.card(value)
    if kind == "rank":
        return words.ranks_name(value)
    return words.suit_name(value) if kind == "suit" else value


def _pick_label(pick: Pick) -> str:
    """Return the text of a closed select of cards."""
    if pick.placeholder:
        return pick.placeholder
    if pick.least == pick.most:
        return say_count("Choose one card…", "Choose exactly {number} cards…", pick.least)
    return say("Choose {least} to {most} cards…", least=pick.least, most=pick.most)


def _chosen_line(pick: Pick, chosen: Sequence[Card]) -> str:
    """Return the line above one list for each suit: the cards chosen so far, or how to choose."""
    facts = {"least": pick.least, "most": pick.most}
    if not chosen and pick.least == pick.most:
        return say_count(
            "Choose one card. Your hand is long: each suit has its list.",
            "Choose {number} cards, one at a time. Your hand is long: each suit has its list.",
            pick.least,
        )
    if not chosen:
        return say(
            "Choose {least} to {most} cards, one at a time. Your hand is long: each suit has its list.",
            **facts,
        )
    cards = words.cards(chosen)
    if pick.least == pick.most:
        return say("{chosen} of {most} chosen: {cards}", chosen=len(chosen), cards=cards, **facts)
    return say("Chosen: {cards}", cards=cards)


def _add_label(suit: str) -> str:
    """Return the text of the closed select for one suit, or for jokers."""
    return say("Add {suit}…", suit=words.suit_name(suit)) if suit in words.SUIT_NAME else say("Add jokers…")


def _unchosen_by_suit(hand: Sequence[Card], mask: int) -> dict[str, tuple[Choice, ...]]:
    """Return the cards that aren't chosen yet, one entry for equal cards, by suit (jokers under `-`)."""
    suits: dict[str, dict[Card, Choice]] = {}
    for index, one in enumerate(hand):
        if not mask >> index & 1:
            suits.setdefault(SUIT_OF.get(one, "-"), {}).setdefault(one, _card_choice(hand, index))
    return {suit: tuple(choices.values()) for suit, choices in suits.items()}


def _card_choice(hand: Sequence[Card], index: int, *, chosen: bool = False) -> Choice:
    return Choice(label=words.card(hand[index]), value=str(index), card=hand[index], chosen=chosen)


def _button(scene: Scene, label: str, act: str, style: Style = "grey") -> Button:
    return Button(label[:80], action(scene, act), style)


def _back_button(scene: Scene) -> list[Button]:
    return [Button(say("Back"), action(scene, "home"))]
