WITH bounds AS (
    SELECT *, lead({'type': type, 'entry': entry, 'session': session, 'clock': clock, 'because': because}) OVER (
        PARTITION BY campaign, aggregate, component, name ORDER BY place, seq
    ) AS after
    FROM (
        SELECT campaign, entry, seq, place, session, clock, aggregate, component, name, type, what, "by", because FROM facts
        WHERE type IN ('condition_gained', 'wound_suffered', 'condition_ended', 'wound_closed')
        AND aggregate LIKE 'character/%' AND struck IS NULL
    )
)
SELECT c.name AS campaign, session, entry, clock AS clock_seconds, coalesce(n.name, aggregate) AS who,
    CASE component WHEN 'wounds' THEN 'wound' ELSE 'condition' END AS affliction, coalesce(what, f.name) AS what,
    coalesce(w.name, "by", 'nobody') AS by_whom, after.type IS NOT NULL AS ended, after.session AS ended_session,
    after.entry AS ended_entry, after.clock AS ended_clock_seconds, after.clock - clock AS lasted_seconds, after.because AS because
FROM bounds f JOIN campaigns c USING (campaign)
LEFT JOIN names n ON n.campaign = f.campaign AND n.ref = f.aggregate
LEFT JOIN names w ON w.campaign = f.campaign AND w.ref = f."by"
WHERE type IN ('condition_gained', 'wound_suffered')
ORDER BY c.name, c.campaign, place, seq
