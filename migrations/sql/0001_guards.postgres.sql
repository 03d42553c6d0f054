-- The guards of the ledger, for PostgreSQL. Statements are parted by blank lines.
-- The functions run with their owner's rights and a fixed search path; the role of the server may only insert.
-- SQLSTATE DL001: refused.

CREATE FUNCTION ledger_refuse(reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: %', reason USING ERRCODE = 'DL001';
END $$;

CREATE FUNCTION ledger_txn_seal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
DECLARE
  this_hand text := CASE WHEN NEW.kind = 'hand' THEN NEW.room_id || ':' || NEW.hand_no END;
  lines bigint;
  total numeric;
  strangers bigint;
BEGIN
  SELECT count(*), sum(amount), count(*) FILTER (WHERE hand IS DISTINCT FROM this_hand)
    INTO lines, total, strangers FROM posting WHERE txn_id = NEW.id;
  IF lines < 2 THEN
    PERFORM ledger_refuse('fewer than two postings');
  ELSIF total <> 0 THEN
    PERFORM ledger_refuse('postings do not sum to zero');
  ELSIF strangers > 0 THEN
    PERFORM ledger_refuse('postings of another hand');
  ELSIF NEW.kind = 'hand' AND EXISTS (
      SELECT 1 FROM hand WHERE room_id = NEW.room_id AND hand_no = NEW.hand_no AND status = 'void') THEN
    PERFORM ledger_refuse('the hand is void');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_txn_seal BEFORE INSERT ON ledger_txn FOR EACH ROW EXECUTE FUNCTION ledger_txn_seal();

CREATE FUNCTION ledger_txn_free() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  PERFORM unmark_hand(NEW.room_id || ':' || NEW.hand_no);
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_txn_free AFTER INSERT ON ledger_txn
  FOR EACH ROW WHEN (NEW.kind = 'hand') EXECUTE FUNCTION ledger_txn_free();

-- The lock makes whoever adds to a transaction that another session is sealing wait for that session's end.
CREATE FUNCTION posting_sealed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.txn_id, 4607));
  IF EXISTS (SELECT 1 FROM ledger_txn WHERE id = NEW.txn_id) THEN
    PERFORM ledger_refuse('the transaction is sealed');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER posting_sealed BEFORE INSERT ON posting FOR EACH ROW EXECUTE FUNCTION posting_sealed();

-- The mark is looked at by the update itself: a mark that was set meanwhile is seen once its row lock is gone.
CREATE FUNCTION posting_apply() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  UPDATE account SET balance = balance + NEW.amount, version = version + 1
    WHERE id = NEW.account_id AND version = NEW.account_version - 1
      AND balance + NEW.amount = NEW.balance_after
      AND (NEW.amount > 0 OR hand IS NULL OR hand = NEW.hand);
  IF NOT FOUND THEN
    IF EXISTS (SELECT 1 FROM account WHERE id = NEW.account_id AND version = NEW.account_version - 1
                 AND balance + NEW.amount = NEW.balance_after) THEN
      PERFORM ledger_refuse('the account is in a hand');
    END IF;
    PERFORM ledger_refuse('version or balance does not follow');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER posting_apply AFTER INSERT ON posting FOR EACH ROW EXECUTE FUNCTION posting_apply();

CREATE FUNCTION account_opened() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  IF NEW.balance <> 0 OR NEW.version <> 0 OR NEW.hand IS NOT NULL THEN
    PERFORM ledger_refuse('accounts open empty');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER account_opened BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION account_opened();

CREATE FUNCTION account_guard() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.min_balance) = (OLD.id, OLD.kind, OLD.min_balance)
     AND NEW.owner_id IS NOT DISTINCT FROM OLD.owner_id THEN
    IF NEW.hand IS DISTINCT FROM OLD.hand THEN
      IF (NEW.hand IS NULL OR OLD.hand IS NULL)
         AND (NEW.balance, NEW.version) = (OLD.balance, OLD.version) THEN
        RETURN NEW;
      END IF;
    ELSIF NEW.version = OLD.version + 1 AND EXISTS (
        SELECT 1 FROM posting WHERE account_id = NEW.id AND account_version = NEW.version
          AND amount = NEW.balance - OLD.balance AND balance_after = NEW.balance) THEN
      RETURN NEW;
    END IF;
  END IF;
  PERFORM ledger_refuse('accounts change by postings only');
  RETURN NULL;
END $$;

