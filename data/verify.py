#!/usr/bin/env python3
"""Check the proof of a deal of Cardcrate: python3 verify.py FILE [SEAL]

Needs Python 3.9 or newer and nothing else. SEAL is what the lobby showed before anybody joined; with it you
know that the secret was fixed then. What is checked stands in docs/chance.md. Not proved by this: that who
runs the bot told the secret to nobody, that nobody saw hidden cards, and that the log is what was played.
"""

import hashlib
import hmac
import json
import re
import sys
import zlib
from contextlib import suppress
from itertools import zip_longest

PACK = [
    rank + suit
    for suit in "CDHS"
    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
] + ["JK"]
MOST_BYTES, MOST_CARDS = 2**24, 10_000
SUMS, END = ',\n"sums":"', ',\n"digest":"'
FORMATS = ["cardcrate proof 1", "cardcrate proof 2"]
FIELDS = ["format", "table", "seal", "secret", "transcript", "key", "shares", "ended", "moves"]
SHAPES = ["rock", "paper", "scissors"]
NUMBER = {int}
TEXT = {str}
REQUEST = {"kind": TEXT, "number": NUMBER, "of": [NUMBER | TEXT], "outcome": [NUMBER | TEXT]}
MOVE = {"number": NUMBER, "by": TEXT | {type(None)}, "move": TEXT, "chance": [REQUEST], "position": {dict}}
SHARE = dict.fromkeys(["seat", "person", "interaction", "words"], TEXT)
PROOF = {
    **dict.fromkeys(["format", "seal", "secret", "transcript", "key", "ended", "digest"], TEXT),
    "table": NUMBER,
    "shares": [SHARE],
    "moves": [MOVE],
}
HEX = "[0-9a-f]{64}"
SEAT = r"seat [A-Z] (person [0-9a-f]{64}|computer [a-z]+ [a-z]+)\n"


class Unproved(Exception):
    """The first thing that is not right: the step, and why."""


def need(is_right, step, why):
    if not is_right:
        raise Unproved(step, why)


def words(key, kind, number):
    """The endless 32-bit words of one request."""
    request = hmac.new(key, f"{kind}:{number}".encode(), "sha256").digest()
    block = 0
    while True:
        digest = hmac.new(request, block.to_bytes(8, "big"), "sha256").digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(stream, limit):
    bound = 2**32 // limit * limit
    return next(word % limit for word in stream if word < bound)


def outcome(key, kind, number, of, size):
    """What must come out of a request; None where it makes no sense."""
    stream = words(key, kind, number)
    is_cards = len(of) <= MOST_CARDS and all(card in PACK for card in of) and of == sorted(of, key=PACK.index)
    if kind in ("dice", "die"):
        rolls = [1 + below(stream, 6) for _ in range(size if kind == "dice" else 1)]
        return rolls if of == [1, 2, 3, 4, 5, 6] else None
    if kind == "pick":
        left = list(of)
        return (
            [left.pop(below(stream, len(left))) for _ in range(size)]
            if is_cards and size <= len(of)
            else None
        )
    if kind == "shuffle":
        order = list(of)
        for last in range(len(order) - 1, 0, -1):
            other = below(stream, last + 1)
            order[last], order[other] = order[other], order[last]
        return order if is_cards else None
    if kind == "seat":
        is_right = of and all(re.fullmatch("[A-Z]", str(one)) for one in of) and of == sorted(set(of))
        return [of[below(stream, len(of))]] if is_right else None
    return [SHAPES[below(stream, 3)]] if kind == "shape" and of == SHAPES else None


