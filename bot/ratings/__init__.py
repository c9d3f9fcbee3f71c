"""Ratings: estimates of players' strength from the order in which they finish. Pure calculations."""
