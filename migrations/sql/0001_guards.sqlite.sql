-- The guards of the ledger, for SQLite. Statements are parted by blank lines.
-- "INSERT OR REPLACE" deletes without delete triggers, so whatever exists already is refused before the insert.

CREATE TRIGGER ledger_txn_seal BEFORE INSERT ON ledger_txn BEGIN
  SELECT RAISE(ABORT, 'ledger: duplicate key')
    WHERE EXISTS (SELECT 1 FROM ledger_txn WHERE id = NEW.id OR idem_key = NEW.idem_key);
  SELECT RAISE(ABORT, 'ledger: fewer than two postings')
    WHERE (SELECT count(*) FROM posting WHERE txn_id = NEW.id) < 2;
  SELECT RAISE(ABORT, 'ledger: postings do not sum to zero')
    WHERE (SELECT sum(amount) FROM posting WHERE txn_id = NEW.id) <> 0;
  SELECT RAISE(ABORT, 'ledger: postings of another hand')
    WHERE EXISTS (SELECT 1 FROM posting WHERE txn_id = NEW.id AND hand IS NOT
                    CASE WHEN NEW.kind = 'hand' THEN NEW.room_id || ':' || NEW.hand_no END);
  SELECT RAISE(ABORT, 'ledger: the hand is void')
    WHERE NEW.kind = 'hand' AND EXISTS (
      SELECT 1 FROM hand WHERE room_id = NEW.room_id AND hand_no = NEW.hand_no AND status = 'void');
END;

CREATE TRIGGER ledger_txn_free AFTER INSERT ON ledger_txn WHEN NEW.kind = 'hand' BEGIN
  UPDATE account SET hand = NULL WHERE hand = NEW.room_id || ':' || NEW.hand_no;
END;

CREATE TRIGGER posting_sealed BEFORE INSERT ON posting BEGIN
  SELECT RAISE(ABORT, 'ledger: the transaction is sealed')
    WHERE EXISTS (SELECT 1 FROM ledger_txn WHERE id = NEW.txn_id);
  SELECT RAISE(ABORT, 'ledger: the posting exists')
    WHERE EXISTS (SELECT 1 FROM posting WHERE txn_id = NEW.txn_id AND line_no = NEW.line_no)
       OR EXISTS (SELECT 1 FROM posting
                    WHERE account_id = NEW.account_id AND account_version = NEW.account_version);
  SELECT RAISE(ABORT, 'ledger: the account is in a hand')
    WHERE NEW.amount < 0 AND EXISTS (
      SELECT 1 FROM account WHERE id = NEW.account_id AND hand IS NOT NULL AND hand IS NOT NEW.hand);
END;

CREATE TRIGGER posting_apply AFTER INSERT ON posting BEGIN
  UPDATE account SET balance = balance + NEW.amount, version = version + 1
    WHERE id = NEW.account_id AND version = NEW.account_version - 1
      AND balance + NEW.amount = NEW.balance_after;
  SELECT RAISE(ABORT, 'ledger: version or balance does not follow')
    WHERE NOT EXISTS (SELECT 1 FROM account WHERE id = NEW.account_id
                        AND version = NEW.account_version AND balance = NEW.balance_after);
END;

CREATE TRIGGER posting_frozen_update BEFORE UPDATE ON posting BEGIN
  SELECT RAISE(ABORT, 'ledger: postings are never changed');
END;

CREATE TRIGGER posting_frozen_delete BEFORE DELETE ON posting BEGIN
  SELECT RAISE(ABORT, 'ledger: postings are never deleted');
END;

CREATE TRIGGER ledger_txn_frozen_update BEFORE UPDATE ON ledger_txn BEGIN
  SELECT RAISE(ABORT, 'ledger: headers are never changed');
END;

CREATE TRIGGER ledger_txn_frozen_delete BEFORE DELETE ON ledger_txn BEGIN
  SELECT RAISE(ABORT, 'ledger: headers are never deleted');
END;

CREATE TRIGGER account_opened BEFORE INSERT ON account BEGIN
  SELECT RAISE(ABORT, 'ledger: accounts open empty')
    WHERE NEW.balance <> 0 OR NEW.version <> 0 OR NEW.hand IS NOT NULL;
  SELECT RAISE(ABORT, 'ledger: the account exists')
    WHERE EXISTS (SELECT 1 FROM account WHERE id = NEW.id)
       OR EXISTS (SELECT 1 FROM account WHERE owner_id = NEW.owner_id)
       OR (NEW.owner_id IS NULL AND EXISTS (SELECT 1 FROM account WHERE kind = NEW.kind AND owner_id IS NULL));
END;

CREATE TRIGGER account_guard BEFORE UPDATE ON account BEGIN
  SELECT RAISE(ABORT, 'ledger: accounts change by postings only')
    WHERE NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.owner_id IS NOT OLD.owner_id
       OR NEW.min_balance <> OLD.min_balance
       OR (NEW.hand IS NOT OLD.hand AND (
             (NEW.hand IS NOT NULL AND OLD.hand IS NOT NULL)
             OR NEW.balance <> OLD.balance OR NEW.version <> OLD.version))
       OR (NEW.hand IS OLD.hand AND NOT EXISTS (
             SELECT 1 FROM posting WHERE account_id = NEW.id AND account_version = NEW.version
               AND NEW.version = OLD.version + 1 AND amount = NEW.balance - OLD.balance
               AND balance_after = NEW.balance));
END;

CREATE TRIGGER account_frozen BEFORE DELETE ON account BEGIN
  SELECT RAISE(ABORT, 'ledger: accounts are never deleted');
END;

CREATE TRIGGER hand_frozen BEFORE UPDATE ON hand BEGIN
  SELECT RAISE(ABORT, 'ledger: a hand ends once')
    WHERE OLD.status <> 'running' OR NEW.room_id <> OLD.room_id OR NEW.hand_no <> OLD.hand_no;
  SELECT RAISE(ABORT, 'ledger: the hand has moved beans')
    WHERE NEW.status = 'void' AND EXISTS (
      SELECT 1 FROM ledger_txn WHERE idem_key = 'hand:' || NEW.room_id || ':' || NEW.hand_no);
END;
