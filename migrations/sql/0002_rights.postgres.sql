GRANT SELECT, INSERT ON ledger_seal TO $role;
