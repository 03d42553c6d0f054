"""Pattern books: the combinations of each game, one module a book (see `combos.PatternBook`)."""
