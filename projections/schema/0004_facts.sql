-- Facts with what reports ask for, and a row for each version of an entry. They are made anew from the ledgers, whatever there was before.

DELETE FROM facts;
DELETE FROM fact_dice;
DELETE FROM tracking WHERE projection = 'facts';

-- `actor` is whoever acts in the command, `by` who brought an event about, `against` whom it was aimed at, all by reference. `what` is what it is
-- about in a word, `change` by how much the number that its instance is counted by rose or fell, `level` what it was set to.
ALTER TABLE facts
    ADD COLUMN actor     text COLLATE "C",
    ADD COLUMN component text COLLATE "C" NOT NULL,
    ADD COLUMN what      text,
    ADD COLUMN by        text COLLATE "C",
    ADD COLUMN against   text COLLATE "C",
    ADD COLUMN change    bigint,
    ADD COLUMN level     bigint,
    ADD COLUMN state     text,
    ADD COLUMN because   text,
    ADD COLUMN notation  text,
    ADD COLUMN addends   text[],
    ADD COLUMN added     bigint[];

-- One row for each version of an entry, as there is one for each of its events in `facts`. `written` is when the entry was written, `at` when it counts
-- as having happened. Of a revision, `asked` is how many entries it was asked to change, `followed` how many changed because of those, `decided` how many
-- came out otherwise.
CREATE TABLE fact_entries (
    campaign_id uuid NOT NULL,
    generation  integer NOT NULL,
    entry       bigint NOT NULL,
    version     bigint NOT NULL,
    place       bigint[] NOT NULL,
    kind        text COLLATE "C" NOT NULL,
    status      text COLLATE "C" NOT NULL,
    written     timestamptz NOT NULL,
    at          timestamptz NOT NULL,
    clock       bigint NOT NULL,
    session     bigint,
    scene       bigint,
    encounter   text COLLATE "C",
    deed        bigint NOT NULL,
    command     text COLLATE "C",
    actor       text COLLATE "C",
    member      text COLLATE "C" NOT NULL,
    by_gm       boolean NOT NULL,
    through     text COLLATE "C",
    audience    text[] NOT NULL,
    rules       text[] NOT NULL,
    asks        text COLLATE "C",
    answers     text COLLATE "C",
    refused     text COLLATE "C",
    overruled   bigint NOT NULL,
    asked       bigint,
    followed    bigint,
    inserted    bigint,
    decided     bigint,
    withdraws   bigint,
    struck      bigint,
    PRIMARY KEY (campaign_id, generation, entry, version)
);
