-- revises: 0014
-- date: 2026-11-23
-- rolling: no
-- reason: the results of a game are found in a server where it is rare, without reading those of all other games;
--   from here on the deals of packed games are stored in a shorter form, which older programs cannot read

CREATE INDEX results_by_game ON results (guild_id, game, ended_at);
