"""C.R.A.P. as pictures: the table for everybody, the hand for its owner."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from bot.engine.cards import JOKER, RANK_OF, SUIT_OF, Card, in_order
from bot.engine.chance import seat_letter
from bot.games.crap.sheet import CrapSheet
from bot.rendering import words
from bot.rendering.art.pictures import picture
from bot.rendering.art.zones import BACK, Banner, Board, Fan, Group, Pile, Seat, Zone
from bot.rendering.page import Picture
from bot.rendering.scene import Scene
