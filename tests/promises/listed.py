"""The promises and what shows each."""

import msgspec

from tests.promises.commands import Command, Scale, Shown, load, long_load, marked, plain, simulation, suite

SIMULATION = simulation(ci=60, evening=500, nightly=11_000, hours=100_000)
SEEDED = suite("tests/simulation")
SESSIONS = suite("tests/sessions")
COURIER = suite("tests/courier")
CONNECTION = suite("tests/cogs/test_connection.py")
DOORS = suite("tests/secrets/test_doors.py")
LOAD = load(ci=10, evening=60, nightly=600, hours=3600)
WHOLE_GAMES = suite("tests/cogs/test_whole_games.py", nightly=38, hours=38)
RANDOM_GAMES = suite("tests/games/test_every_game.py", nightly=60)


class Promise(msgspec.Struct, frozen=True):
    """One promise. `limits` are the most that figures of these names may be; `targets` are words of the load's."""

    number: str
    words: str
    shown_by: tuple[Shown, ...] = ()
    limits: dict[str, float] = {}
    targets: tuple[str, ...] = ()
    instead: str = ""
    """Why nothing can be run for it yet."""

    def commands(self, scale: Scale) -> list[Command]:
        """What shows it at a scale."""
        return [shown.at(scale) for shown in self.shown_by if shown.is_tried(scale)]


