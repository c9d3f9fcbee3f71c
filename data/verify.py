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

PACK = [
    rank + suit
    for suit in "CDHS"
    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
] + ["JK"]
SHAPES = ["rock", "paper", "scissors"]
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
    is_cards = all(card in PACK for card in of) and of == sorted(of, key=PACK.index)
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


def read(raw):
    """The file as values, if it is whole."""
    need(all(byte < 128 for byte in raw), "form", "the file holds something else than plain characters")
    body, _, tail = raw.decode("ascii").rpartition(',\n"digest":"')
    need(body and re.fullmatch(r"[0-9a-f]{64}\"\}\n", tail), "form", "the file does not end as a proof ends")
    need(
        hashlib.sha256(body.encode()).hexdigest() == tail[:64],
        "digest",
        "the file was changed, or is not whole",
    )
    proof = json.loads(raw)
    names = ["format", "table", "seal", "secret", "transcript", "key", "shares", "ended", "moves", "digest"]
    need(list(proof) == names and proof["format"] == "cardcrate proof 1", "form", "the file is not a proof")
    for name in ("seal", "secret", *(["key"] if proof["key"] else [])):
        need(re.fullmatch("[0-9a-f]{64}", proof[name]), "form", f"the {name} is not of its form")
    need(type(proof["table"]) is int and proof["table"] > 0, "form", "the table has no number")
    return proof


def check_text(proof):
    """The hashes of what people have added, by their seats."""
    text = proof["transcript"]
    form = (
        rf"cardcrate deal 1\ntable {proof['table']}\ngame [a-z-]+\noptions \{{[ -~]*\}}\n"
        rf"beacon (none|unreachable|[0-9]+ [0-9a-f]+)\n({SEAT})+"
    )
    need(
        re.fullmatch(form, text), "transcript", "the text of the deal is not of its form, or of another table"
    )
    seats = text.splitlines()[5:]
    letters = [line[5] for line in seats]
    need(
        letters == [chr(65 + place) for place in range(len(seats))],
        "transcript",
        "the seats are not in order",
    )
    return {line[5]: line[14:] for line in seats if line[7:13] == "person"}


def check(raw, noted=None):
    """The proof as values; raises Unproved."""
    try:
        return check_all(read(raw), noted)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Unproved("form", f"the file is not a proof: {error!r}") from error


def check_all(proof, noted):
    secret, text = bytes.fromhex(proof["secret"]), proof["transcript"]
    seal = hashlib.sha256(f"cardcrate deal 1\n{proof['table']}\n".encode() + secret).hexdigest()
    need(seal == proof["seal"], "seal", "the secret is not the one that was sealed")
    need(noted is None or noted.lower() == seal, "seal", "this is not the seal that you have noted")
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
        need(all(re.fullmatch("[0-9]{1,20}", one) for one in numbers), "shares", "a number is none")
        said = f"cardcrate share 1\n{int(numbers[0])}\n{int(numbers[1])}\n{share['words']}"
        digest = hashlib.sha256(said.encode()).hexdigest()
        need(people.get(share["seat"]) == digest, "shares", f"seat {share['seat']} has added something else")
    key = hmac.new(secret, hashlib.sha256(text.encode()).digest(), "sha256").digest()
    need(key.hex() == proof["key"], "key", "the key does not follow from the secret and the text of the deal")
    asked, last = {}, 0
    for move in proof["moves"]:
        need(move["number"] > last, "chance", f"move {move['number']} does not follow move {last}")
        last = move["number"]
        for one in move["chance"]:
            kind, number = one["kind"], one["number"]
            where = f"{kind}:{number} at move {last}"
            need(number == asked.get(kind, 0), "chance", f"{where} is not the next of its kind")
            asked[kind] = number + 1
            right = outcome(key, kind, number, one["of"], len(one["outcome"]))
            need(right == one["outcome"], "chance", f"{where} came out differently")
    return proof


def main(given):
    if len(given) not in (1, 2):
        print("usage: python3 verify.py FILE [SEAL]", file=sys.stderr)
        return 2
    try:
        with open(given[0], "rb") as file:
            proof = check(file.read(), given[1] if len(given) > 1 else None)
    except OSError as error:
        print(f"cannot read {given[0]}: {error.strerror}", file=sys.stderr)
        return 2
    except Unproved as found:
        print(f"NOT PROVED, at the {found.args[0]}: {found.args[1]}.")
        return 1
    print(f"Table {proof['table']}: everything that was checked is as it was sealed.\nSeal: {proof['seal']}")
    print(f"Requests of chance: {sum(len(move['chance']) for move in proof['moves'])}, all as they must be.")
    print(proof["transcript"] or "The table closed before the deal.\n", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
