ALTER TABLE player
  DROP CONSTRAINT player_kind,
  ADD CONSTRAINT player_kind CHECK (kind IN ('guest', 'member', 'bot', 'deleted'));
