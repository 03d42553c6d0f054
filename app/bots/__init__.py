"""The bots: a pure function from what a seat may know and do to what it does. `bot.choose` is the way in.

A bot sees a `View` and its `Options`, never a `Table`; it draws chance only from what it is handed.
"""
