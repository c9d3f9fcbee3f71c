"""Verification of a deal's proof with the bot's own code. Two programs in `data/` do the same without it."""

import hashlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import Annotated, Any, Final, Literal, NoReturn, TypeAlias

import msgspec

from bot.engine.cards import ORDER, in_order
from bot.engine.chance import SHAPES, SeededChance, seat_letter, seat_of
from bot.engine.recording import PIPS
from bot.fair import deal as deals
from bot.fair.deal import EDITION, Share
from bot.fair.proof import DIGEST_MARK, FORMAT, SUM_LEN, SUMS_MARK, line_sums

Step = Literal["form", "digest", "seal", "transcript", "shares", "key", "chance"]
"""The steps of a verification, in order."""
FORMATS: Final = ("cardcrate proof 1", FORMAT)
"""The first format lacks sums, and its move numbers count changes of the table."""
FIELDS: Final = ("format", "table", "seal", "secret", "transcript", "key", "shares", "ended", "moves")
"""The fields of the first lines. The deal and the moves follow, one line each."""
HEAD: Final = b'{"format":"cardcrate proof '
"""The start of a proof of any version."""
TAIL: Final = re.compile(r"[0-9a-f]{64}\"\}\n")
GZIP_START: Final = b"\x1f\x8b"
"""The start of a file compressed by gzip."""
MAX_BYTES: Final = 2**24
"""The maximum size of an unpacked file. The longest game needs a few million bytes."""
MAX_NUMBER: Final = 2**53 - 1
"""The largest number that every language represents exactly."""
MAX_CARDS: Final = 10_000
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Hex: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Unproved(Exception):
    """A proof that fails verification, with the step and the reason."""

    def __init__(self, step: Step, why: str) -> None:
        super().__init__(f"{step}: {why}")
        self.step, self.why = step, why


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for chance and its outcome, as the file states them."""

    kind: str
    number: Number
    of: list[str | Number]
    outcome: list[str | Number]


class ProofLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deal or a move, with its chance and the changes of the position."""

    number: Number
    by: str | None
    move: str
    chance: list[Request]
    position: dict[str, Any]


class KnownShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A share that the proof reveals."""

    seat: str
    person: str
    interaction: str
    words: str


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proof with all fields of its file."""

    format: str
    table: Annotated[int, msgspec.Meta(ge=1, le=MAX_NUMBER)]
    seal: Hex
    secret: Hex
    transcript: str
    key: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")]
    shares: list[KnownShare]
    ended: str
    moves: list[ProofLine]
    digest: str
    sums: str | msgspec.UnsetType = msgspec.UNSET


def verify_proof(raw: bytes, seal: str | None = None) -> Proof:
    """Return the proof if it's valid and, given a noted `seal`, has that one. Raise Unproved otherwise."""
    text = _checked_text(raw)
    body, _, tail = text.rpartition(DIGEST_MARK)
    is_whole = hashlib.sha256(body.encode()).hexdigest() == tail[:64]
    try:
        proof = _parse(text)
        _check(proof, seal)
    except Unproved as found:
        if is_whole:
            raise
        raise Unproved("digest", f"{_where_changed(body, tail[:64])}; {found.why}") from found
    if not is_whole:
        _fail("digest", f"{_where_changed(body, tail[:64])}; no key proves what it says there")
    return proof


