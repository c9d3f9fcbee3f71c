"""What the compressor of packed games knows beforehand. Packed games are read with exactly these words.

Never change them: another vocabulary would need a number of its own in every body.
"""

from typing import Final

WORDS: Final = (
    b'"beacon":true,"seat":1,"shape":{"die":{"seat":{"pick":{"dice":{"shuffle":1,"dice":,"pick":'
    b',"shuffle":,"seat":ended host ended vote ended moderator ended idle ended deserted ended c'
    b"hannel ended server idle away wait seconds:timeout leave undo offer-draw accept-draw decli"
    b"ne-draw resign turn-over name-suit suit:one-card idiot deal force-recycle recycle protect "
    b"cooperate vote guess challenge seat:A seat:B seat:C seat:D scavenge card: throw shape:rock"
    b" throw shape:paper throw shape:scissors feed meld:1 cards:meld cards:put to:my-discard put"
    b" to:my-crapaud move from:my-crapaud to:finish move from:L1 to:R1 move from:L2 to:L3 from:R"
    b"4 to:L4 from:R3 to:R2 to:their-discard to:their-crapaud line flip pass draw discard card:J"
    b"K bot weapon:10C armour:QH surge card:10S score cards:acquire rank:J call-bluff believe pl"
    b'ace cards:KD,4S play card:8H suit:S play card:10D draw discard card:10C{"edition":1,"court'
    b'-order":"KQJ","stack-moves":true,"undo":true,"clock-minutes":10,"turn-hours":24,"repetitio'
    b'n":3,"no-progress-turns":120,"fits-only":"first-games"}{"edition":1,"target":500,"packs":"'
    b'auto","dealer-wild":"marker","reshuffles":1,"max-hands":50}{"edition":1,"hands":2,"faces":'
    b'false,"packs":"auto","opening-suit":"blind","hand-cap":1000}{"edition":2,"target":10,"pass'
    b'-rule":"reopen","surged-king":"joker-only","tie-break":"rps","max-rounds":60}{"edition":1,'
    b'"threshold":300,"jokers":false,"force-recycle":false,"turn-limit":600,"idle-limit":3,"turn'
    b'-timeout":300,"response-timeout":60}{"shuffle":2,"dice":13,"pick":1}'
)