def misfit(value, shape, where=""):
    """The path to what is not of this shape; nothing where all of it is."""
    if isinstance(shape, set):
        is_right = type(value) in shape and (type(value) is not int or abs(value) < 2**53)
        return "" if is_right else where
    if isinstance(shape, list):
        is_right = isinstance(value, list)
        parts = (misfit(one, shape[0], f"{where}[{at}]") for at, one in enumerate(value if is_right else ()))
        return next(filter(None, parts), "") if is_right else where
    if not isinstance(value, dict):
        return where
    for name in [*shape, *value]:
        path = f"{where}.{name}".lstrip(".")
        found = misfit(value[name], shape[name], path) if name in shape and name in value else path
        if found:
            return found
    return ""


def text_of(raw):
    """What stands in the file, if it begins and ends as a proof does."""
    if raw[:2] == b"\x1f\x8b":
        packed = zlib.decompressobj(wbits=31)
        with suppress(zlib.error):
            raw = packed.decompress(raw, MOST_BYTES + 1)
        is_whole = packed.eof or len(raw) > MOST_BYTES
        need(is_whole, "form", "the file is packed, and its contents are incomplete")
    need(raw, "form", "the file is empty")
    need(len(raw) <= MOST_BYTES, "form", "the file is larger than any deal's")
    is_proof = raw.startswith(b'{"format":"cardcrate proof ')
    need(is_proof, "form", 'this isn\'t the file of a deal; the button "Verify" below a result gives you one')
    need(raw.isascii(), "form", "the file contains more than plain characters")
    text = raw.decode("ascii")
    tail = text.rpartition(END)[2]
    has_end = re.fullmatch(HEX + r"\"\}\n", tail)
    need(has_end, "form", "the end of the file is missing, or something follows it")
    return text


def read(text):
    """The file as values."""
    form = text.split('"', 4)[3]
    known = f"{FORMATS[0]} or 2"
    need(form in FORMATS, "form", f'the file is a "{form}", and only a "{known}" can be checked here')
    try:
        proof = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unproved("form", "that file isn't JSON") from error
    wrong = misfit(proof, PROOF if form == FORMATS[0] else {**PROOF, "sums": TEXT})
    for name in ("seal", "secret", *(["key"] if proof.get("key") else [])):
        wrong = wrong or ("" if re.fullmatch(HEX, proof[name]) else name)
    wrong = wrong or ("" if proof["table"] > 0 else "table")
    need(not wrong, "form", f'"{wrong}" contains something that doesn\'t belong there')
    return proof


def check_text(proof):
    """The hashes of what people have added, by their seats."""
    text = proof["transcript"]
    form = (
        rf"cardcrate deal 1\ntable {proof['table']}\ngame [a-z-]+\noptions \{{[ -~]*\}}\n"
        rf"beacon (none|unreachable|[0-9]+ [0-9a-f]+)\n({SEAT})+"
    )
    need(
        re.fullmatch(form, text),
        "transcript",
        "the text of the deal doesn't have the right form, or is from another table",
    )
    seats = text.splitlines()[5:]
    letters = [line[5] for line in seats]
    need(
        letters == [chr(65 + place) for place in range(len(seats))], "transcript", "the seats aren't in order"
    )
    return {line[5]: line[14:] for line in seats if line[7:13] == "person"}


def check(raw, noted=None):
    """The proof as values; raises Unproved."""
    text = text_of(raw)
    body, _, tail = text.rpartition(END)
    is_whole = hashlib.sha256(body.encode()).hexdigest() == tail[:64]
    try:
        proof = check_all(read(text), noted)
    except Unproved as found:
        if is_whole:
            raise
        raise Unproved("digest", f"{changed(body, tail[:64])}; {found.args[1]}") from found
    need(
        is_whole,
        "digest",
        "" if is_whole else f"{changed(body, tail[:64])}; no key proves what it says there",
    )
    return proof


