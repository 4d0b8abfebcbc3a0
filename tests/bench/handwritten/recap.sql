WITH held AS (
    SELECT campaign, entry, seq, place, session, "at", kind, type, state, component, aggregate, name, "by", what, title, amount, encounter, level
    FROM facts WHERE struck IS NULL AND (
        kind = 'milestone' OR component = 'pace' OR type IN ('session_opened', 'scene_opened', 'scene_ended', 'phase_opened', 'phase_changed',
            'wound_suffered', 'condition_gained', 'damage_taken', 'introduced')
    )
), begun AS (
    SELECT campaign, encounter, place, seq, level FROM held WHERE component = 'pace' AND encounter IS NOT NULL AND level IS NOT NULL
), titles AS (
    SELECT campaign, component, name, title FROM held WHERE type IN ('session_opened', 'scene_opened', 'phase_opened') AND title IS NOT NULL
), sessions AS (
    SELECT campaign, name::BIGINT AS number, place, seq FROM held WHERE type = 'session_opened'
), usual AS (
    SELECT campaign, name, avg(amount) AS usual FROM held WHERE type = 'damage_taken' GROUP BY ALL
), moments AS (
    SELECT f.campaign, entry, f.seq, f.place, session, "at", 'fight' AS sort, if(type = 'encounter_begun', 'begins', 'ends') AS done,
        aggregate AS whose, "by", coalesce(what, '') AS what, NULL AS title, coalesce(amount, 0) AS amount, coalesce(b.level, 0) AS rounds, 0.0 AS weight
    FROM held f ASOF LEFT JOIN begun b
    ON b.campaign = f.campaign AND b.encounter = f.encounter AND (b.place, b.seq) <= (f.place, f.seq)
    WHERE component = 'pace' AND (type = 'encounter_begun' OR state = 'ended')
    UNION ALL
    SELECT campaign, entry, seq, place, session, "at", if(component = 'scenes', 'scene', 'downtime'),
        if(type LIKE '%_opened', 'begins', 'ends'), aggregate, "by", name, t.title, coalesce(amount, 0), 0, 0
    FROM held LEFT JOIN titles t USING (campaign, component, name) WHERE type IN ('scene_opened', 'scene_ended', 'phase_opened') OR (type = 'phase_changed' AND state = 'processed')
    UNION ALL
    SELECT campaign, entry, seq, place, session, "at", if(what = 'dead', 'death', 'wound'), if(type = 'wound_suffered', 'wounded', 'is'),
        aggregate, "by", coalesce(what, ''), NULL, coalesce(amount, 0), 0, 0
    FROM held WHERE aggregate LIKE 'character/%' AND (type = 'wound_suffered' OR (type = 'condition_gained'
        AND what IN ('dead', 'dying', 'bleeding_out', 'unconscious', 'knocked_out', 'out_of_action')))
    UNION ALL
    SELECT campaign, entry, seq, place, session, "at", 'harm', 'takes', aggregate, "by", name, NULL, amount, 0, amount / usual
    FROM held JOIN usual USING (campaign, name) WHERE type = 'damage_taken' AND amount >= 2 * usual
    UNION ALL
    SELECT campaign, entry, seq, place, session, "at", 'milestone',
        CASE type WHEN 'awarded' THEN 'awarded' WHEN 'trait_gained' THEN 'gained' WHEN 'trait_lost' THEN 'lost'
            WHEN 'trait_raised' THEN 'raised' WHEN 'trait_changed' THEN 'changed' WHEN 'choice_made' THEN 'chosen'
            WHEN 'choice_changed' THEN 'chosen otherwise' WHEN 'choice_withdrawn' THEN 'taken back' ELSE type END,
        aggregate, "by", regexp_replace(name, '(-[0-9]+)+$', ''), NULL, coalesce(amount, 0), 0, 0
    FROM held ANTI JOIN (SELECT campaign, entry, aggregate FROM held WHERE type = 'introduced') USING (campaign, entry, aggregate)
    WHERE kind = 'milestone'
    UNION ALL
    SELECT campaign, entry, 0, place, session, "at", 'retcon', if(withdraws IS NULL, 'changes', 'withdraws'), coalesce(m.name, member), NULL,
        coalesce(reason, ''), NULL, coalesce(decided, 0), 0, 0
    FROM entries LEFT JOIN members m USING (campaign, member) WHERE kind = 'revision' AND status <> 'struck' AND struck IS NULL
), placed AS (
    SELECT m.*, if(session IS NULL, s.number, NULL) AS after_session
    FROM moments m ASOF LEFT JOIN sessions s ON s.campaign = m.campaign AND (s.place, s.seq) <= (m.place, m.seq)
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY campaign, session, after_session, sort ORDER BY weight DESC, place, seq) AS rank FROM placed QUALIFY rank <= 12
), chosen AS (
    FROM ranked QUALIFY row_number() OVER (PARTITION BY campaign, session, after_session ORDER BY rank,
        list_position(['death', 'fight', 'scene', 'downtime', 'wound', 'milestone', 'harm', 'retcon'], sort), place, seq) <= 12
)
SELECT c.name AS campaign, session, t.title AS session_title, after_session, entry, "at", sort,
    coalesce(n.name, nullif(whose, 'campaign/self'), if(whose = 'campaign/self', 'the campaign', 'nobody')) AS who, done, what, f.title AS title, amount, rounds,
    coalesce(w.name, nullif("by", 'campaign/self'), if("by" = 'campaign/self', 'the campaign', 'nobody')) AS by_whom
FROM chosen f JOIN campaigns c USING (campaign)
LEFT JOIN titles t ON t.campaign = f.campaign AND t.component = 'sessions' AND t.name = session::VARCHAR
LEFT JOIN names n ON n.campaign = f.campaign AND n.ref = whose
LEFT JOIN names w ON w.campaign = f.campaign AND w.ref = "by"
ORDER BY c.name, c.campaign, place, seq, sort
