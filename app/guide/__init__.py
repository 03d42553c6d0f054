"""The rules page for players, in both languages, written from what the engine uses: no figure is written down here.

The figures are the rulesets' and the parts' own, the examples are put to the games' books, the sums are done by the
games' scoring. So a rule that changes changes the page.
"""
