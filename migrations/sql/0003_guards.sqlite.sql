-- Points are added up for good: each entry follows from the one before, and comes from a hand that counts.
-- "INSERT OR REPLACE" deletes without delete triggers, so whatever exists already is refused before the insert.

CREATE TRIGGER score_next BEFORE INSERT ON score BEGIN
  SELECT RAISE(ABORT, 'ledger: the hand has counted')
    WHERE EXISTS (SELECT 1 FROM score
                    WHERE room_id = NEW.room_id AND hand_no = NEW.hand_no AND player_id = NEW.player_id);
  SELECT RAISE(ABORT, 'ledger: points do not follow')
    WHERE NEW.version <> 1 + coalesce(
            (SELECT max(version) FROM score WHERE player_id = NEW.player_id AND ladder = NEW.ladder), 0)
       OR NEW.points_after <> NEW.points + coalesce(
            (SELECT points_after FROM score WHERE player_id = NEW.player_id AND ladder = NEW.ladder
               AND version = NEW.version - 1), 0);
  SELECT RAISE(ABORT, 'ledger: the hand does not count')
    WHERE NOT EXISTS (SELECT 1 FROM hand WHERE room_id = NEW.room_id AND hand_no = NEW.hand_no
                        AND status = 'settled' AND coefficient > 0);
END;

CREATE TRIGGER score_frozen_update BEFORE UPDATE ON score BEGIN
  SELECT RAISE(ABORT, 'ledger: points are never changed');
END;

CREATE TRIGGER score_frozen_delete BEFORE DELETE ON score BEGIN
  SELECT RAISE(ABORT, 'ledger: points are never deleted');
END;
