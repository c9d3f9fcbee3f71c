-- revises: 0015
-- date: 2026-11-23
-- rolling: no
-- reason: a million finished games and a backup fit into 3 GB: packed games hold their deals and have brief checksums
--   from here on, which older programs cannot read; all results of a server are found game by game

DROP INDEX results_by_server;
