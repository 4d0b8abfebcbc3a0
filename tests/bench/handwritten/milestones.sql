WITH reached AS (
    SELECT * FROM facts f WHERE kind = 'milestone' AND struck IS NULL AND NOT EXISTS (
        SELECT 1 FROM facts b WHERE b.type = 'introduced' AND b.struck IS NULL
        AND b.campaign = f.campaign AND b.entry = f.entry AND b.aggregate = f.aggregate
    )
)
SELECT c.name AS campaign, session, clock // 86400 AS day, "at", entry, coalesce(n.name, aggregate) AS who,
    CASE type WHEN 'awarded' THEN 'awarded' WHEN 'trait_gained' THEN 'gained' WHEN 'trait_lost' THEN 'lost'
        WHEN 'trait_raised' THEN 'raised' WHEN 'trait_changed' THEN 'changed' WHEN 'choice_made' THEN 'chosen'
        WHEN 'choice_changed' THEN 'chosen otherwise' WHEN 'choice_withdrawn' THEN 'taken back' ELSE type END AS happened,
    regexp_replace(f.name, '(-[0-9]+)+$', '') AS milestone, coalesce(what, '') AS kind, amount, command
FROM reached f JOIN campaigns c USING (campaign) LEFT JOIN names n ON n.campaign = f.campaign AND n.ref = f.aggregate
ORDER BY c.name, c.campaign, place, seq
