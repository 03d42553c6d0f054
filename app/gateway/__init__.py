"""The doors: HTTP for accounts and pages, one WebSocket a tab for everything that lives.

It knows who somebody is and how much he may send; what his requests mean is decided by rooms and the host,
which it reaches over the bus only.
"""
