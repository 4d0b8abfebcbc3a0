-- The journal of what no campaign's chain covers: which campaigns there are, which migrations were applied, and (where
-- other schemas say so) people, tokens, invitations and grants. Each write of such a row adds a record, and each record's
-- hash covers the one before, so that a row that was changed, added or deleted otherwise can be told, and whole campaigns.
--
-- A trigger writes it, so that no statement forgets to, and only on Retcon's own connections, which set `retcon.journal`:
-- what anybody else does to the rows has no record. It runs when the transaction commits, so that the lock under which
-- records are numbered is held for a moment only, and by nobody who still waits for another.
--
-- `key` is the row's primary key; `before` and `after` are digests of the row, null where there was none or is none any
-- more. `op` is `written`, `deleted`, or `seen` for a row that is taken as it is found, whatever was known of it.
CREATE TABLE journal (
    number   bigint PRIMARY KEY,
    of_table text COLLATE "C" NOT NULL,
    key      text COLLATE "C" NOT NULL,
    op       text COLLATE "C" NOT NULL,
    at       text COLLATE "C" NOT NULL,
    before   bytea,
    after    bytea,
    hash     bytea NOT NULL
);

CREATE INDEX journal_rows ON journal (of_table, key, number);

-- Columns that are null do not count, so that a later release may add some.
CREATE FUNCTION journal_digest(held jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT sha256(convert_to(jsonb_strip_nulls(held)::text, 'UTF8'))
$$;

CREATE FUNCTION journal_key(held jsonb, names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(held ->> name, ' ' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS k (name, place)
$$;

CREATE FUNCTION journal_add(of_table text, key text, op text, before bytea, after bytea) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    newest journal%ROWTYPE;
    at text := to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
    next bigint;
    said text;
BEGIN
    PERFORM pg_advisory_xact_lock(x'4A6F75726E616C'::bigint);
    SELECT * INTO newest FROM journal ORDER BY number DESC LIMIT 1;
    next := coalesce(newest.number, 0) + 1;
    said := concat_ws(E'\n', next, of_table, op, at, coalesce(encode(before, 'hex'), '-'), coalesce(encode(after, 'hex'), '-'), key);
    INSERT INTO journal VALUES (
        next, of_table, key, op, at, before, after, sha256(coalesce(newest.hash, ''::bytea) || convert_to(said, 'UTF8'))
    );
END
$$;

CREATE FUNCTION journal_row() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
DECLARE
    was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    old_key text := journal_key(was, TG_ARGV);
    new_key text := journal_key(becomes, TG_ARGV);
BEGIN
    IF coalesce(current_setting('retcon.journal', true), '') <> 'on' OR was = becomes THEN
        RETURN NULL;
    END IF;
    IF old_key IS NOT NULL AND old_key IS DISTINCT FROM new_key THEN
        PERFORM journal_add(TG_TABLE_NAME, old_key, 'deleted', journal_digest(was), NULL);
        was := NULL;
    END IF;
    IF new_key IS NOT NULL THEN
        PERFORM journal_add(TG_TABLE_NAME, new_key, 'written', journal_digest(was), journal_digest(becomes));
    END IF;
    RETURN NULL;
END
$$;

-- Every row of a table as the journal should have it, beside what its newest record has; `names` are the columns of the key.
CREATE FUNCTION journal_compared(of_table text, names text[])
RETURNS TABLE (key text, held bytea, recorded bytea, number bigint) LANGUAGE plpgsql STABLE
SET timezone = 'UTC' SET bytea_output = 'hex' AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        'SELECT coalesce(r.key, j.key), r.digest, j.after, j.number
        FROM (SELECT journal_key(to_jsonb(t), $1) AS key, journal_digest(to_jsonb(t)) AS digest FROM %I t) r
        FULL JOIN (
            SELECT DISTINCT ON (key) key, after, number FROM journal WHERE of_table = %L ORDER BY key, number DESC
        ) j ON j.key = r.key',
        of_table, of_table
    ) USING names;
END
$$;

-- Take the rows of a table as they are found, where the journal has them otherwise.
CREATE FUNCTION journal_see(of_table text, names text[]) RETURNS void LANGUAGE sql AS $$
    SELECT journal_add(of_table, c.key, 'seen', c.recorded, c.held)
    FROM journal_compared(of_table, names) c WHERE c.held IS DISTINCT FROM c.recorded
$$;

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON campaigns
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('campaign_id');

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON migrations
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('schema', 'number');

-- Seeds and keys are checked against the commitments in the ledger, where it has some: those of older campaigns have none.
CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON campaign_secrets
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('campaign_id');

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON epoch_seeds
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('campaign_id', 'epoch');

SELECT journal_see('campaigns', '{campaign_id}');
SELECT journal_see('campaign_secrets', '{campaign_id}');
SELECT journal_see('epoch_seeds', '{campaign_id,epoch}');
SELECT journal_see('migrations', '{schema,number}');
