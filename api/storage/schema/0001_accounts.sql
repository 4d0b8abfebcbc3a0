-- Who may do what on this installation. Names live here and nowhere else: the ledger knows members by account id only, so
-- that a name can be erased for good. Of tokens and invitation codes only the SHA-256 is kept; they are 32 random bytes,
-- which nobody guesses, so a slow hash would protect nothing, and looking a hash up tells a guesser nothing by its time.

CREATE TABLE accounts (
    account_id uuid PRIMARY KEY,
    kind       text COLLATE "C" NOT NULL CHECK (kind IN ('owner', 'person', 'bot')),
    name       text,
    made_by    uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    erased_at  timestamptz
);

-- `campaign_id` narrows a token to one campaign, and `acts_for` there to one member who granted it. A revoked token keeps
-- its row, so that it is listed as revoked and never becomes valid again.
CREATE TABLE tokens (
    token_id    uuid PRIMARY KEY,
    account_id  uuid NOT NULL REFERENCES accounts,
    secret      bytea NOT NULL UNIQUE,
    label       text NOT NULL,
    scopes      text[] NOT NULL,
    campaign_id uuid,
    acts_for    uuid,
    created_at  timestamptz NOT NULL DEFAULT now(),
    expires_at  timestamptz,
    revoked_at  timestamptz
);

CREATE INDEX tokens_account ON tokens (account_id);

CREATE TABLE invitations (
    campaign_id   uuid NOT NULL,
    invitation_id uuid NOT NULL,
    secret        bytea NOT NULL UNIQUE,
    role          text COLLATE "C" NOT NULL,
    uses_left     integer NOT NULL CHECK (uses_left >= 0),
    invited_by    uuid NOT NULL REFERENCES accounts,
    created_at    timestamptz NOT NULL DEFAULT now(),
    expires_at    timestamptz NOT NULL,
    PRIMARY KEY (campaign_id, invitation_id)
);

-- A bot may act for a member who said so, in the one campaign it was said in.
CREATE TABLE grants (
    campaign_id uuid NOT NULL,
    member_id   uuid NOT NULL,
    bot_id      uuid NOT NULL REFERENCES accounts,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (campaign_id, member_id, bot_id)
);
