WITH counted AS (
    SELECT campaign, place, seq, component, aggregate, name, type,
        CASE component WHEN 'order' THEN "by" ELSE aggregate END AS whose,
        CASE component WHEN 'order' THEN what ELSE regexp_replace(name, '-[0-9]+$', '') END AS thing,
        CASE type WHEN 'card_gained' THEN 1 ELSE level END AS level,
        CASE WHEN type IN ('card_spent', 'card_lost') THEN -1 ELSE change END AS change,
        CASE WHEN type IN ('point_spent', 'point_gained', 'item_counted', 'asset_counted') THEN change
            WHEN type IN ('card_spent', 'card_lost') THEN -1 WHEN type = 'card_gained' THEN 1
            WHEN type IN ('item_gained', 'asset_gained') THEN level WHEN type = 'budget_spent' THEN -amount END AS gain
    FROM facts WHERE component IN ('tracks', 'items', 'assets', 'cards', 'order') AND struck IS NULL
), opened AS (
    SELECT campaign, component, aggregate, name, max({'place': place, 'seq': seq}) AS "when",
        arg_max(level, {'place': place, 'seq': seq}) AS level
    FROM counted WHERE level IS NOT NULL GROUP BY ALL
), whole AS (
    SELECT n.campaign, n.component, n.aggregate, n.name, n.whose, n.thing,
        sum(gain) FILTER (gain > 0) AS gained, -sum(gain) FILTER (gain < 0) AS spent,
        count(*) FILTER (gain > 0) AS times_gained, count(*) FILTER (gain < 0) AS times_spent,
        any_value(o.level) + coalesce(sum(n.change) FILTER ((n.place, n.seq) > (o."when".place, o."when".seq)), 0) AS "left"
    FROM counted n LEFT JOIN opened o USING (campaign, component, aggregate, name)
    GROUP BY ALL
), lost AS (
    SELECT campaign, component, aggregate, name, whose, thing, max(level) OVER stretch + coalesce(sum(change) OVER (
        PARTITION BY campaign, component, aggregate, name, stretch ORDER BY place, seq), 0) AS amount, type
    FROM (
        SELECT *, count(level) OVER (PARTITION BY campaign, component, aggregate, name ORDER BY place, seq) AS stretch
        FROM counted WHERE component IN ('items', 'assets')
    ) WINDOW stretch AS (PARTITION BY campaign, component, aggregate, name, stretch)
    QUALIFY type IN ('item_lost', 'asset_lost')
), summed AS (
    SELECT campaign, whose, component, thing, sum(gained) AS gained, sum(spent) AS spent, sum(times_gained) AS times_gained,
        sum(times_spent) AS times_spent, CASE WHEN count(*) = count("left") THEN sum("left") END AS "left"
    FROM (
        SELECT * EXCLUDE ("left"), CASE WHEN (campaign, component, aggregate, name) IN (
            SELECT (campaign, component, aggregate, name) FROM lost
        ) THEN 0 ELSE "left" END AS "left" FROM whole
        UNION ALL BY NAME
        SELECT campaign, component, aggregate, name, whose, thing, 0 AS gained, sum(amount) AS spent, 0 AS times_gained,
            count(*) AS times_spent, 0 AS "left" FROM lost GROUP BY ALL
    ) GROUP BY ALL
)
SELECT c.name AS campaign, coalesce(n.name, whose) AS who,
    CASE component WHEN 'tracks' THEN 'pool' WHEN 'order' THEN 'budget' ELSE left(component, -1) END AS sort, thing,
    coalesce(gained, 0) AS gained, coalesce(spent, 0) AS spent, coalesce(gained, 0) - coalesce(spent, 0) AS net,
    times_gained, times_spent, "left" AS ended
FROM summed s JOIN campaigns c USING (campaign) LEFT JOIN names n ON n.campaign = s.campaign AND n.ref = whose
WHERE times_gained + times_spent > 0
ORDER BY c.name, c.campaign, coalesce(gained, 0) + coalesce(spent, 0) DESC, who, sort, thing, whose
