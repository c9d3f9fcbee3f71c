"""Skrap's prompts, time-outs and outcomes."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.cards import SUIT_OF
from bot.engine.events import Event
from bot.games.skrap import battle, opening, scavenging, scoring, surging, throwing, turns
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, LARGE_HAND_SIZE
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import Phase, Prompt
from bot.rendering.scene import Scene
from bot.rendering.skrap import story
from bot.rendering.skrap.hands import (
    falls_to_joker,
    heads_at_stake,
    own_hand,
    own_of_kind,
    owner_of_bot,
    view_of,
)
from bot.rendering.telling import (
    By,
    Either,
    Moment,
    Sentence,
    Tell,
    TellCount,
    always,
    has,
    if_own,
    is_own,
    phrases,
)
from bot.rendering.timeout_defaults import ANSWER, Default

AUTO_PASS_ROUND: Final = message("Auto-pass for this round {time}.")
AUTO_PASS: Final = message("Auto-pass {time}.")


def passes_are_final(scene: Scene) -> bool:
    """Whether a pass holds until the round ends."""
    return bool(scene.options["pass-rule"] == "final")


def can_destroy(scene: Scene) -> bool:
    """Whether the viewer can build a bot now. In a battle, it destroys the one in play."""
    return any(isinstance(move, Bot) for move in scene.legal)


def has_pair(scene: Scene) -> bool:
    """Whether the viewer has a pair to play as scavengers."""
    return any(isinstance(move, Scavenge) for move in scene.legal)


def _surge_task(_scene: Scene) -> Prompt:
    rule = say(
        "It leaves your hand, and your other cards of its suit count 1 more. The highest "
        "surge card plays first."
    )
    return Prompt(say("Choose your surge card"), (rule,))


def _battle_task(scene: Scene) -> Prompt:
    armour = view_of(scene).field[-1].armour_value
    if not can_destroy(scene):
        if own_hand(scene) and not own_of_kind(ARMOURS, scene):
            return Prompt(say("You're out of red cards"), (say("A bot needs one as armour."),))
        return Prompt(say("Nothing you hold reaches {number}", number=armour))
    joker = [say("Only a joker destroys armour {number}.", number=armour)] if falls_to_joker(scene) else []
    below = (*joker, *_stakes(scene))
    if passes_are_final(scene):
        return Prompt(say("Reach armour {number}, or you're out of this round", number=armour), below)
    return Prompt(say("Reach armour {number}, or pass", number=armour), below)


def _stakes(scene: Scene) -> Iterator[str]:
    """Yield what the bot in play brings its owner if nobody destroys it."""
    view, count, goal = view_of(scene), heads_at_stake(scene), scene.options["target"]
    owner = view.field[-1].owner
    total = view.heads[owner] + count
    facts = {"player": words.name(scene, owner_of_bot(scene)), "goal": goal, "total": total}
    if not count:
        return
    if owner in view.left:
        yield say_count(
            "If nobody does, one head is lost, because {player} has left.",
            "If nobody does, {number} heads are lost, because {player} has left.",
            count,
            **facts,
        )
    elif total >= goal:
        yield say("If nobody does, {player} wins the game.", **facts)
    else:
        yield say_count(
            "If nobody does, {player} takes one head: {total} of {goal}.",
            "If nobody does, {player} takes {number} heads: {total} of {goal}.",
            count,
            **facts,
        )


def _scavenge_task(scene: Scene) -> Prompt:
    if not has_pair(scene):
        return Prompt(say("No pair to play"))
    return Prompt(say("Play scavengers for an 11th card?"), (words.small(say("For the next round.")),))


def takes_heads(scene: Scene) -> bool:
    """Whether this round's champion has brought heads to an owner who still plays."""
    view = view_of(scene)
    return view.phase == "scavenge" and heads_at_stake(scene) > 0 and view.field[-1].owner not in view.left


def _reach_text(scene: Scene) -> str:
    if falls_to_joker(scene):
        return say("joker only")
    return say("reach {number}", number=view_of(scene).field[-1].armour_value)


