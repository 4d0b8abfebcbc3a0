WITH faces AS (
    SELECT campaign, roller, 'faces' AS tested, 'd' || sides AS what, source, coalesce(session, 0) AS session, sides, value AS face,
        '' AS notation, 0 AS needed, count(*) AS times, min("at") AS "first", 0 AS reached, 0 AS within, 0 AS upward, 0 AS downward
    FROM dice WHERE sides BETWEEN 2 AND 1000 GROUP BY campaign, roller, sides, source, coalesce(session, 0), value
), drawn AS (
    SELECT campaign, entry, roller, label, count(*) AS drawn, min("at") AS drawn_at,
        if(min(source) = max(source), min(source), min(source) || ' and ' || max(source)) AS source
    FROM dice GROUP BY ALL
), began AS (
    SELECT campaign, entry, min(version) AS began FROM entries WHERE len(place) > 1 GROUP BY ALL
), rolls AS (
    SELECT f.*, total - shown - if(addends[-1] LIKE 'at most %' OR addends[-1] LIKE 'at least %', added[-1], 0) AS modifier
    FROM facts f LEFT JOIN began USING (campaign, entry) WHERE type = 'rolled' AND version = coalesce(began, 0)
), sums AS (
    SELECT campaign, entry, aggregate, name, sum(len(dice)) AS rolled FROM rolls GROUP BY ALL
), results AS (
    SELECT campaign, f.aggregate AS roller, what, d.source, coalesce(session, 0) AS session, notation, target - modifier AS needed,
        drawn_at, total, target, outcome IN ('success', 'critical', 'hit') AS won, outcome IN ('failure', 'fumble', 'miss') AS lost
    FROM rolls f JOIN sums USING (campaign, entry, aggregate, name)
    JOIN drawn d ON d.campaign = f.campaign AND d.entry = f.entry AND d.roller = f.aggregate AND d.label = f.name
    WHERE target IS NOT NULL AND rolled BETWEEN 1 AND drawn
), counted AS (
    FROM faces
    UNION ALL
    SELECT campaign, roller, 'results', what, source, session, 0, 0, notation, needed, count(*), min(drawn_at),
        count(*) FILTER (total >= target), count(*) FILTER (total <= target),
        count(*) FILTER ((won AND total > target) OR (lost AND total < target)),
        count(*) FILTER ((won AND total < target) OR (lost AND total > target))
    FROM results GROUP BY campaign, roller, what, source, session, notation, needed
)
SELECT c.name AS campaign, roller, tested, what, source, session, sides, face, notation, needed, times, "first", reached, within,
    upward, downward, coalesce(n.name, roller) AS who, campaign AS campaign_id
FROM counted f JOIN campaigns c USING (campaign) LEFT JOIN names n ON n.campaign = f.campaign AND n.ref = roller
ORDER BY c.name, f.campaign, roller, tested, what, source, session, sides, face, notation, needed
