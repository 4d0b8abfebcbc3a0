-- An installation has one owner, and one owner token at a time, however many data folders and processes share the database.
-- Of those there were before, the newest counts as the owner token; the others stay valid until they are revoked.

ALTER TABLE tokens ADD COLUMN owner_token boolean CHECK (owner_token);

UPDATE tokens SET owner_token = true WHERE token_id = (
    SELECT token_id FROM tokens JOIN accounts USING (account_id)
    WHERE kind = 'owner' AND label = 'owner token' AND revoked_at IS NULL AND expires_at IS NULL AND campaign_id IS NULL
    AND acts_for IS NULL AND 'admin' = ANY (scopes)
    ORDER BY tokens.created_at DESC, token_id LIMIT 1
);

CREATE UNIQUE INDEX tokens_owner ON tokens (owner_token) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX accounts_owner ON accounts (kind) WHERE kind = 'owner';
