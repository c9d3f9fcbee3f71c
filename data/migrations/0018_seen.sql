-- revises: 0017
-- date: 2026-11-27
-- rolling: yes
-- reason: old interactions are found by their numbers; each move wrote the index by time, too

DROP INDEX seen_by_time;
