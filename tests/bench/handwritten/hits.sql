SELECT c.name AS campaign, coalesce(n.name, f.aggregate) AS who, f.what, f.rolls, f.successes, f.successes / f.rolls AS share, f.margin
FROM (
    SELECT campaign, aggregate, what, count(*) AS rolls, avg(total - target) AS margin,
        count(*) FILTER (outcome IN ('success', 'critical', 'hit')) AS successes
    FROM facts WHERE type = 'rolled' AND struck IS NULL AND outcome IN ('success', 'critical', 'hit', 'failure', 'fumble', 'miss')
    GROUP BY ALL
) f
JOIN campaigns c USING (campaign) LEFT JOIN names n ON n.campaign = f.campaign AND n.ref = f.aggregate
ORDER BY c.name, f.rolls DESC, who, f.what