PHASES: Final[Mapping[str, Phase]] = {
    "surge": Phase(
        asks=message("{players}, choose a surge card."),
        task=_surge_task,
        timeout_notice=message("Auto-pick (your lowest card) {time}."),
        timeout_default=ANSWER,
        note=message("chooses a card"),
        own=message("choose one"),
        chapter="the-surge-card",
    ),
    "throw": Phase(
        asks=message("{players}: rock, paper or scissors?"),
        task=lambda _: Prompt(say("Rock, paper or scissors"), (say("The loser plays first."),)),
        timeout_notice=message("Auto-throw (at random) {time}."),
        timeout_default=ANSWER,
        note=message("to throw"),
        own=message("throw"),
        chapter="playing-first",
        # Only the user who presses sees the answer, so a throw on the public table stays secret.
        table_moves=lambda _: throwing.THROWS,
    ),
    "open": Phase(
        asks=message("{players}, play first: build a bot."),
        task=lambda _: Prompt(say("You play first: build any bot")),
        timeout_notice=message("Auto-build (your weakest bot) {time}."),
        timeout_default=ANSWER,
        note=message("plays first"),
        own=message("build a bot"),
        is_turn=True,
        chapter="building-and-destroying-bots",
    ),
    "battle": Phase(
        asks=message("{players}, destroy it or pass."),
        task=_battle_task,
        timeout_notice=lambda scene: AUTO_PASS_ROUND if passes_are_final(scene) else AUTO_PASS,
        timeout_default=Default(
            message("{player} passes"),
            message("No answer? Auto-pass for {player} {time}."),
            message("{chooser} let {player} pass."),
            message("Nobody chose, so {player} passed."),
        ),
        note=message("to answer"),
        own=_reach_text,
        is_turn=True,
        chapter="building-and-destroying-bots",
        table_moves=lambda _: (Pass(),),
    ),
    "scavenge": Phase(
        asks=message("{players}, play scavengers for an 11th card?"),
        task=_scavenge_task,
        timeout_notice=message("Silence counts as *no*. Auto-answer {time}."),
        note=message("scavengers?"),
        own=message("play scavengers?"),
        chapter="scavengers",
        table_moves=lambda _: (Pass(),),
    ),
    "over": Phase(chapter="scoring-and-end"),
}


def move_effect(moment: Moment) -> Prompt | None:
    """Return the newest effect of a move on the viewer. None if it didn't affect them."""
    lines = phrases(OWN, moment)
    return Prompt(lines[-1]) if lines else None


def _viewer_part(event: battle.BotPlayed, moment: Moment) -> str:
    """Return the viewer's part in a new bot: its `builder`, its `victim`, or `none`."""
    if event.victim == moment.scene.viewer:
        return "victim"
    return "builder" if is_own(event, moment) else "none"


OWN: Final[Mapping[type[Event], Sentence]] = {
    surging.SurgeKept: Tell(
        "{card} is your surge card. {suit} count 1 more.",
        suit=("card", lambda card: words.capitalised(words.suit_name(SUIT_OF[card]))),
    ),
    throwing.ThrowKept: Tell("You throw {shape}."),
    throwing.ThrowShown: Either(lambda event, moment: moment.scene.viewer in event.seats, story.THROWN),
    opening.Opens: Either(has(surging.SurgeRevealed), Either(is_own, Tell("You play first."), story.OPENING)),
    opening.Unable: if_own(Tell("You can't build this round.")),
    turns.PassedByRule: if_own(
        By(
            "excuse",
            {"too-few-cards": Tell("You're out of bots."), "unable": Tell("You can't build this round.")},
        )
    ),
    battle.BotPlayed: By(
        _viewer_part,
        victim=Tell("{player} destroys your bot."),
        builder=Tell(
            "Your bot takes the field: weapon {weapon}, armour {armour}.",
            weapon="weapon_value",
            armour="armour_value",
        ),
    ),
    battle.Passed: if_own(Either("final", Tell("You're out of this round."), Tell("You pass."))),
    scoring.Champion: if_own(
        Either(
            "heads",
            TellCount(
                "Your bot is champion! One head, total {total}.",
                "Your bot is champion! {number} heads, total {total}.",
                "heads",
            ),
            Tell("Your bot survives. No heads."),
        )
    ),
    scavenging.Scavenged: if_own(
        Tell("You play scavengers with {cards}: {number} cards next round.", number=always(LARGE_HAND_SIZE))
    ),
    scavenging.NoScavengers: if_own(Tell("You skip scavengers.")),
}
"""Sentences to the viewer about events that affect them."""
