"""What the playground says when something cannot be done."""


class Refused(Exception):
    """Nothing was done; the message tells the person at the page why."""


class Busy(Refused):
    """It was done, but the bot is still at work on what follows from it: pages show that as it comes."""


class Down(Refused):
    """The bot is dead, or has died of a restart before it was done."""
