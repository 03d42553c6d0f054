"""Runs every benchmark and prints one table: `python -m benchmarks [--seconds N] [module ...]`.

A module of this package is a benchmark if it has `rows(seconds)`, which yields (what, how much, of which unit) and
takes about so long for each row.
"""

import argparse
import importlib
import os
import pkgutil
import platform
from collections.abc import Iterator

import benchmarks


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure the engine and the server."
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="how long a figure is measured")
    parser.add_argument("modules", nargs="*", help="which benchmarks to run; all if none is named")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}\n")
    for module in asked.modules or modules():
        for what, figure, unit in importlib.import_module(f"benchmarks.{module}").rows(asked.seconds):
            print(f"{module:<10} {what:<52} {written(figure):>12} {unit}", flush=True)


def modules() -> Iterator[str]:
    """The names of all benchmarks."""
    for found in pkgutil.iter_modules(benchmarks.__path__):
        if found.name != "__main__" and hasattr(importlib.import_module(f"benchmarks.{found.name}"), "rows"):
            yield found.name


def written(figure: float) -> str:
    """A figure with three digits that matter, its thousands apart."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:,.3g}"


if __name__ == "__main__":
    main()
