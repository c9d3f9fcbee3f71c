"""How strong computer players are: whole games between levels, with the bars they have to reach."""
