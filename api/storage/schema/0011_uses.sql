-- The last day, in UTC, on which a token was used. By the day, so that the row and its record in the journal are written once
-- a day and not with every request.

ALTER TABLE tokens ADD COLUMN used_on date;

-- A webhook that its member has paused sends nothing, and goes on where it stood.

ALTER TABLE webhook_progress ADD COLUMN paused_at timestamptz;
