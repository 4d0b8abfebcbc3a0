-- Discord users who are linked to accounts, each by a token of the account that nobody knows: ending the token ends the link.
-- A code makes a link; an account has one at most.

CREATE TABLE discord_codes (
    account_id uuid PRIMARY KEY REFERENCES accounts,
    secret     bytea NOT NULL UNIQUE,
    scopes     text[] NOT NULL,
    ends_at    timestamptz,
    expires_at timestamptz NOT NULL
);

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON discord_codes
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('account_id');

CREATE TABLE discord_links (
    user_id  text PRIMARY KEY,
    token_id uuid NOT NULL UNIQUE REFERENCES tokens
);

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON discord_links
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('user_id');

-- Channels of Discord in which a campaign is played.
CREATE TABLE discord_channels (
    channel_id  text PRIMARY KEY,
    campaign_id uuid NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX discord_channels_campaign ON discord_channels (campaign_id, channel_id);

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON discord_channels
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('channel_id');