CREATE TRIGGER account_guard BEFORE UPDATE ON account FOR EACH ROW EXECUTE FUNCTION account_guard();

CREATE FUNCTION ledger_frozen() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  PERFORM ledger_refuse(TG_TABLE_NAME || ' is never changed or deleted');
  RETURN NULL;
END $$;

CREATE TRIGGER posting_frozen BEFORE UPDATE OR DELETE ON posting
  FOR EACH ROW EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER posting_truncate BEFORE TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER ledger_txn_frozen BEFORE UPDATE OR DELETE ON ledger_txn
  FOR EACH ROW EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER ledger_txn_truncate BEFORE TRUNCATE ON ledger_txn
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER account_frozen BEFORE DELETE ON account
  FOR EACH ROW EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER account_truncate BEFORE TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_frozen();

CREATE FUNCTION hand_frozen() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  IF OLD.status <> 'running' OR (NEW.room_id, NEW.hand_no) <> (OLD.room_id, OLD.hand_no) THEN
    PERFORM ledger_refuse('a hand ends once');
  ELSIF NEW.status = 'void' AND EXISTS (
      SELECT 1 FROM ledger_txn WHERE idem_key = 'hand:' || NEW.room_id || ':' || NEW.hand_no) THEN
    PERFORM ledger_refuse('the hand has moved beans');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER hand_frozen BEFORE UPDATE ON hand FOR EACH ROW EXECUTE FUNCTION hand_frozen();

-- Accounts in ascending id, locked until the transaction ends.
CREATE FUNCTION lock_accounts(ids bigint[]) RETURNS SETOF account
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
  SELECT * FROM account WHERE id = ANY (ids) ORDER BY id FOR UPDATE
$$;

-- Marks the accounts if each is in no hand and holds exactly what it is said to carry; otherwise none.
CREATE FUNCTION mark_hand(this_hand text, ids bigint[], carried bigint[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
DECLARE
  free bigint;
BEGIN
  PERFORM 1 FROM account WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  SELECT count(*) INTO free
    FROM unnest(ids, carried) AS seat (id, beans) JOIN account USING (id)
    WHERE account.hand IS NULL AND account.owner_id IS NOT NULL AND account.balance = seat.beans;
  IF free <> cardinality(ids) THEN
    RETURN false;
  END IF;
  UPDATE account SET hand = this_hand WHERE id = ANY (ids);
  RETURN true;
END $$;

CREATE FUNCTION unmark_hand(this_hand text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  PERFORM 1 FROM account WHERE hand = this_hand ORDER BY id FOR UPDATE;
  UPDATE account SET hand = NULL WHERE hand = this_hand;
END $$;

-- A whole transaction in one call, with the caller's own rights: accounts locked in ascending id, the key looked
-- at, postings first, header last. False: the key is taken, nothing was inserted. A leg without an account gets no
-- version, which no posting may lack.
CREATE FUNCTION post_txn(
  this_id text, this_key text, sha text, this_kind text, this_room text, this_hand_no bigint,
  this_actor text, this_reason text, this_ticket text, this_approver text, now_ms bigint,
  accounts bigint[], hands text[], purposes text[], amounts bigint[]
) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, $schema, pg_temp AS $$
BEGIN
  PERFORM id FROM lock_accounts(accounts);
  PERFORM pg_advisory_xact_lock(hashtextextended(this_id, 4607));
  IF EXISTS (SELECT 1 FROM ledger_txn WHERE id = this_id OR idem_key = this_key) THEN
    RETURN false;
  END IF;
  INSERT INTO posting
    (txn_id, line_no, account_id, hand, purpose, amount, account_version, balance_after)
    SELECT this_id, leg.line_no - 1, leg.account_id, leg.hand, leg.purpose, leg.amount,
        account.version + row_number() OVER so_far, account.balance + sum(leg.amount) OVER so_far
      FROM unnest(accounts, hands, purposes, amounts) WITH ORDINALITY
        AS leg (account_id, hand, purpose, amount, line_no)
      LEFT JOIN account ON account.id = leg.account_id
      WINDOW so_far AS (PARTITION BY leg.account_id ORDER BY leg.line_no)
      ORDER BY leg.line_no;
  INSERT INTO ledger_txn
    (id, idem_key, request_sha, kind, room_id, hand_no, actor, reason, ticket, approver, created_ms)
    VALUES (this_id, this_key, sha, this_kind, this_room, this_hand_no,
            this_actor, this_reason, this_ticket, this_approver, now_ms);
  RETURN true;
END $$;
