"""Everything the pictures of every game must say, from its sheet: all that lies face up, counts, points, who acts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.games.crapette.lifting import Put, PutDown
from bot.games.crapette.moving import MoveCards, Moved
from bot.games.crapette.undoing import TakenBack
from bot.games.crazy_rummy.cards import board_points
from bot.rendering import words
from bot.rendering.crazy_rummy.board import MAX_OPEN
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.helpers.walks import COURTS
from tests.rendering.twin import craits, crap, crapette, crazy_rummy, hearing, skrap
from tests.rendering.twin.hearing import SUIT_WORDS, Cards
from tests.rendering.twin.pictured import COVERED, OwnSeen, PileSeen, RowSeen, Seen, SideSeen, Tile
from tests.rendering.twin.written import Words, sentences

SUITS: Final = {suit: word for word, suit in SUIT_WORDS.items()}
RANKS: Final = {rank: f"{word}s" for word, rank in hearing.RANK_WORDS.items()}


def expected(scene: Scene) -> Seen:
    """The same as the descriptions say, from the sheet."""
    seen, words = GAMES[scene.game.id](scene), WORDS.get(scene.game.id)
    if words is None:
        return seen
    rows = {
        letter: msgspec.structs.replace(row, said=frozenset(words.facts(scene, letter)))
        for letter, row in seen.rows.items()
    }
    said = hearing.undrawn(sentences(words.small(scene), words.lines(scene)), scene)
    return msgspec.structs.replace(seen, rows=rows, said=said)


def _letters(scene: Scene) -> list[str]:
    return [seat_letter(seat) for seat in range(len(scene.players))]


def _sorted(cards: Iterable[str] | int) -> Cards:
    return () if isinstance(cards, int) else tuple(sorted(cards))


def _pile(name: str, count: int, top: str | None = COVERED) -> PileSeen:
    return PileSeen(name, count, top) if count else PileSeen(name)


def _said(**facts: object) -> dict[str, str]:
    """Return what lies on a stage, without what doesn't."""
    return {name: str(fact) for name, fact in facts.items() if fact}


def _rows(
    scene: Scene, row: Callable[[str], RowSeen], lead: Callable[[str], int], *, lowest: bool = False
) -> dict[str, RowSeen]:
    """Everyone with what all games say: who acts, who leads, how many cards they hold, and whether they've left."""
    sheet = views.noted(scene)
    acts, sizes = set(map(seat_letter, scene.deciders)), hearing.sized(sheet.hands)
    standing = {one: lead(one) for one in map(seat_letter, scene.active)}
    best = (min if lowest else max)(standing.values(), default=0)
    alike = list(standing.values()).count(best)
    is_open = 2 * alike <= len(standing) if lowest else best > 0
    return {
        one: msgspec.structs.replace(
            row(one),
            acts=one in acts and scene.phase != "between-hands",
            leads=is_open and standing.get(one) == best,
            hand=None if one in sheet.left else sizes[one],
        )
        for one in _letters(scene)
    }


def _own(scene: Scene, aside: Mapping[str, Cards] = {}, **others: Any) -> OwnSeen | None:
    """The viewer's hand, and what lies next to it. Nothing for spectators and those who have left."""
    if scene.viewer not in scene.active or scene.viewer is None:
        return None
    sheet = views.noted(scene)
    zone = sheet.hands[seat_letter(scene.viewer)]
    hand = _sorted(zone)
    return OwnSeen(
        count=len(hand) or hearing.sized({"": zone})[""],
        hand=hand,
        hidden=zone if isinstance(zone, int) else 0,
        aside={name: cards for name, cards in aside.items() if cards},
        **others,
    )


# C.R.A.P.


