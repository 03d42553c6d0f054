-- Transactions are numbered in the order in which they come, and seals say what the history was.

ALTER TABLE posting DROP CONSTRAINT posting_txn;

ALTER TABLE ledger_txn DROP CONSTRAINT ledger_txn_pkey;

ALTER TABLE ledger_txn ADD COLUMN no BIGINT GENERATED ALWAYS AS IDENTITY CONSTRAINT ledger_txn_pkey PRIMARY KEY;

ALTER TABLE ledger_txn ADD CONSTRAINT ledger_txn_id UNIQUE (id);

ALTER TABLE posting ADD CONSTRAINT posting_txn
  FOREIGN KEY (txn_id) REFERENCES ledger_txn (id) DEFERRABLE INITIALLY DEFERRED;

CREATE INDEX hand_ended ON hand (ended_ms);

CREATE TABLE ledger_seal (
  no BIGINT NOT NULL PRIMARY KEY,
  upto BIGINT NOT NULL,
  sha TEXT NOT NULL,
  sealed_ms BIGINT NOT NULL
);

CREATE FUNCTION ledger_seal_next() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
DECLARE
  last_no bigint;
  last_upto bigint;
BEGIN
  SELECT no, upto INTO last_no, last_upto FROM ledger_seal ORDER BY no DESC LIMIT 1;
  IF NEW.no <> coalesce(last_no, 0) + 1 OR NEW.upto <= coalesce(last_upto, 0) THEN
    PERFORM ledger_refuse('seals follow each other');
  ELSIF NOT EXISTS (SELECT 1 FROM ledger_txn WHERE no = NEW.upto) THEN
    PERFORM ledger_refuse('a seal ends with a transaction');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_seal_next BEFORE INSERT ON ledger_seal
  FOR EACH ROW EXECUTE FUNCTION ledger_seal_next();

CREATE TRIGGER ledger_seal_frozen BEFORE UPDATE OR DELETE ON ledger_seal
  FOR EACH ROW EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER ledger_seal_truncate BEFORE TRUNCATE ON ledger_seal
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_frozen();
