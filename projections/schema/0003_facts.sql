-- Facts with all that reports ask for, and a row for each die. They are made anew from the ledgers, whatever there was before.

DELETE FROM facts;
DELETE FROM tracking WHERE projection = 'facts';

-- `place` orders entries as they are corrected; `clock` of an insert is that of the entry it stands after, as `at` is. `total`, `shown`
-- (what the dice count as), `target` and `outcome` are those of a roll, `sides`, `dice` and `kept` its dice in rolling order, and `body` is
-- the event.
ALTER TABLE facts
    ADD COLUMN place     bigint[] NOT NULL,
    ADD COLUMN clock     bigint NOT NULL,
    ADD COLUMN encounter text COLLATE "C",
    ADD COLUMN deed      bigint NOT NULL,
    ADD COLUMN command   text COLLATE "C",
    ADD COLUMN by_gm     boolean NOT NULL,
    ADD COLUMN through   text COLLATE "C",
    ADD COLUMN audience  text[] NOT NULL,
    ADD COLUMN rules     text[] NOT NULL,
    ADD COLUMN shown     bigint,
    ADD COLUMN target    bigint,
    ADD COLUMN outcome   text,
    ADD COLUMN kept      boolean[],
    ADD COLUMN body      bytea NOT NULL;

-- One row for each die, as it was first drawn: with the entry `entry`, as the `number`-th of its dice.
CREATE TABLE fact_dice (
    campaign_id uuid NOT NULL,
    generation  integer NOT NULL,
    entry       bigint NOT NULL,
    number      integer NOT NULL,
    at          timestamptz NOT NULL,
    session     bigint,
    scene       bigint,
    encounter   text COLLATE "C",
    deed        bigint NOT NULL,
    member      text COLLATE "C" NOT NULL,
    audience    text[] NOT NULL,
    roller      text COLLATE "C" NOT NULL,
    label       text NOT NULL,
    roll        text NOT NULL,
    sides       integer NOT NULL,
    value       integer NOT NULL,
    source      text COLLATE "C" NOT NULL,
    sealed      boolean NOT NULL,
    PRIMARY KEY (campaign_id, generation, entry, number)
);
