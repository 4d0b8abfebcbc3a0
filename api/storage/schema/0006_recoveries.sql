-- Codes by which members who lost their token come back into one campaign; a member has one at most.

CREATE TABLE recoveries (
    campaign_id uuid NOT NULL,
    member_id   uuid NOT NULL REFERENCES accounts,
    secret      bytea NOT NULL UNIQUE,
    made_by     uuid NOT NULL REFERENCES accounts,
    expires_at  timestamptz NOT NULL,
    PRIMARY KEY (campaign_id, member_id)
);

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON recoveries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('campaign_id', 'member_id');
