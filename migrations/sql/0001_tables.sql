-- $whole, $bytes, $identity, $strict and $clustered differ by database; statements are parted by blank lines.
-- Times (_ms) are milliseconds since 1970 in UTC, amounts are whole beans.

CREATE TABLE room (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  owner TEXT,
  epoch $whole NOT NULL,
  config $bytes NOT NULL,
  status TEXT NOT NULL,
  created_ms $whole NOT NULL,
  CONSTRAINT room_status CHECK (status IN ('open', 'closed'))
) $strict;

CREATE TABLE hand (
  room_id TEXT NOT NULL,
  hand_no $whole NOT NULL,
  ruleset TEXT NOT NULL,
  engine_version $whole NOT NULL,
  players $bytes NOT NULL,
  status TEXT NOT NULL,
  result $bytes,
  started_ms $whole NOT NULL,
  ended_ms $whole,
  coefficient $whole NOT NULL,
  CONSTRAINT hand_pkey PRIMARY KEY (room_id, hand_no),
  CONSTRAINT hand_room FOREIGN KEY (room_id) REFERENCES room (id),
  CONSTRAINT hand_status CHECK (status IN ('running', 'settled', 'void')),
  CONSTRAINT hand_ended CHECK ((status = 'running') = (ended_ms IS NULL)),
  CONSTRAINT hand_result CHECK ((status = 'running') = (result IS NULL)),
  CONSTRAINT hand_coefficient CHECK (coefficient >= 0)
) $clustered;

CREATE UNIQUE INDEX hand_running ON hand (room_id) WHERE status = 'running';

CREATE TABLE commit_log (
  room_id TEXT NOT NULL,
  hand_no $whole NOT NULL,
  seq $whole NOT NULL,
  epoch $whole NOT NULL,
  actor TEXT NOT NULL,
  action_id TEXT,
  facts $bytes NOT NULL,
  records $bytes NOT NULL,
  at_ms $whole NOT NULL,
  CONSTRAINT commit_log_pkey PRIMARY KEY (room_id, hand_no, seq),
  CONSTRAINT commit_log_hand FOREIGN KEY (room_id, hand_no) REFERENCES hand (room_id, hand_no)
) $clustered;

CREATE UNIQUE INDEX commit_log_action ON commit_log (room_id, actor, action_id) WHERE action_id IS NOT NULL;

CREATE TABLE deal_secret (
  room_id TEXT NOT NULL,
  hand_no $whole NOT NULL,
  deal_no $whole NOT NULL,
  commitment TEXT NOT NULL,
  secret $bytes NOT NULL,
  player_seeds $bytes NOT NULL,
  revealed_ms $whole,
  CONSTRAINT deal_secret_pkey PRIMARY KEY (room_id, hand_no, deal_no),
  CONSTRAINT deal_secret_hand FOREIGN KEY (room_id, hand_no) REFERENCES hand (room_id, hand_no)
) $clustered;

CREATE TABLE player (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  created_ms $whole NOT NULL,
  CONSTRAINT player_kind CHECK (kind IN ('guest', 'bot'))
) $strict;

CREATE INDEX player_of_kind ON player (kind, id);

CREATE TABLE session (
  token_sha $bytes NOT NULL PRIMARY KEY,
  player_id TEXT NOT NULL,
  created_ms $whole NOT NULL,
  expires_ms $whole NOT NULL,
  CONSTRAINT session_player FOREIGN KEY (player_id) REFERENCES player (id)
) $strict;

CREATE INDEX session_of_player ON session (player_id);

CREATE TABLE account (
  id $identity PRIMARY KEY,
  kind TEXT NOT NULL,
  owner_id TEXT,
  min_balance $whole NOT NULL DEFAULT 0,
  version $whole NOT NULL DEFAULT 0,
  hand TEXT,
  balance $whole NOT NULL DEFAULT 0,
  CONSTRAINT account_kind CHECK (
    kind IN ('player', 'bot', 'recycle', 'penalty', 'house', 'grant', 'mint', 'correction')
  ),
  CONSTRAINT account_owner CHECK ((kind IN ('player', 'bot')) = (owner_id IS NOT NULL)),
  CONSTRAINT account_floor CHECK (min_balance = 0 OR (kind = 'mint' AND min_balance < 0)),
  CONSTRAINT account_hand CHECK (hand IS NULL OR owner_id IS NOT NULL),
  CONSTRAINT account_balance CHECK (balance >= min_balance),
  CONSTRAINT account_range CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991)
) $strict;

CREATE UNIQUE INDEX account_of_owner ON account (owner_id) WHERE owner_id IS NOT NULL;

CREATE UNIQUE INDEX account_of_system ON account (kind) WHERE owner_id IS NULL;

CREATE INDEX account_in_hand ON account (hand) WHERE hand IS NOT NULL;

CREATE TABLE ledger_txn (
  id TEXT NOT NULL PRIMARY KEY,
  idem_key TEXT NOT NULL,
  request_sha TEXT NOT NULL,
  kind TEXT NOT NULL,
  room_id TEXT,
  hand_no $whole,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  ticket TEXT NOT NULL,
  approver TEXT,
  created_ms $whole NOT NULL,
  CONSTRAINT ledger_txn_key UNIQUE (idem_key),
  CONSTRAINT ledger_txn_kind CHECK (kind IN ('hand', 'grant', 'mint', 'correction')),
  CONSTRAINT ledger_txn_hand CHECK (
    kind <> 'hand'
    OR (room_id IS NOT NULL AND hand_no IS NOT NULL AND idem_key = 'hand:' || room_id || ':' || hand_no)
  ),
  CONSTRAINT ledger_txn_named CHECK (actor <> '' AND (kind = 'hand' OR (reason <> '' AND ticket <> ''))),
  CONSTRAINT ledger_txn_two CHECK (approver IS NULL OR (approver <> '' AND approver <> actor))
) $strict;

-- Postings come before their header: the key is looked at when the transaction commits.
CREATE TABLE posting (
  txn_id TEXT NOT NULL,
  line_no $whole NOT NULL,
  account_id $whole NOT NULL,
  hand TEXT,
  purpose TEXT NOT NULL,
  amount $whole NOT NULL,
  account_version $whole NOT NULL,
  balance_after $whole NOT NULL,
  CONSTRAINT posting_pkey PRIMARY KEY (txn_id, line_no),
  CONSTRAINT posting_txn FOREIGN KEY (txn_id) REFERENCES ledger_txn (id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT posting_account FOREIGN KEY (account_id) REFERENCES account (id),
  CONSTRAINT posting_version UNIQUE (account_id, account_version),
  CONSTRAINT posting_amount CHECK (amount <> 0),
  CONSTRAINT posting_purpose CHECK (
    purpose IN ('transfer', 'fee', 'penalty', 'share', 'grant', 'correction', 'mint')
  )
) $clustered;
