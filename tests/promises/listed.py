"""The promises, and the commands that show them."""

import msgspec

from tests.promises.commands import Check, Command, Scale, load, long_load, marked, plain, simulation, suite

SIMULATION = simulation(ci=60, evening=500, nightly=11_000, hours=100_000)
SEEDED = suite("tests/simulation")
SESSIONS = suite("tests/sessions")
TRANSPORT = suite("tests/transport")
CONNECTION = suite("tests/cogs/test_connection.py")
DOORS = suite("tests/secrets/test_doors.py")
LOAD = load(ci=10, evening=60, nightly=600, hours=3600)
WHOLE_GAMES = suite("tests/cogs/test_whole_games.py", nightly=38, hours=38)
RANDOM_GAMES = suite("tests/games/test_every_game.py", nightly=60)


class Promise(msgspec.Struct, frozen=True):
    """A promise. `limits` are maxima of its figures, `targets` words of the load bench's targets."""

    number: str
    words: str
    shown_by: tuple[Check, ...] = ()
    limits: dict[str, float] = {}
    targets: tuple[str, ...] = ()
    instead: str = ""
    """The reason why no command can show it yet."""

    def commands(self, scale: Scale) -> list[Command]:
        """Return the commands that show it at a scale."""
        return [shown.at(scale) for shown in self.shown_by if shown.is_tried(scale)]


