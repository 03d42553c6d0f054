"""What is kept: rooms, hands, the commit log, the ledger's rows, players and sessions.

`store` holds the protocol, `memory` and `database` are its two implementations; one contract suite holds both.
Facts are stored encoded and never decoded here. Queries never commit: a `Storage` transaction does.
"""
