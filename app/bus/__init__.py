"""How messages reach whoever owns a thing: subjects, listeners and responders.

`bus` holds the protocol, `local` the one-process implementation; one contract suite holds every implementation.
"""
