"""What those who run a server may look at and do."""
