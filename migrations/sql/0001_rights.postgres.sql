-- What the server's role may do. Ledger and log: look and add. Balances and marks: through functions only.

GRANT USAGE ON SCHEMA $schema TO $role;

GRANT SELECT, INSERT ON account, ledger_txn, posting, commit_log TO $role;

GRANT SELECT, INSERT, UPDATE ON room, hand, deal_secret, player TO $role;

GRANT SELECT, INSERT, UPDATE, DELETE ON session TO $role;

GRANT SELECT ON alembic_version TO $role;

REVOKE ALL ON FUNCTION
  lock_accounts(bigint[]), mark_hand(text, bigint[], bigint[]), unmark_hand(text)
  FROM PUBLIC;

GRANT EXECUTE ON FUNCTION
  lock_accounts(bigint[]), mark_hand(text, bigint[], bigint[]), unmark_hand(text)
  TO $role;
