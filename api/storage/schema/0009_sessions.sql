-- Sessions of browsers. Each stands on a token: it has the token's rights, and ends with it. Of its secret, which a cookie
-- holds, only the SHA-256 is kept. The secret changes from time to time; the `former` one is accepted for a minute more,
-- because requests overlap. `form_secret` makes the tokens without which no form of the session is taken.

CREATE TABLE sessions (
    session_id  uuid PRIMARY KEY,
    token_id    uuid NOT NULL REFERENCES tokens,
    secret      bytea NOT NULL UNIQUE,
    former      bytea UNIQUE,
    rotated_at  timestamptz NOT NULL DEFAULT now(),
    form_secret bytea NOT NULL,
    device      text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    seen_at     timestamptz NOT NULL DEFAULT now(),
    expires_at  timestamptz NOT NULL,
    ended_at    timestamptz
);

CREATE INDEX sessions_token ON sessions (token_id);

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON sessions
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('session_id');
