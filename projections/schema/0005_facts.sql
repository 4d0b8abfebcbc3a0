-- Facts with the reasons of revisions and the titles of instances. They are made anew from the ledgers, whatever there was before.

DELETE FROM facts;
DELETE FROM fact_dice;
DELETE FROM fact_entries;
DELETE FROM tracking WHERE projection = 'facts';

-- `title` is what a person called the instance with this event.
ALTER TABLE facts ADD COLUMN title text;

-- `reason` is the key of the text that says why a revision was made. Its words are in `texts` alone, so that they are gone from everything that
-- is read once they are erased there.
ALTER TABLE fact_entries ADD COLUMN reason text;

-- The words behind a key of a campaign's texts; those of what a fork shares are with its parent. Null where they were erased.
CREATE FUNCTION fact_words(campaign uuid, key text) RETURNS text LANGUAGE sql STABLE STRICT AS $$
    WITH RECURSIVE keepers (campaign_id, forked_from, forked_known_at) AS (
        SELECT campaign_id, forked_from, forked_known_at FROM campaigns WHERE campaign_id = campaign
        UNION ALL
        SELECT c.campaign_id, c.forked_from, c.forked_known_at FROM keepers k JOIN campaigns c ON c.campaign_id = k.forked_from
        WHERE split_part(key, '.', 1)::bigint <= k.forked_known_at
    )
    SELECT t.words FROM keepers JOIN texts t USING (campaign_id)
    WHERE t.entry = split_part(key, '.', 1)::bigint AND t.index = split_part(key, '.', 2)::integer
$$;

-- What was erased is found by itself: a published data set must not keep it.
CREATE INDEX texts_erased ON texts (campaign_id, entry) WHERE words IS NULL;
