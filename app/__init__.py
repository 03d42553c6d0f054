"""Dou Dizhu (斗地主, Fight the Landlord): an authoritative game server and its browser client."""
