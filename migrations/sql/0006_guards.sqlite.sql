-- What a public table was, who changed it and why: written once, and kept.

CREATE TRIGGER tier_frozen_update BEFORE UPDATE ON tier BEGIN
  SELECT RAISE(ABORT, 'tier is never changed: add a version');
END;

CREATE TRIGGER tier_frozen_delete BEFORE DELETE ON tier BEGIN
  SELECT RAISE(ABORT, 'tier is never deleted');
END;