def changed(body, digest):
    """Where the file was changed, if it has sums of its lines to tell."""
    head, marker, told = body.rpartition(SUMS)
    if not marker:
        return "the file was changed"
    lines, told = head.split("\n"), told.rstrip('"')
    right = [hashlib.sha256(line.encode()).hexdigest()[:8] for line in lines]
    at = next((at for at, one in enumerate(right) if one != told[8 * at : 8 * at + 8]), None)
    if hashlib.sha256(f'{head}{SUMS}{"".join(right)}"'.encode()).hexdigest() == digest:
        at, what = len(lines), '"sums"'
    elif at is None:
        at, what = len(lines) + 1, '"digest"'
    elif len(FIELDS) <= at < len(lines) - 1:
        what = moment(at - len(FIELDS))
    else:
        what = f'"{FIELDS[at] if at < len(FIELDS) else "moves"}"'
    return f"the file was changed in line {at + 1} ({what})"


def moment(place):
    """What stands at a place of the moves, counted as a replay counts."""
    return f"Move {place}" if place else "The deal"


def check_all(proof, noted):
    secret, text = bytes.fromhex(proof["secret"]), proof["transcript"]
    seal = hashlib.sha256(f"cardcrate deal 1\n{proof['table']}\n".encode() + secret).hexdigest()
    need(seal == proof["seal"], "seal", "the secret isn't the one that was sealed")
    need(noted is None or noted.strip().lower() == seal, "seal", "this isn't the seal you noted")
    if not text:
        need(
            not (proof["key"] or proof["moves"] or proof["shares"]),
            "transcript",
            "there are moves, but no deal",
        )
        return proof
    people = check_text(proof)
    for share in proof["shares"]:
        numbers = (share["person"], share["interaction"])
        is_right = all(re.fullmatch("[0-9]{1,20}", one) for one in numbers)
        need(is_right, "shares", f"seat {share['seat']}'s entry isn't a number")
        said = f"cardcrate share 1\n{int(numbers[0])}\n{int(numbers[1])}\n{share['words']}"
        digest = hashlib.sha256(said.encode(errors="surrogatepass")).hexdigest()
        need(people.get(share["seat"]) == digest, "shares", f"seat {share['seat']} added something else")
    key = hmac.new(secret, hashlib.sha256(text.encode()).digest(), "sha256").digest()
    need(key.hex() == proof["key"], "key", "the key doesn't follow from the secret and the text of the deal")
    asked, last = {}, -1
    for place, move in enumerate(proof["moves"]):
        follows = f"{moment(place)}: its number {move['number']} doesn't follow {last}"
        need(move["number"] > last, "chance", follows)
        last = move["number"]
        for one in move["chance"]:
            kind, number = one["kind"], one["number"]
            where = f"{moment(place)}, {kind}:{number}"
            need(number == asked.get(kind, 0), "chance", f"{where}: this isn't the next of its kind")
            asked[kind] = number + 1
            right = outcome(key, kind, number, one["of"], len(one["outcome"]))
            need(right is not None, "chance", f"{where}: chance gives nothing of this kind")
            for at, (must, told) in enumerate(zip_longest(right, one["outcome"], fillvalue="nothing"), 1):
                need(must == told, "chance", f"{where}: value {at} must be {must}, and is {told}")
    return proof


def main(given):
    if len(given) not in (1, 2):
        print("usage: python3 verify.py FILE [SEAL]", file=sys.stderr)
        return 2
    try:
        with open(given[0], "rb") as file:
            proof = check(file.read(MOST_BYTES + 1), given[1] if len(given) > 1 else None)
    except OSError as error:
        print(f"cannot read {given[0]}: {error.strerror}", file=sys.stderr)
        return 2
    except Unproved as found:
        step, why = found.args
        print(f"NOT PROVED, at the {step}: {why.encode('unicode_escape').decode()}.")
        return 1
    print(f"Table {proof['table']}: everything that was checked is as it was sealed.\nSeal: {proof['seal']}")
    print(f"Requests of chance: {sum(len(move['chance']) for move in proof['moves'])}, all as they must be.")
    print(proof["transcript"] or "The table closed before the deal.\n", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
