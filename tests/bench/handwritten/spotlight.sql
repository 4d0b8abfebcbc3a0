WITH counted AS (
    SELECT campaign, session, if(grouping(member) = 0, 'member', 'character') AS sort,
        if(grouping(member) = 0, member, actor) AS ref, count(*) AS entries, 0 AS rolls, 0 AS turns
    FROM entries WHERE kind = 'play' AND status NOT IN ('struck', 'moot', 'refused') AND struck IS NULL
    GROUP BY GROUPING SETS ((campaign, session, member), (campaign, session, actor))
    UNION ALL
    SELECT campaign, session, if(grouping(member) = 0, 'member', 'character'),
        if(grouping(member) = 0, member, aggregate) AS who, 0, count(*), 0
    FROM facts WHERE type = 'rolled' AND struck IS NULL
    GROUP BY GROUPING SETS ((campaign, session, member), (campaign, session, aggregate))
    HAVING grouping(member) = 0 OR aggregate LIKE 'character/%'
    UNION ALL
    SELECT campaign, session, if(grouping(owner) = 0, 'member', 'character'), if(grouping(owner) = 0, owner, ref), 0, 0, count(*)
    FROM (
        SELECT campaign, session, 'character/' || unnest(string_split(what, ',')) AS ref FROM facts
        WHERE component = 'pace' AND what IS NOT NULL AND struck IS NULL
    ) JOIN names USING (campaign, ref)
    GROUP BY GROUPING SETS ((campaign, session, owner), (campaign, session, ref))
), summed AS (
    SELECT campaign, session, sort, ref, sum(entries) AS entries, sum(rolls) AS rolls, sum(turns) AS turns
    FROM counted WHERE ref IS NOT NULL GROUP BY ALL
)
SELECT c.name AS campaign, session, sort, coalesce(n.name, m.name, s.ref) AS who, entries, rolls, turns,
    entries / nullif(sum(entries) OVER (PARTITION BY s.campaign, session, sort), 0) AS share
FROM summed s JOIN campaigns c USING (campaign)
LEFT JOIN names n ON sort = 'character' AND n.campaign = s.campaign AND n.ref = s.ref
LEFT JOIN members m ON sort = 'member' AND m.campaign = s.campaign AND m.member = s.ref
ORDER BY c.name, c.campaign, session, sort, entries DESC, rolls DESC, turns DESC, who, s.ref
