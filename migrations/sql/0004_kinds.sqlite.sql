-- SQLite cannot change a constraint: the table is made anew. Its references are by name, and name it again at the end.

CREATE TABLE player_anew (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  CONSTRAINT player_kind CHECK (kind IN ('guest', 'member', 'bot', 'deleted'))
) STRICT;

INSERT INTO player_anew SELECT id, kind, name, created_ms FROM player;

DROP TABLE player;

ALTER TABLE player_anew RENAME TO player;

CREATE INDEX player_of_kind ON player (kind, id);