PROMISES = (
    Promise(
        "P1",
        "An answered move survives when the process is killed.",
        (suite("tests/crash/test_kill.py", nightly=84),),
        {"lost": 0, "torn": 0},
    ),
    Promise(
        "P2",
        "Nothing is shown before it's saved. A move that can't be saved hasn't happened, and works later.",
        (suite("tests/storage/test_statements.py", nightly=20), SIMULATION),
        {"half_done": 0, "shown": 0, "shown_before_saved": 0},
    ),
    Promise(
        "P3",
        "A table has one order of moves. Of several at once, one wins and the others are told.",
        (SESSIONS, suite("tests/sessions/test_many_orders.py", nightly=1000), SIMULATION),
        {"wrong_answers": 0},
    ),
    Promise(
        "P4",
        "An interaction has one effect at most, however often it's delivered.",
        (SESSIONS, SIMULATION),
        {"double_effects": 0},
    ),
    Promise(
        "P5",
        "A cancelled action is complete or hasn't happened, and everything works on.",
        (SEEDED, SESSIONS, suite("tests/storage/test_store.py"), SIMULATION),
        {"half_done": 0},
    ),
    Promise(
        "P6",
        "Every announcement appears, and appears once.",
        (TRANSPORT, suite("tests/delivery/test_calls_measured.py", nightly=84), SIMULATION),
        {"missing_or_doubled": 0, "calls_at_night": 0, "calls_in_vain": 0, "untold": 0},
    ),
    Promise(
        "P7", "When trouble ends, everything shown is soon up to date.", (SIMULATION,), {"out_of_date": 0}
    ),
    Promise(
        "P8",
        "Seed, options and moves give the same game forever.",
        (
            plain("-m", "tests.promises.pythons"),
            suite("tests/games/test_replays.py", "tests/games/test_transcripts.py", nightly=10),
        ),
        {"differences": 0},
    ),
    Promise(
        "P9",
        "A changed move, position or deal on the disk is never trusted, and damage stays in its table.",
        (suite("tests/storage/test_damage.py", nightly=5),),
        {"used_unnoticed": 0},
    ),
    Promise(
        "P10",
        "Backups are complete, nobody waits for them, and one command restores them.",
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
        "On a full or locked disk nothing is half done, and the bot recovers without a restart.",
        (suite("tests/storage/test_disk.py", "tests/cogs/test_disk.py", nightly=10),),
        {"half_done": 0},
    ),
    Promise(
        "P12", "A new version doesn't change a running game.", (suite("tests/storage/test_migrations.py"),)
    ),
    Promise(
        "P13",
        "A restart is a pause, and buttons from before still answer.",
        (suite("tests/crash/test_stop.py", nightly=50, hours=50), DOORS, WHOLE_GAMES),
        {"down_after_seconds": 5, "first_click_answered_after_seconds": 10, "moves_lost": 0},
    ),
    Promise(
        "P14",
        "Nobody loses time to our outage, Discord's outage, or a clock change.",
        (suite("tests/cogs/test_playing.py"), CONNECTION, SIMULATION),
    ),
    Promise("P15", "A silent or missing player never stops a table.", (RANDOM_GAMES, SIMULATION)),
    Promise(
        "P16",
        "Closed DMs don't stop a game, and the bot doesn't keep trying them.",
        (
            TRANSPORT,
            suite("tests/cogs/test_settings.py", "tests/cogs/test_panel_games.py"),
            suite("tests/cogs/test_closed_dms.py", nightly=2, hours=2),
            suite("tests/delivery/test_reach_measured.py", nightly=28),
            SIMULATION,
        ),
        {"tried_too_soon": 0},
    ),
    Promise(
        "P17",
        "Every fault of Discord or the network is handled wherever it can happen.",
        (TRANSPORT, suite("tests/cogs/test_answers.py"), CONNECTION, SIMULATION),
        {"misunderstood": 0, "unhandled": 0},
    ),
    Promise(
        "P18",
        "Every click is answered in time, even under full load.",
        (
            suite("tests/delivery/test_background.py"),
            suite("tests/delivery/test_page_rendering.py"),
            suite("tests/cogs/test_announced.py"),
            LOAD,
        ),
        targets=("acknowledgement", "stall", "every click"),
    ),
    Promise(
        "P19",
        "A move takes few requests to Discord.",
        (suite("tests/cogs/test_frugal.py"), LOAD),
        targets=("requests a move", "edit of a channel", "requests a minute refused", "no request more"),
    ),
    Promise("P20", "A user who floods the bot doesn't slow down anyone else.", (LOAD,), targets=("flood",)),
    Promise(
        "P21",
        "Nobody learns a card they may not see.",
        (
            RANDOM_GAMES,
            suite("tests/secrets/test_two_worlds.py", nightly=50),
            suite("tests/secrets/test_orders.py", nightly=50),
        ),
        {"differences": 0},
    ),
    Promise(
        "P22", "Logs and crash reports never hold a card or a token.", (suite("tests/secrets/test_logs.py"),)
    ),
    Promise("P23", "Only the right person at the right table at the right time changes anything.", (DOORS,)),
    Promise(
        "P24",
        "Names and texts never ping anyone, break a page, or reach a file or a statement.",
        (suite("tests/secrets/test_hostile_texts.py", "tests/secrets/test_hostile_pages.py", nightly=50),),
        {"broken_pages": 0},
    ),
    Promise(
        "P25",
        "The deal is fair, and anyone can check it.",
        (suite("tests/fair", nightly=50), SIMULATION),
        {"accepted": 0, "secrets_found": 0, "joined_before_the_seal": 0, "beyond_three": 0},
    ),
    Promise(
        "P26",
        "Users who ask to be forgotten are gone from every byte of a file and every row of a server.",
        (suite("tests/storage/test_privacy.py", "tests/cogs/test_privacy.py", nightly=10, hours=20),),
        {"not_in_the_list": 0, "bytes_naming_the_user": 0},
    ),
    Promise(
        "P27",
        "One process carries as much as one bot token may send.",
        (long_load(nightly=1800, hours=3600), LOAD),
        targets=("p99 of handling", "memory", "start with", "within Discord's limit"),
    ),
    Promise("P28", "Two bots never share a database by accident.", (suite("tests/crash/test_starts.py"),)),
    Promise(
        "P29",
        "Several processes keep the same promises.",
        (
            suite(
                "tests/cluster/test_shard_groups.py",
                "tests/cluster/test_losing.py",
                "tests/cluster/test_groups.py",
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
        "Everything shipped is pinned, and free of known vulnerabilities.",
        (
            suite("tests/conventions/test_supply.py"),
            plain("-m", "tests.conventions.licences"),
            plain("-m", "tests.conventions.audit"),
        ),
    ),
    Promise(
        "P31",
        "The simulation plays a seed the same way twice, and enough of them.",
        (SEEDED, SIMULATION, RANDOM_GAMES, WHOLE_GAMES),
    ),
    Promise(
        "P32",
        "Every check notices the fault it's there for.",
        (marked("sabotage", "tests"),),
        {"unnoticed": 0},
    ),
)
"""All promises, by number."""
