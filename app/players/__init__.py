"""Who plays: guests, their names and their sessions."""
