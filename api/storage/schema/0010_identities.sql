-- Identities with which people sign in: an OpenID Connect provider (its issuer) calls a person by a subject. Each stands on a
-- token of the account that nobody knows; ending the identity ends the token, and with it the sessions. The journal outlives a
-- row, so each has a salt: what once was in the row can be guessed from no record.

CREATE TABLE identities (
    identity_id uuid PRIMARY KEY,
    issuer      text NOT NULL,
    subject     text NOT NULL,
    name        text,
    token_id    uuid NOT NULL REFERENCES tokens,
    created_at  timestamptz NOT NULL DEFAULT now(),
    salt        uuid NOT NULL DEFAULT gen_random_uuid(),
    UNIQUE (issuer, subject)
);

CREATE INDEX identities_token ON identities (token_id);

CREATE TRIGGER salted BEFORE UPDATE ON identities FOR EACH ROW EXECUTE FUNCTION salted_anew();

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON identities
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('identity_id');
