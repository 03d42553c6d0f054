-- Transactions are numbered in the order in which they come, and seals say what the history was.
-- SQLite adds no key to a table, so headers move to a new one; guards that name the old one are laid anew.

DROP TRIGGER posting_sealed;

DROP TRIGGER hand_frozen;

CREATE TABLE ledger_txn_numbered (
  id TEXT NOT NULL,
  idem_key TEXT NOT NULL,
  request_sha TEXT NOT NULL,
  kind TEXT NOT NULL,
  room_id TEXT,
  hand_no INTEGER,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  ticket TEXT NOT NULL,
  approver TEXT,
  created_ms INTEGER NOT NULL,
  no INTEGER NOT NULL PRIMARY KEY,
  CONSTRAINT ledger_txn_id UNIQUE (id),
  CONSTRAINT ledger_txn_key UNIQUE (idem_key),
  CONSTRAINT ledger_txn_kind CHECK (kind IN ('hand', 'grant', 'mint', 'correction')),
  CONSTRAINT ledger_txn_hand CHECK (
    kind <> 'hand'
    OR (room_id IS NOT NULL AND hand_no IS NOT NULL AND idem_key = 'hand:' || room_id || ':' || hand_no)
  ),
  CONSTRAINT ledger_txn_named CHECK (actor <> '' AND (kind = 'hand' OR (reason <> '' AND ticket <> ''))),
  CONSTRAINT ledger_txn_two CHECK (approver IS NULL OR (approver <> '' AND approver <> actor))
) STRICT;

INSERT INTO ledger_txn_numbered
  (id, idem_key, request_sha, kind, room_id, hand_no, actor, reason, ticket, approver, created_ms)
  SELECT id, idem_key, request_sha, kind, room_id, hand_no, actor, reason, ticket, approver, created_ms
    FROM ledger_txn ORDER BY rowid;

DROP TABLE ledger_txn;

ALTER TABLE ledger_txn_numbered RENAME TO ledger_txn;

CREATE TRIGGER ledger_txn_seal BEFORE INSERT ON ledger_txn BEGIN
  SELECT RAISE(ABORT, 'ledger: duplicate key')
    WHERE EXISTS (SELECT 1 FROM ledger_txn WHERE id = NEW.id OR idem_key = NEW.idem_key);
  SELECT RAISE(ABORT, 'ledger: the number is taken')
    WHERE EXISTS (SELECT 1 FROM ledger_txn WHERE no = NEW.no);
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

-- Without this whoever inserts could choose a number among the sealed ones, or leave a gap.
CREATE TRIGGER ledger_txn_numbered AFTER INSERT ON ledger_txn BEGIN
  SELECT RAISE(ABORT, 'ledger: numbers follow each other')
    WHERE NEW.no < 1 OR NEW.no <> (SELECT max(no) FROM ledger_txn)
       OR (NEW.no > 1 AND NOT EXISTS (SELECT 1 FROM ledger_txn WHERE no = NEW.no - 1));
END;

CREATE TRIGGER ledger_txn_free AFTER INSERT ON ledger_txn WHEN NEW.kind = 'hand' BEGIN
  UPDATE account SET hand = NULL WHERE hand = NEW.room_id || ':' || NEW.hand_no;
END;

CREATE TRIGGER ledger_txn_frozen_update BEFORE UPDATE ON ledger_txn BEGIN
  SELECT RAISE(ABORT, 'ledger: headers are never changed');
END;

CREATE TRIGGER ledger_txn_frozen_delete BEFORE DELETE ON ledger_txn BEGIN
  SELECT RAISE(ABORT, 'ledger: headers are never deleted');
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

CREATE TRIGGER hand_frozen BEFORE UPDATE ON hand BEGIN
  SELECT RAISE(ABORT, 'ledger: a hand ends once')
    WHERE OLD.status <> 'running' OR NEW.room_id <> OLD.room_id OR NEW.hand_no <> OLD.hand_no;
  SELECT RAISE(ABORT, 'ledger: the hand has moved beans')
    WHERE NEW.status = 'void' AND EXISTS (
      SELECT 1 FROM ledger_txn WHERE idem_key = 'hand:' || NEW.room_id || ':' || NEW.hand_no);
END;

CREATE INDEX hand_ended ON hand (ended_ms);

CREATE TABLE ledger_seal (
  no INTEGER NOT NULL PRIMARY KEY,
  upto INTEGER NOT NULL,
  sha TEXT NOT NULL,
  sealed_ms INTEGER NOT NULL
) STRICT;

CREATE TRIGGER ledger_seal_next BEFORE INSERT ON ledger_seal BEGIN
  SELECT RAISE(ABORT, 'ledger: seals follow each other')
    WHERE NEW.no <> (SELECT coalesce(max(no), 0) FROM ledger_seal) + 1
       OR NEW.upto <= coalesce((SELECT upto FROM ledger_seal ORDER BY no DESC LIMIT 1), 0);
  SELECT RAISE(ABORT, 'ledger: a seal ends with a transaction')
    WHERE NOT EXISTS (SELECT 1 FROM ledger_txn WHERE no = NEW.upto);
END;

CREATE TRIGGER ledger_seal_frozen_update BEFORE UPDATE ON ledger_seal BEGIN
  SELECT RAISE(ABORT, 'ledger: seals are never changed');
END;

CREATE TRIGGER ledger_seal_frozen_delete BEFORE DELETE ON ledger_seal BEGIN
  SELECT RAISE(ABORT, 'ledger: seals are never deleted');
END;
