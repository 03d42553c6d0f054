"""The chapters of the page: each is put together from the parts that a game has, and is left out where it has none."""
