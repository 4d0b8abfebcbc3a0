-- The choice `server` of the option `dice` took typed dice as well until now, and is read as `either` from events of that
-- time. States that were folded from them say so too. The braces of the options hold names, numbers and words of choices.
UPDATE states SET body = convert_to(
    regexp_replace(convert_from(body, 'UTF8'), '("options":\{[^{}]*"dice":)"server"', '\1"either"'), 'UTF8')
WHERE ref = 'campaign/self' AND position('"dice":"server"'::bytea IN body) > 0;

UPDATE checkpoints SET body = convert_to(
    regexp_replace(convert_from(body, 'UTF8'), '("options":\{[^{}]*"dice":)"server"', '\1"either"'), 'UTF8')
WHERE ref = 'campaign/self' AND position('"dice":"server"'::bytea IN body) > 0;
