"""Checks the proof of a deal by the code that dealt it; two programs in `data/` do it without."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Literal, NoReturn

import msgspec

from bot.engine.cards import ORDER, in_order
from bot.engine.chance import SHAPES, SeededChance, seat_letter
from bot.engine.recording import PIPS
from bot.fair import deal as deals
from bot.fair.deal import EDITION, Share
from bot.fair.proof import END, FORMAT

Step = Literal["form", "digest", "seal", "transcript", "shares", "key", "chance"]
"""What is checked, in this order."""
TAIL: Final = re.compile(r"[0-9a-f]{64}\"\}\n")
MAX_CARDS: Final = 10_000


class Unproved(Exception):
    """A proof that does not hold: at which step, and why."""

    def __init__(self, step: Step, why: str) -> None:
        super().__init__(f"{step}: {why}")
        self.step = step


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that was asked of chance."""

    kind: str
    number: int
    of: list[str | int]
    outcome: list[str | int]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move."""

    number: int
    by: str | None
    move: str
    chance: list[Request]
    position: dict[str, Any]


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has added."""

    seat: str
    person: str
    interaction: str
    words: str


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    format: str
    table: int
    seal: str
    secret: str
    transcript: str
    key: str
    shares: list[Known]
    ended: str
    moves: list[Line]
    digest: str


def verified(raw: bytes, seal: str | None = None) -> Proof:
    """The proof, if it holds, also against the seal that somebody has noted; raises Unproved."""
    proof = _read(raw)
    _check_seal(proof, seal)
    if not proof.transcript:
        if proof.key or proof.moves or proof.shares:
            _fail("transcript", "there are moves, but no deal")
        return proof
    people = _check_transcript(proof)
    for share in proof.shares:
        said = Share(_number(share.person), _number(share.interaction), share.words)
        if people.get(share.seat) != said.digest:
            _fail("shares", f"seat {share.seat} has added something else")
    key = deals.key(bytes.fromhex(proof.secret), proof.transcript)
    if key.hex() != proof.key:
        _fail("key", "the key does not follow from the secret and the text of the deal")
    _check_chance(proof, key)
    return proof


def _read(raw: bytes) -> Proof:
    try:
        body, _, tail = raw.decode("ascii").rpartition(END)
    except UnicodeDecodeError:
        _fail("form", "the file holds something else than plain characters")
    if not body or TAIL.fullmatch(tail) is None:
        _fail("form", "the file does not end as a proof ends")
    if hashlib.sha256(body.encode()).hexdigest() != tail[:64]:
        _fail("digest", "the file was changed, or is not whole")
    try:
        proof = msgspec.convert(json.loads(raw), Proof)
    except (ValueError, RecursionError) as error:
        raise Unproved("form", f"the file is not a proof: {error}") from error
    if (
        proof.format != FORMAT
        or proof.table < 1
        or not _is_hex(proof.secret, proof.seal, proof.key or "0" * 64)
    ):
        _fail("form", f"the file is not of the form {FORMAT!r}")
    return proof


def _is_hex(*texts: str) -> bool:
    return all(re.fullmatch(r"[0-9a-f]{64}", text) for text in texts)


def _check_seal(proof: Proof, noted: str | None) -> None:
    if deals.seal(proof.table, bytes.fromhex(proof.secret)) != proof.seal:
        _fail("seal", "the secret is not the one that was sealed")
    if noted is not None and noted.lower() != proof.seal:
        _fail("seal", "this is not the seal that you have noted")


def _check_transcript(proof: Proof) -> dict[str, str]:
    """The hashes of what people have added, by the letters of their seats."""
    seat = r"seat [A-Z] (person [0-9a-f]{64}|computer [a-z]+ [a-z]+)\n"
    form = (
        rf"{EDITION}\ntable {proof.table}\ngame [a-z-]+\noptions \{{[ -~]*\}}\n"
        rf"beacon (none|unreachable|[0-9]+ [0-9a-f]+)\n({seat})+"
    )
    if re.fullmatch(form, proof.transcript) is None:
        _fail("transcript", "the text of the deal is not of its form, or of another table")
    sitting = proof.transcript.splitlines()[5:]
    if [line[5] for line in sitting] != [seat_letter(number) for number in range(len(sitting))]:
        _fail("transcript", "the seats are not in order")
    return {line[5]: line[14:] for line in sitting if line[7:].startswith("person ")}


def _number(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,20}", text) is None:
        _fail("shares", f"{text!r} is not a number")
    return int(text)


def _check_chance(proof: Proof, key: bytes) -> None:
    asked: Counter[str] = Counter()
    last = 0
    for move in proof.moves:
        if move.number <= last:
            _fail("chance", f"move {move.number} does not follow move {last}")
        last = move.number
        for request in move.chance:
            where = f"{request.kind}:{request.number} at move {move.number}"
            if request.number != asked[request.kind]:
                _fail("chance", f"{where} is not the next of its kind")
            asked[request.kind] += 1
            if _outcome(SeededChance(key, {request.kind: request.number}), request, where) != request.outcome:
                _fail("chance", f"{where} came out differently")


def _outcome(chance: SeededChance, request: Request, where: str) -> Sequence[object]:
    """What must have come out."""
    of, number = request.of, len(request.outcome)
    match request.kind:
        case "dice" if of == list(PIPS):
            return list(chance.dice(number))
        case "die" if of == list(PIPS):
            return [chance.die()]
        case "pick" if number <= len(of) and _are_cards(of):
            return list(chance.pick([str(card) for card in of], number))
        case "shuffle" if _are_cards(of):
            return list(chance.shuffle([str(card) for card in of]))
        case "seat" if of and _are_seats(of):
            return [seat_letter(chance.seat([ord(str(letter)) - ord("A") for letter in of]))]
        case "shape" if of == list(SHAPES):
            return [chance.shape()]
    raise Unproved("chance", f"{where} asks for something that chance does not give")


def _are_cards(of: Sequence[object]) -> bool:
    """Whether these are cards in canonical order: in another one anything could come out."""
    cards = [str(card) for card in of]
    return len(cards) <= MAX_CARDS and all(card in ORDER for card in cards) and list(in_order(cards)) == cards


def _are_seats(of: Sequence[object]) -> bool:
    letters = [str(letter) for letter in of]
    return all(re.fullmatch("[A-Z]", letter) for letter in letters) and sorted(set(letters)) == letters


def _fail(step: Step, why: str) -> NoReturn:
    raise Unproved(step, why)


def summary(proof: Proof) -> list[str]:
    """What was found true, in a few lines for the command line."""
    if not proof.transcript:
        return [
            f"Table {proof.table} closed before the deal. The secret is the one that was sealed.",
            *_seal(proof),
        ]
    kinds = Counter(request.kind for move in proof.moves for request in move.chance)
    people = proof.transcript.count(" person ")
    counted = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    return [
        f"Table {proof.table}: everything that was checked is as it was sealed.",
        *_seal(proof),
        f"Shares: {len(proof.shares)} of {people} are known, and went into the deal.",
        f"Chance: {sum(kinds.values())} requests in {len(proof.moves)} moves ({counted}) came out right.",
    ]


def _seal(proof: Proof) -> list[str]:
    return [f"Seal: {proof.seal} (compare it with the one in the lobby)"]
