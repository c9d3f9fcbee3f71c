"""Cardcrate: a Discord bot that runs card games in channels."""
