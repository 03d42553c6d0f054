"""Every figure that the page names, taken from the ruleset, its parts and its tables at the moment of writing."""

from app.guide.plays import chain_ranks, end_play
from app.rooms import config
from app.rooms.config import TIERS, Tier
from app.rules.cards import LAIZI, SMALL_JOKER
from app.rules.phases import call_and_rob, double, identity, redeal, score_auction, show, tricks
from app.rules.ruleset import Ruleset
from app.rules.scoring import figures as escapes
from app.rules.scoring import identity as bids


def tier_of(rules: Ruleset) -> Tier:
    """The game's usual public table that examples are paid at: its first."""
    return next(tier for tier in TIERS.values() if tier.game == rules.name)


def figures(rules: Ruleset) -> dict[str, object]:
    """The figures of one game by the names of the blanks that they fill."""
    return {**_cards(rules), **_factors(rules), **_escape(), **_table(rules)}


def _cards(rules: Ruleset) -> dict[str, object]:
    decks = rules.deck.count(SMALL_JOKER)
    laizi = rules.deck.count(LAIZI)
    landlords = decks if rules.turns_card else 1
    landlord_size = rules.hand_size + rules.bottom_size
    low, high, above = chain_ranks(rules.book)
    return {
        "seats": rules.seats,
        "farmers": rules.seats - landlords,
        "others": rules.seats - 1,
        "deck": len(rules.deck),
        "decks": decks,
        "one_deck": (len(rules.deck) - laizi) // decks,
        "laizi": laizi,
        "hand": rules.hand_size,
        "bottom": rules.bottom_size,
        "landlord_hand": landlord_size,
        # The landlord holds the open card: that one of his other cards is its twin.
        "alone": f"{(landlord_size - 1) / (len(rules.deck) - 1):.1%}",
        "low": low,
        "high": high,
        "above": above,
        "end_rank": end_play(rules.book),
    }


def _factors(rules: Ruleset) -> dict[str, object]:
    return {
        "lowest_bid": score_auction.NO_BID.value + 1,
        "highest_bid": score_auction.HIGHEST_BID,
        "deals": redeal.DEALS_BEFORE_CALL_OFF,
        "show_start": show.START_FACTOR,
        "show_early": show.EARLY_FACTOR,
        "show_late": show.LATE_FACTOR,
        "show_landlord": show.LANDLORD_FACTOR,
        "early": show.EARLY_CARDS,
        "rob": call_and_rob.ROB_FACTOR,
        "robs": call_and_rob.ROB_FACTOR**rules.seats,
        "identity": identity.IDENTITY_FACTOR,
        "double": double.DOUBLE_FACTOR,
        "doubles": double.DOUBLE_FACTOR**rules.seats,
        "bomb": tricks.BOMB_FACTOR,
        "spring": tricks.SPRING_FACTOR,
        "landlord": bids.LANDLORD_FACTOR,
    }


def _escape() -> dict[str, object]:
    return {
        "escape": bids.ESCAPE_FACTOR,
        "limit": escapes.FLAT_BELOW,
    }


def _table(rules: Ruleset) -> dict[str, object]:
    stakes = tier_of(rules).stakes
    return {
        "base": f"{stakes.base:,}",
        "coefficient": f"{stakes.coefficient:,}",
        "auto_after": config.AUTO_AFTER,
    }
