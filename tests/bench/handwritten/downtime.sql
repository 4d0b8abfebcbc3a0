WITH numbered AS (
    SELECT *, count(*) FILTER (type = 'intent_announced') OVER (PARTITION BY campaign, aggregate, name ORDER BY place, seq) AS planning
    FROM (
        SELECT campaign, aggregate, name, type, what, amount, state, because, entry, member, clock, place, seq FROM facts
        WHERE component = 'intents' AND name LIKE 'downtime/%' AND struck IS NULL
    )
), settled AS (
    SELECT campaign, aggregate, name, planning,
        max_by({'became': coalesce(state, because), 'entry': entry, 'member': member, 'clock': clock}, {'place': place, 'seq': seq}) AS "last"
    FROM numbered WHERE type <> 'intent_announced' GROUP BY ALL
), planned AS (
    SELECT p.*, "last", split_part(name, '/', 2)::BIGINT AS phase
    FROM numbered p LEFT JOIN settled USING (campaign, aggregate, name, planning) WHERE type = 'intent_announced'
), phases AS (
    SELECT campaign, name::BIGINT AS phase, min(clock) AS opened, (max(clock) - min(clock)) // 86400 AS days,
        bool_or(type = 'phase_opened') AS asked
    FROM facts WHERE component = 'phases' AND struck IS NULL GROUP BY campaign, name
), openings AS (
    SELECT campaign, name::BIGINT AS phase, session, place, seq FROM facts WHERE type = 'phase_opened' AND struck IS NULL
), sessions AS (
    SELECT campaign, name::BIGINT AS number, place, seq FROM facts WHERE type = 'session_opened' AND struck IS NULL
), placed AS (
    SELECT o.campaign, phase, session, if(session IS NULL, s.number, NULL) AS after_session
    FROM openings o ASOF LEFT JOIN sessions s ON s.campaign = o.campaign AND (s.place, s.seq) <= (o.place, o.seq)
)
SELECT c.name AS campaign, phase, session, after_session, days, coalesce(n.name, aggregate) AS who, what AS action, amount AS slots,
    CASE WHEN coalesce("last".became, state) = 'done' THEN amount ELSE 0 END AS slots_used, coalesce("last".became, state) AS outcome,
    coalesce(p.name, d.member) AS planned_by, entry AS planned_entry, coalesce(s.name, "last".member) AS carried_out_by,
    "last".entry AS carried_out_entry, 1 + ("last".clock - opened) // 86400 AS carried_out_day
FROM phases f LEFT JOIN placed USING (campaign, phase) LEFT JOIN planned d USING (campaign, phase) JOIN campaigns c USING (campaign)
LEFT JOIN names n ON n.campaign = d.campaign AND n.ref = d.aggregate
LEFT JOIN members p ON p.campaign = d.campaign AND p.member = d.member
LEFT JOIN members s ON s.campaign = d.campaign AND s.member = "last".member
WHERE what IS NOT NULL OR asked
ORDER BY c.name, c.campaign, phase, place, seq
