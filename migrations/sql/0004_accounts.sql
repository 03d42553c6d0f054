-- $whole and $clustered differ by database, as in 0001_tables.sql.

CREATE TABLE credential (
  player_id TEXT NOT NULL,
  login TEXT NOT NULL,
  password TEXT NOT NULL,
  CONSTRAINT credential_pkey PRIMARY KEY (player_id),
  CONSTRAINT credential_login UNIQUE (login),
  CONSTRAINT credential_player FOREIGN KEY (player_id) REFERENCES player (id)
) $clustered;

CREATE TABLE ban (
  player_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  since_ms $whole NOT NULL,
  until_ms $whole,
  CONSTRAINT ban_pkey PRIMARY KEY (player_id),
  CONSTRAINT ban_player FOREIGN KEY (player_id) REFERENCES player (id),
  CONSTRAINT ban_reason CHECK (reason <> '')
) $clustered;

CREATE TABLE played_hand (
  player_id TEXT NOT NULL,
  ended_ms $whole NOT NULL,
  room_id TEXT NOT NULL,
  hand_no $whole NOT NULL,
  game TEXT NOT NULL,
  side TEXT,
  outcome TEXT NOT NULL,
  multiple $whole,
  beans $whole NOT NULL,
  points $whole NOT NULL,
  auto $whole NOT NULL,
  CONSTRAINT played_hand_pkey PRIMARY KEY (player_id, ended_ms, room_id, hand_no),
  CONSTRAINT played_hand_player FOREIGN KEY (player_id) REFERENCES player (id),
  CONSTRAINT played_hand_hand FOREIGN KEY (room_id, hand_no) REFERENCES hand (room_id, hand_no),
  CONSTRAINT played_hand_side CHECK (side IN ('landlord', 'farmer')),
  CONSTRAINT played_hand_outcome CHECK (outcome IN ('won', 'lost', 'escaped', 'void')),
  CONSTRAINT played_hand_auto CHECK (auto IN (0, 1))
) $clustered;
