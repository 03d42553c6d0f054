-- What a public table was, who changed it and why: written once, and kept.

CREATE TRIGGER tier_frozen BEFORE UPDATE OR DELETE ON tier
  FOR EACH ROW EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER tier_truncate BEFORE TRUNCATE ON tier
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_frozen();
