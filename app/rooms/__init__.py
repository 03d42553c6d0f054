"""Rooms: the actor that is the only writer of its table, the journal that makes its commits durable, the host.

The order in a room is fixed: decide, commit (facts and money in one transaction), evolve, tell.
"""
