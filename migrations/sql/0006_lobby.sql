-- $whole and $clustered differ by database, as in 0001_tables.sql.

CREATE TABLE tier (
  game TEXT NOT NULL,
  name TEXT NOT NULL,
  version $whole NOT NULL,
  coefficient $whole NOT NULL,
  fee $whole NOT NULL,
  entry $whole NOT NULL,
  double_above $whole NOT NULL,
  bots $whole NOT NULL,
  open $whole NOT NULL,
  position $whole NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  at_ms $whole NOT NULL,
  CONSTRAINT tier_pkey PRIMARY KEY (game, name, version),
  CONSTRAINT tier_figures CHECK (coefficient >= 1 AND fee >= 0 AND entry >= 1 AND double_above >= 0),
  CONSTRAINT tier_switches CHECK (bots IN (0, 1) AND open IN (0, 1)),
  CONSTRAINT tier_named CHECK (version >= 1 AND actor <> '' AND reason <> '')
) $clustered;

ALTER TABLE played_hand ADD COLUMN tier TEXT;
