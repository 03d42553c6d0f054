"""The rules of the games, as a pure library: actions are decided into facts, a table evolves by facts.

Nothing in here knows a clock, a socket or a database. `engine` is the way in.
"""