def _crap(scene: Scene) -> Seen:
    sheet = views.noted(scene)
    own = seat_letter(scene.viewer or 0)
    sizes = {name: hearing.sized(getattr(sheet, name)) for name in ("protected", "placed")}
    laid = {letter: _laid(sheet, letter) for letter in _letters(scene)}

    def row(letter: str) -> RowSeen:
        total, banked = sheet.totals[letter], letter in sheet.left or sheet.end
        return RowSeen(
            note=_crap_note(scene, letter),
            points=f"{total:,} points" if banked else f"{total:,} + {laid[letter]:,} points",
            protected=sizes["protected"][letter],
            tiles=tuple(sorted(_set_of_four(one) for one in sheet.sets if one["owner"] == letter)),
            hidden=sizes["placed"][letter],
        )

    pending = sheet.pending or {}
    rank = pending.get("rank") if pending.get("action") == "acquire" else None
    top = sheet.discard[-1] if sheet.discard else None
    return Seen(
        stage=_said(wanted=RANKS.get(rank, f"{rank}s") if rank else None, die=pending.get("die")),
        piles=(_pile("Stock", sheet.stock), _pile("Discard pile", len(sheet.discard), top)),
        rows=_rows(scene, row, lambda one: sheet.totals[one] + (0 if sheet.end else laid[one])),
        own=_own(
            scene,
            {"Protected": _sorted(sheet.protected[own]), "placed": _sorted(sheet.placed[own])},
        ),
    )


def _laid(sheet: Any, letter: str) -> int:
    mine = [one for one in sheet.sets if one["owner"] == letter]
    return sum(one["value"] * (1 + bool(one["double"])) - one["cards"].count("JK") for one in mine)


def _set_of_four(one: Mapping[str, Any]) -> Tile:
    return one["rank"], len(one["cards"]), one["cards"].count("JK")


def _crap_note(scene: Scene, letter: str) -> str:
    """Return what someone does or has answered, the most important alone."""
    sheet = views.noted(scene)
    pending, acts = sheet.pending or {}, letter in map(seat_letter, scene.deciders)
    guess = pending.get("guesses", {}).get(letter)
    asked = {
        "bluff-window": "believe or call?",
        "challenge-place": "places cards",
        "challenge-guess-1": "guesses a card",
        "challenge-guess-2": "guesses a card",
        "vote": "yes or no?",
    }
    notes = {
        "has left": letter in sheet.left,
        "is leaving": letter in sheet.leaving,
        "acquires": scene.phase == "bluff-window" and letter == sheet.turn,
        asked.get(scene.phase, ""): acts,
        "believes": letter in pending.get("believed", ()),
        f"guesses {words.card(guess['rank'] + guess['suit'])}" if guess else "": guess,
        "has voted": letter in pending.get("votes", {}),
        "must recycle?": scene.phase == "vote" and letter == pending.get("target"),
        "called the vote": scene.phase == "vote" and letter == sheet.turn,
    }
    return next((note for note, holds in notes.items() if holds), "")


# Skrap


def _skrap(scene: Scene) -> Seen:
    sheet = views.noted(scene)
    own = seat_letter(scene.viewer or 0)
    wrecked, goal = len(sheet.field[:-1]), scene.options["target"]
    bot = sheet.field[-1] if sheet.field else None
    champion = bot["owner"] if bot and sheet.phase == "scavenge" and wrecked else None
    champion = None if champion in sheet.left else champion

    def row(letter: str) -> RowSeen:
        heads, surge = sheet.heads[letter], sheet.surge[letter]
        return RowSeen(
            note=next(iter(skrap.notes(scene, letter)), ""),
            points="1 head" if heads == 1 else f"{heads} heads",
            dots=(min(heads, goal), goal, wrecked if letter == champion else 0),
            surge=None if sheet.phase == "scavenge" or not surge else _surge(sheet.phase, surge),
            cards=_sorted(sheet.scavengers.get(letter, ())),
        )

    answers = scene.asked and sheet.phase == "battle"
    surge, legal = sheet.surge[own], {getattr(move, "weapon", None) for move in scene.legal}
    aside: dict[str, Cards] = {
        "surge card" if answers else "Surge card": (surge,) if isinstance(surge, str) else ()
    }
    if answers and bot:
        aside[f"armour {bot['armour_value']}"] = _sorted([bot["weapon"], bot["armour"]])
    fits = _sorted(card for card in _sorted(sheet.hands[own]) if card in legal) if answers else ()
    boost = SUITS[surge[-1]] if isinstance(surge, str) and sheet.phase != "scavenge" else None
    return Seen(
        stage=_said(
            weapon=bot and f"{words.card(bot['weapon'])} as weapon {bot['weapon_value']}",
            armour=bot and f"{words.card(bot['armour'])} as armour {bot['armour_value']}",
            stake=wrecked if sheet.phase == "battle" else None,
            gain=wrecked if champion else None,
        ),
        piles=() if bot else (_pile("Not dealt", sheet.pack),),
        rows=_rows(scene, row, sheet.heads.__getitem__),
        own=_own(scene, aside, playable=fits or None, suit=boost),
    )


