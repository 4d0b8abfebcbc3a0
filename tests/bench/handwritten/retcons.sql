WITH changes AS (
    SELECT campaign, entry, max_by({'status': status, 'since': version}, version) AS "now",
        any_value({'session': session, 'written': written, 'member': member, 'asked': asked, 'followed': followed,
            'inserted': inserted, 'decided': decided, 'withdraws': withdraws, 'reason': reason}) FILTER (version = 0) AS made
    FROM entries WHERE kind = 'revision' GROUP BY ALL
), corrected AS (
    SELECT campaign, entry, count(DISTINCT aggregate) AS people FROM facts WHERE type = 'corrected' AND version = 0 GROUP BY ALL
), struck AS (
    SELECT campaign, struck AS entry, min(entry) AS back_to_entry, min(session) AS back_to_session
    FROM facts WHERE struck IS NOT NULL AND kind <> 'revision' GROUP BY campaign, struck
)
SELECT c.name AS campaign, made.session AS session, r.entry, made.written AS made_at, coalesce(m.name, made.member) AS who,
    if(made.withdraws IS NULL, 'change', 'withdrawal') AS kind, made.reason AS reason, made.asked AS asked, made.followed AS followed, made.inserted AS inserted,
    made.decided AS decided, coalesce(people, 0) AS people, back_to_entry, back_to_session, made.withdraws AS withdraws,
    "now".status <> 'struck' AS in_force, CASE "now".status WHEN 'struck' THEN "now".since END AS withdrawn_by
FROM changes r JOIN campaigns c USING (campaign)
LEFT JOIN corrected USING (campaign, entry) LEFT JOIN struck USING (campaign, entry)
LEFT JOIN members m ON m.campaign = r.campaign AND m.member = made.member
ORDER BY c.name, c.campaign, r.entry
