WITH waits AS (
    SELECT campaign, session, asks AS question, answers_next.by_gm AS by_gm,
        CASE WHEN answers_next.answers IS NULL THEN 'nobody' WHEN answers_next.by_gm THEN 'game master' ELSE 'player' END AS answered_by,
        CASE WHEN answers_next.answers IS NOT NULL
            THEN (epoch_ms(date_trunc('second', answers_next.written)) - epoch_ms(date_trunc('second', written))) / 60000 END AS waited
    FROM (
        SELECT campaign, session, asks, written,
            lead({'answers': answers, 'written': written, 'by_gm': by_gm}) OVER (PARTITION BY campaign, deed ORDER BY place) AS answers_next
        FROM entries
        WHERE (asks IS NOT NULL OR answers IS NOT NULL) AND status NOT IN ('struck', 'moot', 'refused') AND struck IS NULL
    ) WHERE asks IS NOT NULL
), asked AS (
    SELECT campaign, session, CASE grouping(question) WHEN 0 THEN 'question' ELSE 'session' END AS sort, question, answered_by,
        count(*) AS questions, count(*) FILTER (answered_by = 'nobody') AS unanswered, median(waited) AS half, max(waited) AS longest
    FROM waits GROUP BY GROUPING SETS ((campaign, session), (campaign, session, question, answered_by))
), played AS (
    SELECT campaign, session, (epoch_ms(date_trunc('second', max("at"))) - epoch_ms(date_trunc('second', min("at")))) / 60000 AS minutes,
        count(*) AS entries, count(*) FILTER (by_gm) AS by_game_master, count(*) FILTER (NOT by_gm) AS by_players
    FROM entries
    WHERE kind = 'play' AND session IS NOT NULL AND status NOT IN ('struck', 'moot', 'refused') AND struck IS NULL
    GROUP BY ALL
), told AS (
    SELECT campaign, session, 'session' AS sort, question, answered_by, minutes, entries, by_game_master, by_players,
        coalesce(questions, 0) AS questions, coalesce(unanswered, 0) AS unanswered, half, longest
    FROM played LEFT JOIN (FROM asked WHERE sort = 'session') USING (campaign, session)
    UNION ALL BY NAME FROM asked WHERE sort = 'question'
)
SELECT c.name AS campaign, session, sort, question, answered_by, minutes, entries, by_game_master, by_players,
    entries * 60 / nullif(minutes, 0) AS entries_per_hour, questions, unanswered, half AS median_wait_minutes, longest AS longest_wait_minutes
FROM told JOIN campaigns c USING (campaign)
ORDER BY c.name, c.campaign, session, sort DESC, questions DESC, question, answered_by
