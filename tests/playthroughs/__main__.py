"""`python -m tests.playthroughs` writes the files anew; look at what has changed before you commit it."""

from tests.playthroughs.files import rewrite

if __name__ == "__main__":
    rewrite()
