-- Addresses to which a campaign's news is sent, each with the sight of a member and for as long as the token it was made
-- with is valid. The secret signs what is sent, so it is kept itself and not as a digest.

CREATE TABLE webhooks (
    webhook_id  uuid PRIMARY KEY,
    campaign_id uuid NOT NULL,
    member_id   uuid NOT NULL REFERENCES accounts,
    token_id    uuid NOT NULL REFERENCES tokens,
    url         text NOT NULL,
    secret      bytea NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX webhooks_campaign ON webhooks (campaign_id, member_id);
CREATE INDEX webhooks_token ON webhooks (token_id);

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON webhooks
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('webhook_id');

-- How far each has come: `entry` is the last one that was delivered or given up. `next_at` is when the next attempt is due,
-- and until then the hook belongs to the worker of the claim, unless another has claimed or replayed it since.
CREATE TABLE webhook_progress (
    webhook_id    uuid PRIMARY KEY REFERENCES webhooks ON DELETE CASCADE,
    entry         bigint NOT NULL,
    next_at       timestamptz NOT NULL DEFAULT now(),
    claim         uuid,
    attempts      integer NOT NULL DEFAULT 0,
    error         text,
    failing_since timestamptz,
    stopped_at    timestamptz,
    stopped_for   text
);

CREATE INDEX webhook_progress_due ON webhook_progress (next_at) WHERE stopped_at IS NULL;

CREATE TABLE undelivered_entries (
    webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    entry      bigint NOT NULL,
    attempts   integer NOT NULL,
    error      text NOT NULL,
    given_up   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (webhook_id, entry)
);
