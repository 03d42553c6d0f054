GRANT SELECT, INSERT, UPDATE, DELETE ON credential, ban TO $role;

GRANT SELECT, INSERT ON played_hand TO $role;
