"""How the seats of a playthrough play where its script does not say so."""

from app.rules import engine
from app.rules.actions import Pass
from app.rules.combos import Offer
from tests.rules.game import Game


def play_on(game: Game, *, bombs: bool = False) -> Game:
    """Everybody leads the longest play and follows with the lowest, with bombs only where it is said so."""
    book = game.rules.book
    while not game.public.finish:
        plays = game.options(game.turn).plays
        quiet = [offer for offer in plays if bombs or not book.is_bomb(offer.readings[0])]
        leads = game.public.lead is None
        if quiet or leads:
            game.play(min(quiet or plays, key=_longest_then_lowest if leads else _lowest).ranks)
        else:
            game.do(game.turn, Pass())
    return game


def _lowest(offer: Offer) -> list[int]:
    ranks = "3456789TJQKA2BRL"
    return [ranks.index(offer.readings[0].rank), *map(ranks.index, offer.ranks)]


def _longest_then_lowest(offer: Offer) -> list[int]:
    return [-len(offer.ranks), *_lowest(offer)]


def time_out(game: Game) -> Game:
    """Everybody lets his time run out until the hand is over."""
    while not game.public.finish:
        if engine.system(game.rules, game.table):
            game.step()
        else:
            seat = min(game.asked)
            game.do(seat, engine.default(game.rules, game.table, seat))
    return game
