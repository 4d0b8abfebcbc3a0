-- The choice `server` of the option `dice` took typed dice as well until now, and is read as `either` from events of that
-- time. States that were folded from them say so too. The braces of the options hold names, numbers and words of choices.
UPDATE states SET body = convert_to(
    regexp_replace(convert_from(body, 'UTF8'), '("options":\{[^{}]*"dice":)"server"', '\1"either"'), 'UTF8')
WHERE ref = 'campaign/self' AND position('"dice":"server"'::bytea IN body) > 0;

UPDATE checkpoints SET body = convert_to(
    regexp_replace(convert_from(body, 'UTF8'), '("options":\{[^{}]*"dice":)"server"', '\1"either"'), 'UTF8')
WHERE ref = 'campaign/self' AND position('"dice":"server"'::bytea IN body) > 0;

-- Dice of changed pasts come from a seed of each epoch, which is revealed when that ends; it is empty in epochs that began
-- before. `amendment` is the seed that a campaign had for all of them until now. The hashes of plans get a key of their own
-- (random UUIDs of version 4, 244 random bits), so that this seed can be revealed.
ALTER TABLE epoch_seeds ADD COLUMN amendment bytea NOT NULL DEFAULT '';
ALTER TABLE epoch_seeds ALTER COLUMN amendment DROP DEFAULT;

ALTER TABLE amendment_seeds RENAME TO campaign_secrets;
ALTER TABLE campaign_secrets RENAME COLUMN seed TO amendment;
ALTER TABLE campaign_secrets ADD COLUMN key bytea;
UPDATE campaign_secrets SET key = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
ALTER TABLE campaign_secrets ALTER COLUMN key SET NOT NULL;
