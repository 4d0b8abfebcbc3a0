WITH cited AS (
    SELECT campaign, rule, entry, min("at") AS "at", min(session) AS session FROM (
        SELECT campaign, entry, "at", session, unnest(rules) AS rule FROM entries
        WHERE struck IS NULL AND status NOT IN ('struck', 'moot', 'refused')
        UNION ALL SELECT campaign, entry, "at", session, unnest(rules) FROM facts WHERE struck IS NULL
    ) GROUP BY ALL
), counted AS (
    SELECT campaign, rule, count(*) AS times, max({'at': "at", 'entry': entry, 'session': session}) AS last FROM cited GROUP BY ALL
), known AS (
    SELECT campaign, rule, chapter, text FROM campaigns JOIN rulebook USING (system)
    UNION ALL
    SELECT campaign, rule, 'not in the rulebook', '' FROM counted ANTI JOIN (
        SELECT campaign, rule FROM campaigns JOIN rulebook USING (system)
    ) USING (campaign, rule)
)
SELECT c.name AS campaign, chapter, k.rule, coalesce(times, 0) AS times, last.at AS last_at, last.session AS last_session,
    last.entry AS last_entry, text
FROM known k LEFT JOIN counted n USING (campaign, rule) JOIN campaigns c USING (campaign)
ORDER BY c.name, c.campaign, 4 DESC, chapter, k.rule