def _where_changed(body: str, digest: str) -> str:
    """Return where a file with a wrong digest was changed, if its sums show that."""
    head, marker, stated = body.rpartition(SUMS_MARK)
    if not marker:
        return "the file was changed"
    lines, right = head.split("\n"), line_sums(head)
    places = range(0, len(right), SUM_LEN)
    at = next((at // SUM_LEN for at in places if right[at : at + SUM_LEN] != stated[at : at + SUM_LEN]), None)
    if hashlib.sha256(f'{head}{SUMS_MARK}{right}"'.encode()).hexdigest() == digest:
        at, what = len(lines), '"sums"'
    elif at is None:
        at, what = len(lines) + 1, '"digest"'
    elif len(FIELDS) <= at < len(lines) - 1:
        what = _move_name(at - len(FIELDS))
    else:
        what = f'"{FIELDS[at] if at < len(FIELDS) else "moves"}"'
    return f"the file was changed in line {at + 1} ({what})"


def _move_name(place: int) -> str:
    """Return the name of a move by its number in a replay."""
    return f"Move {place}" if place else "The deal"


def _check(proof: Proof, seal: str | None) -> None:
    _check_seal(proof, seal)
    if not proof.transcript:
        if proof.key or proof.moves or proof.shares:
            _fail("transcript", "there are moves, but no deal")
        return
    people = _check_transcript(proof)
    for share in proof.shares:
        if people.get(share.seat) != _digest(share):
            _fail("shares", f"seat {share.seat} added something else")
    key = deals.key(bytes.fromhex(proof.secret), proof.transcript)
    if key.hex() != proof.key:
        _fail("key", "the key doesn't follow from the secret and the text of the deal")
    _check_chance(proof, key)


def _checked_text(raw: bytes) -> str:
    """Return the text of the file if it begins and ends like a proof."""
    raw = _decompress(raw) if raw.startswith(GZIP_START) else raw
    if not raw:
        _fail("form", "the file is empty")
    if len(raw) > MAX_BYTES:
        _fail("form", "the file is larger than any deal's")
    if not raw.startswith(HEAD):
        _fail("form", 'this isn\'t the file of a deal; the button "Verify" below a result gives you one')
    try:
        text = raw.decode("ascii")
    except UnicodeDecodeError:
        _fail("form", "the file contains more than plain characters")
    if TAIL.fullmatch(text.rpartition(DIGEST_MARK)[2]) is None:
        _fail("form", "the end of the file is missing, or something follows it")
    return text


def _decompress(raw: bytes) -> bytes:
    inflater = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        plain = inflater.decompress(raw, MAX_BYTES + 1)
    except zlib.error:
        plain = b""
    if not inflater.eof and len(plain) <= MAX_BYTES:
        _fail("form", "the file is packed, and its contents are incomplete")
    return plain


def _parse(text: str) -> Proof:
    """Parse a file that has the right beginning and end."""
    form = text.split('"', 4)[3]
    if form not in FORMATS:
        known = f"{FORMATS[0]} or 2"
        _fail("form", f'the file is a "{form}", and only a "{known}" can be checked here')
    try:
        proof = msgspec.convert(json.loads(text), Proof)
    except msgspec.ValidationError as error:
        place = _field_path(str(error))
        raise Unproved("form", f'"{place}" contains something that doesn\'t belong there') from error
    except (ValueError, RecursionError) as error:
        raise Unproved("form", "that file isn't JSON") from error
    if (proof.sums is msgspec.UNSET) != (form == FORMATS[0]):
        _fail("form", '"sums" contains something that doesn\'t belong there')
    return proof


def _field_path(complaint: str) -> str:
    """Return the path in a complaint of the library: `moves[2].chance`."""
    found = (re.search(r"at `\$\.?([^`]*)`", complaint), re.search(r" field `([^`]*)`", complaint))
    return ".".join(one[1] for one in found if one is not None and one[1])


def _check_seal(proof: Proof, noted: str | None) -> None:
    if deals.seal(proof.table, bytes.fromhex(proof.secret)) != proof.seal:
        _fail("seal", "the secret isn't the one that was sealed")
    if noted is not None and noted.strip().lower() != proof.seal:
        _fail("seal", "this isn't the seal you noted")


def _check_transcript(proof: Proof) -> dict[str, str]:
    """Return the hashes of people's shares by the letters of their seats."""
    seat = r"seat [A-Z] (person [0-9a-f]{64}|computer [a-z]+ [a-z]+)\n"
    form = (
        rf"{EDITION}\ntable {proof.table}\ngame [a-z-]+\noptions \{{[ -~]*\}}\n"
        rf"beacon (none|unreachable|[0-9]+ [0-9a-f]+)\n({seat})+"
    )
    if re.fullmatch(form, proof.transcript) is None:
        _fail("transcript", "the text of the deal doesn't have the right form, or is from another table")
    seat_lines = proof.transcript.splitlines()[5:]
    if [line[5] for line in seat_lines] != [seat_letter(number) for number in range(len(seat_lines))]:
        _fail("transcript", "the seats aren't in order")
    return {line[5]: line[14:] for line in seat_lines if line[7:].startswith("person ")}


def _digest(share: KnownShare) -> str:
    revealed = Share(_number(share.seat, share.person), _number(share.seat, share.interaction), share.words)
    try:
        return revealed.digest
    except UnicodeEncodeError:  # Nobody can have typed a lone surrogate.
        return ""


def _number(seat: str, text: str) -> int:
    if re.fullmatch(r"[0-9]{1,20}", text) is None:
        _fail("shares", f"seat {seat}'s entry isn't a number")
    return int(text)


def _check_chance(proof: Proof, key: bytes) -> None:
    counts: Counter[str] = Counter()
    last = -1
    for place, move in enumerate(proof.moves):
        if move.number <= last:
            _fail("chance", f"{_move_name(place)}: its number {move.number} doesn't follow {last}")
        last = move.number
        for request in move.chance:
            where = f"{_move_name(place)}, {request.kind}:{request.number}"
            if request.number != counts[request.kind]:
                _fail("chance", f"{where}: this isn't the next of its kind")
            counts[request.kind] += 1
            expected = _outcome(SeededChance(key, {request.kind: request.number}), request, where)
            if expected != request.outcome:
                _fail("chance", f"{where}: {_difference(expected, request.outcome)}")


def _difference(expected: Sequence[object], stated: Sequence[object]) -> str:
    """Return a phrase that names the first value that differs."""
    pairs = enumerate(zip_longest(expected, stated, fillvalue="nothing"), 1)
    place, (must, found) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    return f"value {place} must be {must}, and is {found}"


def _outcome(chance: SeededChance, request: Request, where: str) -> Sequence[object]:
    """Return the outcome that the key gives. Raise Unproved for a request that no game makes."""
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
            return [seat_letter(chance.seat([seat_of(str(letter)) for letter in of]))]
        case "shape" if of == list(SHAPES):
            return [chance.shape()]
    raise Unproved("chance", f"{where}: chance gives nothing of this kind")


def _are_cards(of: Sequence[object]) -> bool:
    """Whether these are cards in canonical order, because another order could produce any outcome."""
    cards = [str(card) for card in of]
    return len(cards) <= MAX_CARDS and all(card in ORDER for card in cards) and list(in_order(cards)) == cards


def _are_seats(of: Sequence[object]) -> bool:
    letters = [str(letter) for letter in of]
    return all(re.fullmatch("[A-Z]", letter) for letter in letters) and sorted(set(letters)) == letters


def _fail(step: Step, why: str) -> NoReturn:
    raise Unproved(step, why)


def summary(proof: Proof) -> list[str]:
    """Return the verified facts in a few lines for the command line."""
    if not proof.transcript:
        return [
            f"Table {proof.table} closed before the deal. The secret is the one that was sealed.",
            *_seal_line(proof),
        ]
    kinds = Counter(request.kind for move in proof.moves for request in move.chance)
    people = proof.transcript.count(" person ")
    counted = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    asked, moves = sum(kinds.values()), len(proof.moves) - 1
    return [
        f"Table {proof.table}: everything that was checked is as it was sealed.",
        *_seal_line(proof),
        f"Shares: {len(proof.shares)} of {people} are known, and went into the deal.",
        f"Chance: {asked} requests in the deal and {moves} moves ({counted}) came out right.",
    ]


def _seal_line(proof: Proof) -> list[str]:
    return [f"Seal: {proof.seal} (compare it with the one in the lobby)"]
