"""Other engines on the same deals in the same run: `make bench-peers`, which sets up an environment of their own.

Nothing of them is needed to run, test or build this project, and nothing of them is copied into it.
"""
