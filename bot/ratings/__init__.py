"""Ratings: how strong players are, worked out from who came before whom; pure, without names or files."""