PROMISES = (
    Promise(
        "P1",
        "A move that was answered is there after the process was killed.",
        (suite("tests/crash/test_kill.py", nightly=50),),
        {"lost": 0, "torn": 0},
    ),
    Promise(
        "P2",
        "Nothing is shown that is not saved; a move that cannot be saved has not happened, and works later.",
        (
            suite("tests/storage/test_statements.py", nightly=20),
            SIMULATION,
        ),
        {"half_done": 0, "shown": 0, "shown_before_saved": 0},
    ),
    Promise(
        "P3",
        "A table has one order of moves; of several at once one wins, and the others are told.",
        (SESSIONS, SIMULATION),
        {"wrong_answers": 0},
    ),
    Promise(
        "P4",
        "An interaction has one effect at most, however often it is delivered.",
        (SESSIONS, SIMULATION),
        {"double_effects": 0},
    ),
    Promise(
        "P5",
        "Whatever is cancelled is whole or has not happened, and everything works on.",
        (SEEDED, SESSIONS, suite("tests/storage/test_store.py"), SIMULATION),
        {"half_done": 0},
    ),
    Promise(
        "P6",
        "Every announcement appears, and appears once.",
        (COURIER, suite("tests/delivery/test_calls_measured.py", nightly=84), SIMULATION),
        {"missing_or_doubled": 0, "calls_at_night": 0, "calls_in_vain": 0, "untold": 0},
    ),
    Promise(
        "P7",
        "When trouble ends, everything that is shown is soon as it is.",
        (SIMULATION,),
        {"not_as_it_is": 0},
    ),
    Promise(
        "P8",
        "Seed, options and moves give the same game for ever.",
        (
            plain("-m", "tests.promises.pythons"),
            suite("tests/games/test_replays.py", "tests/games/test_transcripts.py", nightly=10),
        ),
        {"differences": 0},
    ),
    Promise(
        "P9",
        "No changed move, position or deal on the disk is taken for true, and damage stays in its table.",
        (suite("tests/storage/test_damage.py", nightly=5),),
        {"used_unnoticed": 0},
    ),
    Promise(
        "P10",
        "Backups are whole, nobody waits for them, and one command restores them.",
        (
            suite(
                "tests/storage/test_backup.py",
                "tests/storage/test_restore.py",
                "tests/storage/test_backup_load.py",
                nightly=50,
                hours=200,
            ),
        ),
        {"seconds": 5, "slowest_move_ms": 500},
    ),
    Promise(
        "P11",
        "On a full or locked disk nothing is half done, and no restart is needed.",
        (suite("tests/storage/test_disk.py", "tests/cogs/test_disk.py", nightly=10),),
        {"half_done": 0},
    ),
    Promise(
        "P12",
        "A new version changes no running game.",
        (suite("tests/storage/test_migrations.py"),),
    ),
    Promise(
        "P13",
        "A restart is a pause, and no control of before stays silent.",
        (
            suite("tests/crash/test_stop.py", nightly=50, hours=50),
            DOORS,
            WHOLE_GAMES,
        ),
        {"down_after_seconds": 5, "first_click_answered_after_seconds": 10, "moves_lost": 0},
    ),
    Promise(
        "P14",
        "Nobody loses by our outage, Discord's outage, or a clock that is set.",
        (suite("tests/cogs/test_playing.py"), CONNECTION, SIMULATION),
    ),
    Promise(
        "P15",
        "Nobody who is silent or has left stops a table.",
        (
            RANDOM_GAMES,
            SIMULATION,
        ),
    ),
    Promise(
        "P16",
        "Closed DMs stop no game, and are not tried again and again.",
        (
            COURIER,
            suite("tests/cogs/test_settings.py", "tests/cogs/test_panel_games.py"),
            suite("tests/cogs/test_closed_dms.py", nightly=2, hours=2),
            SIMULATION,
        ),
        {"tried_too_soon": 0},
    ),
    Promise(
        "P17",
        "Every fault of Discord or the network is dealt with wherever it can be met.",
        (COURIER, suite("tests/cogs/test_answers.py"), CONNECTION, SIMULATION),
        {"misunderstood": 0, "unhandled": 0},
    ),
    Promise(
        "P18",
        "Every click is answered in time, also under full load.",
        (
            suite("tests/delivery/test_background.py"),
            suite("tests/delivery/test_offload.py"),
            suite("tests/cogs/test_announced.py"),
            LOAD,
        ),
        targets=("acknowledgement", "stall", "every click"),
    ),
    Promise(
        "P19",
        "Few requests to Discord are made for a move.",
        (suite("tests/cogs/test_frugal.py"), LOAD),
        targets=("requests a move", "edit of a channel", "requests a minute refused", "no request more"),
    ),
    Promise("P20", "A user who floods the bot slows nobody else.", (LOAD,), targets=("flood",)),
    Promise(
        "P21",
        "Nobody learns a card that they may not know.",
        (
            RANDOM_GAMES,
            suite("tests/secrets/test_two_worlds.py", nightly=50),
        ),
        {"differences": 0},
    ),
    Promise(
        "P22",
        "No log and no report of a crash holds a card or a token.",
        (suite("tests/secrets/test_logs.py"),),
    ),
    Promise(
        "P23",
        "Only the right person at the right table at the right time changes anything.",
        (DOORS,),
    ),
    Promise(
        "P24",
        "No name and no text calls anybody, breaks a page or reaches a file or a statement.",
        (suite("tests/secrets/test_hostile_texts.py", "tests/secrets/test_hostile_pages.py", nightly=50),),
        {"broken_pages": 0},
    ),
    Promise(
        "P25",
        "The deal is fair, and can be proved to be.",
        (suite("tests/fair", nightly=50), SIMULATION),
        {"accepted": 0, "secrets_found": 0, "joined_before_the_seal": 0, "beyond_three": 0},
    ),
    Promise(
        "P26",
        "A user who asks to be forgotten is forgotten: in every byte of a file, in every row of a server.",
        (suite("tests/storage/test_privacy.py", "tests/cogs/test_privacy.py", nightly=10, hours=20),),
        {"not_in_the_list": 0, "bytes_naming_the_user": 0},
    ),
    Promise(
        "P27",
        "One process carries as much as one bot token may send.",
        (long_load(nightly=1800, hours=3600), LOAD),
        targets=("p99 of handling", "memory", "start with", "within Discord's limit"),
    ),
    Promise(
        "P28",
        "There are never two of us on one database.",
        (suite("tests/crash/test_starts.py"),),
    ),
    Promise(
        "P29",
        "Several processes keep the same promises.",
        (
            suite(
                "tests/delivery/test_holding.py",
                "tests/delivery/test_losing.py",
                "tests/storage/test_groups.py",
            ),
            suite("tests/crash/test_members.py", nightly=10, hours=100),
            suite("tests/crash/test_all_games.py", "tests/crash/test_failover.py", nightly=2, hours=4),
        ),
        {
            "lost": 0,
            "double_effects": 0,
            "double_answers": 0,
            "double_posts": 0,
            "seconds_without_holder": 60,
        },
    ),
    Promise(
        "P30",
        "Nothing unpinned and nothing known to be vulnerable is shipped.",
        (
            suite("tests/conventions/test_supply.py"),
            plain("-m", "tests.conventions.licences"),
            plain("-m", "tests.conventions.audit"),
        ),
    ),
    Promise(
        "P31",
        "The simulation plays a seed the same way twice, and plays enough.",
        (
            SEEDED,
            SIMULATION,
            RANDOM_GAMES,
            WHOLE_GAMES,
        ),
    ),
    Promise(
        "P32",
        "Every check notices the fault that it is there for.",
        (marked("sabotage", "tests"),),
        {"unnoticed": 0},
    ),
)
"""In the order of their numbers."""
