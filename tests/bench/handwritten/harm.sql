WITH tracks AS (
    SELECT *, count(level) OVER w AS stretch FROM facts WHERE component = 'tracks' AND struck IS NULL
    WINDOW w AS (PARTITION BY campaign, aggregate, name ORDER BY place, seq)
), left_over AS (
    SELECT campaign, entry, seq,
        max(level) OVER (PARTITION BY campaign, aggregate, name, stretch) + sum(coalesce(change, 0)) OVER w AS "left"
    FROM tracks WINDOW w AS (PARTITION BY campaign, aggregate, name, stretch ORDER BY place, seq)
), done AS (
    SELECT * FROM facts WHERE type IN ('damage_taken', 'wound_suffered', 'damage_healed') AND struck IS NULL
), begun AS (
    SELECT campaign, encounter, place, seq, level FROM facts
    WHERE component = 'pace' AND encounter IS NOT NULL AND level IS NOT NULL AND struck IS NULL
)
SELECT c.name AS campaign, d.session, d.clock AS clock_seconds,
    CASE WHEN d.encounter IS NOT NULL THEN coalesce(e.name, d.encounter) END AS fight, b.level AS round, d.entry,
    coalesce(t.name, d.aggregate) AS to_whom, coalesce(w.name, d."by", 'nobody') AS by_whom,
    CASE d.type WHEN 'damage_taken' THEN 'harm' WHEN 'wound_suffered' THEN 'wound' ELSE 'healing' END AS done,
    d.what AS with_what, d.command, CASE WHEN d.component = 'tracks' THEN d.name END AS pool, d.amount, l."left"
FROM done d JOIN campaigns c USING (campaign)
LEFT JOIN left_over l ON l.campaign = d.campaign AND l.entry = d.entry AND l.seq = d.seq
LEFT JOIN names t ON t.campaign = d.campaign AND t.ref = d.aggregate
LEFT JOIN names w ON w.campaign = d.campaign AND w.ref = d."by"
LEFT JOIN names e ON e.campaign = d.campaign AND e.ref = d.encounter
ASOF LEFT JOIN begun b ON b.campaign = d.campaign AND b.encounter = d.encounter AND (b.place, b.seq) <= (d.place, d.seq)
ORDER BY c.name, c.campaign, d.place, d.seq
