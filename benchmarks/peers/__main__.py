"""Asks every engine about the same deals and prints one table: `make bench-peers`.

The engines take turns, batch by batch, and each figure is that of the best batch by processor time, so that whatever
else the machine does meanwhile weighs on all of them alike.
"""

from random import Random
from time import process_time

from app.rules.variants.classic import CLASSIC
from benchmarks.peers.douzero_engine import DOUZERO
from benchmarks.peers.engine import Deal, Row, Task
from benchmarks.peers.openspiel_engine import OPENSPIEL
from benchmarks.peers.own import OWN
from benchmarks.peers.rlcard_engine import RLCARD
from benchmarks.playouts import deal_all

BATCHES = 9
"""The first one warms up and does not count."""
DEALS = {Row.READ: 50, Row.LEAD: 500, Row.FOLLOW: 200, Row.HAND: 10}
"""How many make a batch."""
PEERS = (RLCARD, DOUZERO, OPENSPIEL)


def main() -> None:
    chance = Random(1)
    print(f"{'':40}{OWN.name:>16}" + "".join(f"{peer.name:>26}" for peer in PEERS))
    for row in Row:
        best = dict.fromkeys([OWN.name, *(peer.name for peer in PEERS)], 0.0)
        for batch in range(BATCHES):
            deals = [deal_all(CLASSIC, chance) for _ in range(DEALS[row])]
            for engine in (OWN, *PEERS):
                if row in engine.tasks:
                    rate = measure(engine.tasks[row], deals)
                    best[engine.name] = max(best[engine.name], rate if batch else 0.0)
        own = best[OWN.name]
        print(f"{row:40}{own:>14,.0f}/s" + "".join(cell(own, best[peer.name]) for peer in PEERS), flush=True)


def measure(task: Task, deals: list[Deal]) -> float:
    """Answers a second."""
    questions = [question for deal in deals for question in task.ask(deal)]
    started = process_time()
    for question in questions:
        task.answer(question)
    return len(questions) / (process_time() - started)


def cell(own: float, theirs: float) -> str:
    """A figure, and how many times as many answers this engine gives."""
    return f"{theirs:>14,.0f}/s {own / theirs:>8.1f}x" if theirs else f"{'–':>16}{'':10}"


if __name__ == "__main__":
    main()
