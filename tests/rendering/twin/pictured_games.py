"""What the pictures of every game must say, from its sheet: all that lies face up, counts, scores, who acts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.rendering.scene import Scene
from tests.helpers.walks import COURTS
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import SUIT_WORDS, Cards
from tests.rendering.twin.pictured import COVERED, GroupSeen, PileSeen, PlayerSeen, Seen

SUITS: Final = {suit: word for word, suit in SUIT_WORDS.items()}
RANKS: Final = {rank: f"{word}s" for word, rank in hearing.RANK_WORDS.items()}


def expected(scene: Scene) -> Seen:
    """The same as the descriptions say, from the sheet."""
    return GAMES[scene.game.id](scene)


def _seen(
    scene: Scene,
    piles: Iterable[PileSeen],
    facts: Callable[[str], Iterable[str]],
    groups: Callable[[str], Iterable[GroupSeen]] = lambda _: (),
    *,
    going_on: Mapping[str, Any] = {},
    own: Mapping[str, Any] = {},
    middle: Mapping[str, tuple[GroupSeen, ...]] = {},
    columns: Mapping[str, Cards] = {},
) -> Seen:
    """The values as the reader has them; who has left has no picture, and when it is over only the winners count."""
    acts = {seat_letter(seat) for seat in scene.deciders}
    letters = [seat_letter(seat) for seat in range(len(scene.players))]
    players = {one: PlayerSeen(one in acts, tuple(facts(one)), tuple(groups(one))) for one in letters}
    winners = " ".join(map(seat_letter, scene.outcome.winners)) if scene.outcome else ""
    said = {"winners": winners} if winners else {} if scene.outcome else going_on
    return Seen(
        piles=list(piles),
        players=players,
        middle=dict(middle),
        columns=dict(columns),
        going_on={name: str(fact) for name, fact in said.items() if fact},
        own={name: _sorted(cards) for name, cards in own.items()} if scene.viewer in scene.active else {},
    )


def _sorted(cards: Iterable[str] | int) -> Cards:
    return () if isinstance(cards, int) else tuple(sorted(cards))


def _pile(name: str, count: int, top: str | None) -> PileSeen:
    return PileSeen(name, count, top) if count else PileSeen(name)


def _group(cards: Iterable[str], label: str = "", across: str | None = None) -> GroupSeen:
    return GroupSeen(cards=_sorted(cards), label=label, across=across)


def _awaited(scene: Scene) -> str:
    return " ".join(map(seat_letter, scene.deciders))


def _held(count: int) -> str:
    return f"holds {count} card{'' if count == 1 else 's'}"


def _ranks(rank: str) -> str:
    return RANKS.get(rank, f"{rank}s")


def _crap(scene: Scene) -> Seen:
    sheet: Any = scene.sheet
    own = "" if scene.viewer is None else seat_letter(scene.viewer)
    sizes = {name: hearing.sized(getattr(sheet, name)) for name in ("hands", "protected", "placed")}

    def facts(letter: str) -> Iterator[str]:
        yield f"{sheet.totals[letter]} points"
        if letter not in sheet.left:
            yield _held(sizes["hands"][letter])
        if sizes["protected"][letter]:
            yield f"{sizes['protected'][letter]} protected"
        if letter in (*sheet.left, *sheet.leaving):
            yield "has left" if letter in sheet.left else "is leaving"

    def groups(letter: str) -> Iterator[GroupSeen]:
        if placed := sizes["placed"][letter]:
            yield GroupSeen(hidden=placed, label="placed")
        for one in sheet.sets:
            if one["owner"] == letter:
                jokers = one["cards"].count("JK")
                worth = f"{'2 × ' if one['double'] else ''}{one['value']}{f' − {jokers}' if jokers else ''}"
                yield _group(one["cards"], worth, one["borrowed"])

    zones = {"Your hand": sheet.hands, "Protected": sheet.protected, "Placed": sheet.placed} if own else {}
    return _seen(
        scene,
        [
            _pile("Stock", sheet.stock, COVERED),
            _pile("Discard", len(sheet.discard), sheet.discard[-1] if sheet.discard else None),
        ],
        facts,
        groups,
        going_on=_crap_action(sheet) | ({"awaited": _awaited(scene)} if sheet.pending else {}),
        own={name: zone[own] for name, zone in zones.items() if zone[own] or name == "Your hand"},
    )


def _crap_action(sheet: Any) -> dict[str, Any]:
    """Whose turn it is, and what waits for answers."""
    pending = sheet.pending
    if pending is None:
        return {"actor": sheet.turn, "turn": sheet.turn_number}
    guesses = {
        f"guess of {who}": one["rank"] + one["suit"] for who, one in pending.get("guesses", {}).items()
    }
    rank = pending.get("rank")
    asked = {
        "rank": _ranks(rank) if rank else None,
        "target": pending.get("target"),
        "die": pending.get("die"),
    }
    return {"actor": sheet.turn, **asked, **guesses}


def _skrap(scene: Scene) -> Seen:
    sheet: Any = scene.sheet
    own = "" if scene.viewer is None else seat_letter(scene.viewer)
    destroyed = [bot["owner"] for bot in sheet.field[:-1]]

    def facts(letter: str) -> Iterator[str]:
        heads = sheet.heads[letter]
        yield f"{heads} head{'' if heads == 1 else 's'}"
        yield "has left" if letter in sheet.left else _held(hearing.sized(sheet.hands)[letter])
        if letter in sheet.throws:
            yield "has thrown"
        if letter in sheet.unable:
            yield "cannot build"
        if letter in sheet.passed:
            yield "no scavengers" if sheet.phase == "scavenge" else "passed"
        if letter in destroyed:
            yield f"{destroyed.count(letter)} destroyed"

    def groups(letter: str) -> Iterator[GroupSeen]:
        if surge := sheet.surge[letter]:
            hidden = sheet.phase == "surge"
            yield GroupSeen((), None, 1, "surge") if hidden else _group([surge], "surge")
        if pair := sheet.scavengers.get(letter):
            yield _group(pair, "scavengers")

    own_surge = sheet.surge.get(own)
    suit = SUITS.get(own_surge[-1]) if own_surge else None
    zones = {f"Your hand · {suit} +1" if suit else "Your hand": sheet.hands.get(own, ())}
    field = sheet.field[-1:]
    pile = _pile("Destroyed", len(destroyed), COVERED) if field else _pile("Undealt", sheet.pack, COVERED)
    return _seen(
        scene,
        [pile],
        facts,
        groups,
        going_on={
            "awaited": _awaited(scene),
            "round": sheet.round,
            "falls to": _enough(scene) if sheet.phase == "battle" else None,
        },
        middle={one["owner"]: _bot(one) for one in field},
        own={**zones, "Surge card": [own_surge]} if own_surge else zones,
    )


def _bot(bot: Mapping[str, Any]) -> tuple[GroupSeen, ...]:
    return tuple(
        _group([bot[part]], f"{part.capitalize()} {bot[f'{part}_value']}") for part in ("weapon", "armour")
    )


def _enough(scene: Scene) -> str:
    sheet: Any = scene.sheet
    armour = sheet.field[-1]["armour_value"]
    only_joker = armour == 14 and scene.options["surged-king"] == "joker-only"
    return "a joker" if only_joker else f"a weapon of {armour} or more"


def _dealt_to(sheet: Any, letter: str) -> Iterator[str]:
    """What is told of a player where there is a dealer and cards in hand cost points."""
    yield f"{hearing.amount(sheet.totals[letter])} points".replace("-", "−")
    if letter not in sheet.left:
        yield _held(hearing.sized(sheet.hands)[letter])
    if letter == sheet.dealer:
        yield "dealer"
    if letter in sheet.left:
        yield "has left"


def _craits(scene: Scene) -> Seen:
    sheet: Any = scene.sheet
    own = "" if scene.viewer is None else seat_letter(scene.viewer)

    def facts(letter: str) -> Iterator[str]:
        yield from _dealt_to(sheet, letter)
        if letter in sheet.declared:
            yield "“one card!”"
        if letter in sheet.owes:
            yield "owes two cards"

    def groups(letter: str) -> Iterator[GroupSeen]:
        if sheet.revealed and sheet.hands[letter]:
            yield _group(sheet.hands[letter])

    return _seen(
        scene,
        [
            _pile("Stock", sheet.stock, COVERED),
            _pile("Discard", sheet.under + (sheet.top is not None), sheet.top),
        ],
        facts,
        groups,
        going_on={
            "hand": sheet.hand_number,
            "ended": sheet.hand_number if sheet.phase == "between-hands" else None,
            "direction": sheet.direction,
            "suit": None if sheet.phase == "opening-suit" else SUITS[sheet.suit],
            "count": sheet.count,
            "king": sheet.king_steps,
            "jacks": sheet.jack_run,
        },
        own={"Your hand": sheet.hands.get(own, ())},
    )


def _crazy_rummy(scene: Scene) -> Seen:
    sheet: Any = scene.sheet
    own = "" if scene.viewer is None else seat_letter(scene.viewer)

    def groups(letter: str) -> Iterator[GroupSeen]:
        yield from map(_group, sheet.sets[letter])
        fed: dict[str, list[str]] = {}
        for card in sheet.fed[letter]:
            fed.setdefault(card[:-1], []).append(card)
        yield from (_group(fed[rank]) for rank in (*COURTS["KQJ"][1:], "A") if rank in fed)
        if sheet.phase == "over" and sheet.hands[letter]:
            yield _group(sheet.hands[letter], "still held")

    size = sum(part if isinstance(part, int) else 1 for part in sheet.discard)
    piles = [
        _pile("Stock", sheet.stock, COVERED),
        _pile("Discard", size, str(sheet.discard[-1]) if size else None),
        *([PileSeen("Marker", None, sheet.marker)] if sheet.marker else []),
    ]
    wild = _ranks(sheet.wild)
    return _seen(
        scene,
        piles,
        partial(_dealt_to, sheet),
        groups,
        going_on={
            "wild": wild.capitalize(),
            "hand": sheet.hand_number,
            "tie": "tie" if sheet.last_hand else None,
        },
        own={f"Your hand · {wild} are wild": sheet.hands.get(own, ())},
    )


def _crapette(scene: Scene) -> Seen:
    sheet: Any = scene.sheet
    court = COURTS[scene.options["court-order"]]

    def side(letter: str) -> Iterator[PileSeen]:
        yield _pile("Hand", sheet.hands[letter], COVERED)
        for name, zone in (("Discard", sheet.discards[letter]), ("Crapaud", sheet.crapauds[letter])):
            covered = sum(part for part in zone if isinstance(part, int))
            yield _pile(name, covered + 1, str(zone[-1])) if zone else PileSeen(name)
        if sheet.lifted and sheet.turn == letter:
            yield PileSeen("Lifted", None, sheet.lifted)

    def facts(letter: str) -> Iterator[str]:
        if sheet.end:
            yield "has won" if letter in sheet.winners else "has lost" if sheet.winners else "draw"
        elif sheet.turn == letter:
            yield f"turn {sheet.turn_number}"
            yield "to put the lifted card" if sheet.lifted else "to move"
        if sheet.offer == letter:
            yield "offers a draw"

    finish = [
        PileSeen(f"Finishing {SUITS[suit]}", None, court[height - 1] + suit if height else None)
        for suit in "SHDC"
        for height in sheet.finish[suit]
    ]
    columns = {house: tuple(lying) for house, lying in sheet.houses.items()}
    seen = _seen(scene, [*side("B"), *finish, *side("A")], facts, columns=columns)
    # Whose turn it is and who has won stands with the players.
    return msgspec.structs.replace(seen, going_on={})


GAMES: Final[Mapping[str, Callable[[Scene], Seen]]] = {
    "crap": _crap,
    "skrap": _skrap,
    "craits": _craits,
    "crazy-rummy": _crazy_rummy,
    "crapette": _crapette,
}
