-- $whole and $clustered differ by database, as in 0001_tables.sql.

CREATE TABLE score (
  player_id TEXT NOT NULL,
  ladder TEXT NOT NULL,
  version $whole NOT NULL,
  room_id TEXT NOT NULL,
  hand_no $whole NOT NULL,
  points $whole NOT NULL,
  points_after $whole NOT NULL,
  CONSTRAINT score_pkey PRIMARY KEY (player_id, ladder, version),
  CONSTRAINT score_once UNIQUE (room_id, hand_no, player_id),
  CONSTRAINT score_player FOREIGN KEY (player_id) REFERENCES player (id),
  CONSTRAINT score_hand FOREIGN KEY (room_id, hand_no) REFERENCES hand (room_id, hand_no),
  CONSTRAINT score_ladder CHECK (ladder IN ('three', 'five')),
  CONSTRAINT score_points CHECK (points <> 0),
  CONSTRAINT score_range CHECK (points_after BETWEEN -9007199254740991 AND 9007199254740991)
) $clustered;