def _surge(phase: str, card: str | int) -> str:
    """On the table all surge cards are hidden until everyone has placed one."""
    return COVERED if phase == "surge" else str(card)


# Craits


def _craits(scene: Scene) -> Seen:
    sheet = views.noted(scene)
    suit, under = craits.named_suit(sheet), craits.under_top(scene)

    def row(letter: str) -> RowSeen:
        return RowSeen(
            note=_hand_cost(sheet, letter),
            points=f"{_short(sheet.totals[letter])} points",
            cards=_sorted(sheet.hands[letter]) if sheet.revealed else (),
        )

    plays = scene.asked and scene.phase in ("turn", "count", "play-again", "king-run")
    legal = {getattr(move, "card", None) for move in scene.legal}
    hand = _sorted(sheet.hands.get(seat_letter(scene.viewer or 0), ()))
    fits = _sorted(card for card in hand if card in legal) if plays else ()
    return Seen(
        stage=_said(
            top=sheet.top and words.card(sheet.top),
            under=under and words.card(under),
            suit=suit and SUITS[suit],
            draws=sheet.count,
        ),
        piles=(_pile("Stock", sheet.stock),),
        rows=_rows(scene, row, sheet.totals.__getitem__, lowest=True),
        foot=(craits.direction(sheet), str(sheet.hand_number), str(scene.options["hands"])),
        own=_own(scene, playable=fits or None),
    )


def _hand_cost(sheet: Any, letter: str) -> str:
    """Return what the hand has cost someone, when all cards are shown."""
    if letter in sheet.left:
        return "has left"
    if not (sheet.revealed and sheet.record and letter in sheet.record[-1]["points"]):
        return ""
    scored = sheet.record[-1]
    return f"this hand {_short(scored['points'][letter] + scored['pressure'].get(letter, 0))}"


def _short(points: int) -> str:
    """A number as rows have room for it: `−1,050`, `≈10^58`."""
    digits = str(abs(points))
    return ("−" if points < 0 else "") + (f"{abs(points):,}" if len(digits) < 8 else f"≈10^{len(digits) - 1}")


# Crazy Rummy


def _crazy_rummy(scene: Scene) -> Seen:
    sheet = views.noted(scene)
    over = sheet.phase == "over"
    boards = {letter: _board(sheet, letter) for letter in _letters(scene)}
    is_open = over and sum(hearing.sized(sheet.hands).values()) <= MAX_OPEN

    def row(letter: str) -> RowSeen:
        total = _short(sheet.totals[letter])
        return RowSeen(
            note="has left" if letter in sheet.left else "",
            points=f"{total} points" if over else f"{total} + {_on_board(sheet, letter):,} points",
            tiles=boards[letter],
            cards=_sorted(sheet.hands[letter]) if is_open else (),
        )

    def lead(letter: str) -> int:
        return int(sheet.totals[letter]) + (0 if over else _on_board(sheet, letter))

    discards = sum(part if isinstance(part, int) else 1 for part in sheet.discard)
    own = seat_letter(scene.viewer or 0)
    wild = {card for card in _sorted(sheet.hands[own]) if card[:-1] == sheet.wild}
    return Seen(
        piles=(
            _pile("Stock", sheet.stock),
            _pile("Discard pile", discards, str(sheet.discard[-1]) if discards else None),
            *([PileSeen("Wild", None, sheet.marker)] if sheet.marker else []),
        ),
        rows=_rows(scene, row, lead),
        own=_own(scene, wild=_sorted(wild)),
    )


def _on_board(sheet: Any, letter: str) -> int:
    """Return what lies before a player counts."""
    return board_points(sheet.sets[letter], sheet.fed[letter], sheet.wild)


