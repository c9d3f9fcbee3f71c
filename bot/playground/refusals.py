"""What the playground says when something cannot be done."""


class Refused(Exception):
    """Nothing was done; the message tells the person at the page why."""


class Down(Refused):
    """The bot is dead, or has died of a restart before it was done."""
