-- Read models that follow the ledgers by themselves, after the entries are written. A generation is one whole reading of a
-- campaign's ledger from its beginning; a new one grows beside the one that is read and takes its place when it has come
-- as far. What is here can always be made again, so a later release may drop it and start over.

-- How far a generation has come: `entry` is the last one that is in it. It is written in the transaction that writes what
-- the entries came to, so that each is in it exactly once, whenever the process that writes is killed.
CREATE TABLE tracking (
    campaign_id uuid NOT NULL,
    projection  text COLLATE "C" NOT NULL,
    generation  integer NOT NULL,
    entry       bigint NOT NULL,
    live        boolean NOT NULL,
    PRIMARY KEY (campaign_id, projection, generation)
);

CREATE UNIQUE INDEX tracking_live ON tracking (campaign_id, projection) WHERE live;

-- An entry that a projection cannot take. The campaign's projection stands before it until it is tried again.
CREATE TABLE dead_letters (
    campaign_id uuid NOT NULL,
    projection  text COLLATE "C" NOT NULL,
    entry       bigint NOT NULL,
    error       text NOT NULL,
    attempts    integer NOT NULL,
    first_at    timestamptz NOT NULL DEFAULT now(),
    last_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (campaign_id, projection)
);

-- One row for each event of each version of an entry. `version` is 0 as first written, else the revision that made the
-- entry what it is there (then its events have no position of their own); `struck` the revision since which that version
-- no longer stands. Of a fork, what it shares with its parent is here as it was known at forking. `at`, `session` and `scene` of
-- an insert are those of the entry it stands after. `sides` and `dice` are those of a roll, in rolling order.
CREATE TABLE facts (
    campaign_id uuid NOT NULL,
    generation  integer NOT NULL,
    entry       bigint NOT NULL,
    version     bigint NOT NULL,
    seq         integer NOT NULL,
    position    bigint,
    at          timestamptz NOT NULL,
    session     bigint,
    scene       bigint,
    member      text COLLATE "C" NOT NULL,
    kind        text COLLATE "C" NOT NULL,
    type        text COLLATE "C" NOT NULL,
    aggregate   text COLLATE "C" NOT NULL,
    name        text NOT NULL,
    amount      bigint,
    total       bigint,
    sides       integer[],
    dice        integer[],
    struck      bigint,
    PRIMARY KEY (campaign_id, generation, entry, version, seq)
);
