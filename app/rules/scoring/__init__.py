"""Points: what a finished hand is worth to each seat, and what leaving one costs."""
