-- What an entry could not be taken for is in the journal; how far projections are, and what they made, is compared with the
-- ledger instead, since it is written all the time.

CREATE CONSTRAINT TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON dead_letters
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_row('campaign_id', 'projection');

SELECT journal_see('dead_letters', '{campaign_id,projection}');
