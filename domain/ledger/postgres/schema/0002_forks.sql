-- The entry of its parent at which a fork has known it: `forked_at` is where it goes off, and may lie long before.
ALTER TABLE campaigns ADD COLUMN forked_known_at bigint;