def _board(sheet: Any, letter: str) -> tuple[Tile, ...]:
    """The sets, then the cards fed, each rank automatically."""
    fed: dict[str, list[str]] = {}
    for card in sheet.fed[letter]:
        fed.setdefault(card[:-1], []).append(card)
    return tuple(sorted(_set(cards, sheet.wild) for cards in [*sheet.sets[letter], *fed.values()]))


def _set(cards: Iterable[str], wild: str) -> Tile:
    ranks = [card[:-1] for card in cards]
    rank = next((one for one in ranks if one != wild), wild)
    return rank, len(ranks), ranks.count(wild)


# Crapette


def _crapette(scene: Scene) -> Seen:
    sheet = views.noted(scene)
    court, acts = COURTS[scene.options["court-order"]], set(map(seat_letter, scene.deciders))

    def side(letter: str) -> SideSeen:
        lifted = sheet.lifted if sheet.turn == letter else None
        hand = _pile("Hand", sheet.hands[letter] + bool(lifted), lifted or COVERED)
        piles = (
            hand,
            _open("Discard pile", sheet.discards[letter]),
            _open("Crapaud", sheet.crapauds[letter]),
        )
        return SideSeen(letter in acts, sum(one.count or 0 for one in piles), piles)

    table = Seen(
        sides={letter: side(letter) for letter in "BA"},
        finish=tuple(
            court[height - 1] + suit if height else suit for suit in "SHDC" for height in sheet.finish[suit]
        ),
        houses={house: tuple(lying) for house, lying in sheet.houses.items()},
        moved=None if sheet.lifted else _moved_last(scene),
        said=tuple(line.removesuffix(".") for line in hearing.undrawn(crapette.lines(scene), scene)),
    )
    if scene.status != "playing" or scene.viewer not in scene.active:
        return table
    is_mine = sheet.turn == seat_letter(scene.viewer)
    own = msgspec.structs.replace(
        table,
        movable=_movable(scene),
        chosen=sheet.lifted if is_mine else None,
        targets=_targets(scene),
    )
    return msgspec.structs.replace(table, own=own)


def _open(name: str, zone: list[str | int]) -> PileSeen:
    """A pile with an open top and counted cards below."""
    below = sum(part for part in zone if isinstance(part, int))
    return _pile(name, below + 1, str(zone[-1])) if zone else PileSeen(name)


def _moved_last(scene: Scene) -> str | None:
    """The card of the newest move that wasn't taken back."""
    moved: list[str] = []
    put: str | None = None
    for event in (event for past in scene.recent for event in past.events):
        match event:
            case Moved(cards=cards):
                moved.append(cards[-1])
            case PutDown(card=card):
                put, moved = card, []
            case TakenBack():
                del moved[-1:]
    return moved[-1] if moved else put


def _shows_fitting(scene: Scene) -> bool:
    wanted = scene.options["fits-only"]
    return wanted == "on" or (wanted == "first-games" and not scene.is_experienced)


def _targets(scene: Scene) -> frozenset[str]:
    """The piles that a lifted card fits. Its player's own discard pile takes any."""
    if not _shows_fitting(scene) or scene.viewer is None:
        return frozenset()
    other = scene.names[1 - scene.viewer]
    names = {
        "finish": "Finish",
        "their-discard": f"{other}'s Discard pile",
        "their-crapaud": f"{other}'s Crapaud",
    }
    puts = {move.target for move in scene.legal if isinstance(move, Put)}
    return frozenset(names.get(pile, pile) for pile in puts - {"my-discard"})


def _movable(scene: Scene) -> frozenset[str]:
    """The piles whose top can go somewhere, where the table shows only moves that fit."""
    if not _shows_fitting(scene):
        return frozenset()
    names = {"my-discard": "Discard pile", "my-crapaud": "Crapaud"}
    sources = {move.source for move in scene.legal if isinstance(move, MoveCards)}
    return frozenset(names.get(one, one) for one in sources if one != "my-hand")


GAMES: Final[Mapping[str, Callable[[Scene], Seen]]] = {
    "crap": _crap,
    "skrap": _skrap,
    "craits": _craits,
    "crazy-rummy": _crazy_rummy,
    "crapette": _crapette,
}
WORDS: Final[Mapping[str, Words]] = {
    "crap": crap,
    "skrap": skrap,
    "craits": craits,
    "crazy-rummy": crazy_rummy,
}
"""What only words say, game by game."""
