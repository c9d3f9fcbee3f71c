"""The strength of computer players: whole games between levels, with the bars they have to reach."""
