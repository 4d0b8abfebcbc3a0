WITH stores AS (
    SELECT *, count(level) OVER w AS stretch FROM (
        SELECT campaign, aggregate, component, name, place, seq, session, clock // 86400 AS day, level, change, because FROM facts
        WHERE component IN ('tracks', 'items', 'assets', 'followers') AND aggregate LIKE 'enclave/%' AND struck IS NULL
    ) WINDOW w AS (PARTITION BY campaign, aggregate, component, name ORDER BY place, seq)
), summed AS (
    SELECT *, max(level) OVER (PARTITION BY campaign, aggregate, component, name, stretch)
        + sum(coalesce(change, 0)) OVER (PARTITION BY campaign, aggregate, component, name, stretch ORDER BY place, seq) AS "left"
    FROM stores
), counted AS (
    SELECT *, if(because IS NULL, "left", 0) AS rest, if(because IS NULL, "left", 0) - coalesce(lag("left") OVER w, 0) AS rose
    FROM summed WINDOW w AS (PARTITION BY campaign, aggregate, component, name ORDER BY place, seq)
), days AS (
    SELECT campaign, aggregate, component, name, day, sum(rose) AS change, max_by(session, {'place': place, 'seq': seq}) AS session
    FROM counted WHERE rest IS NOT NULL GROUP BY ALL
), held AS (
    SELECT campaign, aggregate, CASE component WHEN 'tracks' THEN 'pool' ELSE left(component, -1) END AS sort,
        regexp_replace(name, '(-[0-9]+)+$', '') AS thing, day, sum(change) AS change, max(session) AS session
    FROM days GROUP BY ALL
), members AS (
    SELECT campaign, aggregate, 'character/' || name AS thing, clock // 86400 AS day,
        max_by({'session': session, 'remaining': if(type = 'member_joined', 1, 0)}, {'place': place, 'seq': seq}) AS "last",
        sum(if(type = 'member_joined', 1, -1)) AS change
    FROM facts WHERE type IN ('member_joined', 'member_left') AND aggregate LIKE 'enclave/%' AND struck IS NULL GROUP BY ALL
), told AS (
    SELECT campaign, aggregate, day, session, sort, thing, thing AS thing_ref, change,
        sum(change) OVER (PARTITION BY campaign, aggregate, sort, thing ORDER BY day) AS remaining
    FROM held
    UNION ALL BY NAME
    SELECT m.campaign, aggregate, day, "last".session AS session, 'member' AS sort, coalesce(n.name, thing) AS thing, thing AS thing_ref,
        "last".remaining AS remaining, change
    FROM members m LEFT JOIN names n ON n.campaign = m.campaign AND n.ref = thing
)
SELECT c.name AS campaign, coalesce(n.name, aggregate) AS who, day, session, sort, thing, remaining, change
FROM told t JOIN campaigns c USING (campaign) LEFT JOIN names n ON n.campaign = t.campaign AND n.ref = aggregate
ORDER BY c.name, c.campaign, who, aggregate, day, sort, thing, thing_ref
