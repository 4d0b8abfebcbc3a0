-- Who may do what is in the journal. Its records outlive a name that was erased, so each account has a salt that its digest
-- covers, and that every change makes anew: what once was in the row can be guessed from no record.

ALTER TABLE accounts ADD COLUMN salt uuid NOT NULL DEFAULT gen_random_uuid();

CREATE FUNCTION salted_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('retcon.journal', true), '') = 'on' THEN
        NEW.salt := gen_random_uuid();
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER salted BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION salted_anew();

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON accounts
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('account_id');

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON tokens
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('token_id');

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON invitations
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('campaign_id', 'invitation_id');

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON grants
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('campaign_id', 'member_id', 'bot_id');

SELECT journal_see('accounts', '{account_id}');
SELECT journal_see('tokens', '{token_id}');
SELECT journal_see('invitations', '{campaign_id,invitation_id}');
SELECT journal_see('grants', '{campaign_id,member_id,bot_id}');
