-- The ledger. `campaign_id` comes first in every key: nothing is ever ordered, locked or looked up across campaigns, and
-- the tables can be distributed by campaign on an engine that does that. There are no foreign keys (each would lock the
-- campaign's row in every append); the chain covers what they would, and `retcon verify` lists what belongs to nothing.

CREATE TABLE campaigns (
    campaign_id uuid PRIMARY KEY,
    name        text NOT NULL,
    system      text NOT NULL,
    created_at  text NOT NULL,
    forked_from uuid,
    forked_at   bigint
);

-- One row a campaign, rewritten by every append: the free space keeps the new version on the same page, off the index.
CREATE TABLE heads (
    campaign_id uuid PRIMARY KEY,
    entry       bigint NOT NULL,
    position    bigint NOT NULL,
    hash        bytea NOT NULL,
    paths       integer NOT NULL
) WITH (fillfactor = 50);

-- `position` is the position of the entry's last event (of the last one before it, where it has none), `events` how many
-- it has, `place` where it stands in the story. `kind` to `after` repeat the header for queries.
--
-- `read_ids` has no index of its own: entries after n are one range of the primary key, and those that read a path are
-- filtered from it. Measured over 10,000 entries of 20 reads each, with eight campaigns in the table: 10 ms for one path
-- and 58 ms for a hundred, 0.1 ms over the newest hundred entries. A GIN index on the array answers rare paths in 0.1 to
-- 4 ms, but costs each append 36 to 70 % more write-ahead log and stalls of 25 ms when its pending list is flushed;
-- and without an extension it cannot start with the campaign, so that it gets slower with every other campaign.
CREATE TABLE entries (
    campaign_id    uuid NOT NULL,
    number         bigint NOT NULL,
    position       bigint NOT NULL,
    events         integer NOT NULL,
    place          bigint[] NOT NULL,
    kind           text COLLATE "C" NOT NULL,
    command_id     text COLLATE "C" NOT NULL,
    member         text COLLATE "C" NOT NULL,
    at             text COLLATE "C" NOT NULL,
    session        bigint,
    deed           bigint NOT NULL,
    status         text COLLATE "C" NOT NULL,
    after          bigint,
    read_ids       integer[] NOT NULL,
    request_digest bytea NOT NULL,
    salt           bytea NOT NULL,
    digest         bytea NOT NULL,
    hash           bytea NOT NULL,
    header         bytea NOT NULL,
    PRIMARY KEY (campaign_id, number),
    CONSTRAINT entries_command_id UNIQUE (campaign_id, command_id)
);

-- Most entries begin their own deed and need no row here.
CREATE INDEX entries_answers ON entries (campaign_id, deed) WHERE deed <> number;

-- Nor are there many revisions, or many entries that stand elsewhere than at their own number.
CREATE INDEX entries_revisions ON entries (campaign_id, number) WHERE kind = 'revision';
CREATE INDEX entries_inserts ON entries (campaign_id, place) WHERE after IS NOT NULL;

-- An entry's events are found by their positions, which its row gives.
CREATE TABLE events (
    campaign_id uuid NOT NULL,
    position    bigint NOT NULL,
    entry       bigint NOT NULL,
    ref         text COLLATE "C" NOT NULL,
    version     bigint NOT NULL,
    topic       text COLLATE "C" NOT NULL,
    kind        text COLLATE "C" NOT NULL,
    body        bytea NOT NULL,
    PRIMARY KEY (campaign_id, position),
    CONSTRAINT events_stream UNIQUE (campaign_id, ref, version)
);

-- What a revision makes of earlier entries, `seq` in its order. `rest` is the JSON of what is not in columns or in
-- `restated_events`; together they give the canonical bytes back, so that the chain covers every one of these columns.
CREATE TABLE restatements (
    campaign_id uuid NOT NULL,
    entry       bigint NOT NULL,
    revision    bigint NOT NULL,
    seq         integer NOT NULL,
    status      text COLLATE "C" NOT NULL,
    read_ids    integer[] NOT NULL,
    rest        bytea NOT NULL,
    PRIMARY KEY (campaign_id, entry, revision),
    CONSTRAINT restatements_revision UNIQUE (campaign_id, revision, seq)
);

CREATE TABLE restated_events (
    campaign_id uuid NOT NULL,
    entry       bigint NOT NULL,
    revision    bigint NOT NULL,
    seq         integer NOT NULL,
    ref         text COLLATE "C" NOT NULL,
    topic       text COLLATE "C" NOT NULL,
    body        text NOT NULL,
    PRIMARY KEY (campaign_id, entry, revision, seq)
);

CREATE INDEX restated_events_ref ON restated_events (campaign_id, ref, entry, revision);

-- State rows grow and are rewritten whole by most appends.
CREATE TABLE states (
    campaign_id uuid NOT NULL,
    ref         text COLLATE "C" NOT NULL,
    version     bigint NOT NULL,
    body        bytea NOT NULL,
    PRIMARY KEY (campaign_id, ref)
) WITH (fillfactor = 70);

-- States that are kept along the way, at places of the effective order: a cache. One that stands at the place of the
-- entry that made it was the head then; its `version` also tells from where the rest of its stream is to be read. `died` is
-- the revision that made that past another one; reads of what was known before go on from it.
CREATE TABLE checkpoints (
    campaign_id uuid NOT NULL,
    ref         text COLLATE "C" NOT NULL,
    place       bigint[] NOT NULL,
    created     bigint NOT NULL,
    version     bigint NOT NULL,
    body        bytea NOT NULL,
    died        bigint,
    PRIMARY KEY (campaign_id, ref, place, created)
) WITH (fillfactor = 90);

-- Interned paths: `id` counts from 1 in the order of first use, `entry` is the one that used it first.
CREATE TABLE paths (
    campaign_id uuid NOT NULL,
    id          integer NOT NULL,
    path        text COLLATE "C" NOT NULL,
    entry       bigint NOT NULL,
    PRIMARY KEY (campaign_id, id),
    CONSTRAINT paths_path UNIQUE (campaign_id, path)
);

-- Free text, apart from what the chain covers, so that it can be erased: salt and words are then null.
CREATE TABLE texts (
    campaign_id uuid NOT NULL,
    entry       bigint NOT NULL,
    index       integer NOT NULL,
    salt        bytea,
    words       text,
    PRIMARY KEY (campaign_id, entry, index)
);

-- Secrets, apart from what is shown and exported.
CREATE TABLE epoch_seeds (
    campaign_id uuid NOT NULL,
    epoch       integer NOT NULL,
    open        bytea NOT NULL,
    sealed      bytea NOT NULL,
    PRIMARY KEY (campaign_id, epoch)
);

CREATE TABLE amendment_seeds (
    campaign_id uuid PRIMARY KEY,
    seed        bytea NOT NULL
);
