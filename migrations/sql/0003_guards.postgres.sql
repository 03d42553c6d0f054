-- Points are added up for good: each entry follows from the one before, and comes from a hand that counts.
-- Two that would follow the same entry at once have the same key, and one of them is refused.

CREATE FUNCTION score_next() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, $schema, pg_temp AS $$
DECLARE
  last_version bigint;
  last_points bigint;
BEGIN
  SELECT version, points_after INTO last_version, last_points FROM score
    WHERE player_id = NEW.player_id AND ladder = NEW.ladder ORDER BY version DESC LIMIT 1;
  IF NEW.version <> coalesce(last_version, 0) + 1 OR NEW.points_after <> coalesce(last_points, 0) + NEW.points THEN
    PERFORM ledger_refuse('points do not follow');
  ELSIF NOT EXISTS (
      SELECT 1 FROM hand WHERE room_id = NEW.room_id AND hand_no = NEW.hand_no
        AND status = 'settled' AND coefficient > 0) THEN
    PERFORM ledger_refuse('the hand does not count');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER score_next BEFORE INSERT ON score FOR EACH ROW EXECUTE FUNCTION score_next();

CREATE TRIGGER score_frozen BEFORE UPDATE OR DELETE ON score
  FOR EACH ROW EXECUTE FUNCTION ledger_frozen();

CREATE TRIGGER score_truncate BEFORE TRUNCATE ON score
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_frozen();
