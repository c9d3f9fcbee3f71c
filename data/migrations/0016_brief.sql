-- revises: 0015
-- date: 2026-11-23
-- rolling: no
-- reason: a million finished games and a backup fit into 3 GB: from here on packed games hold their deals, and finished
--   games have brief checksums, which older programs cannot read; those that are packed already follow step by step

DELETE FROM notes WHERE name = 'slimmed';        -- up to which session that is done
