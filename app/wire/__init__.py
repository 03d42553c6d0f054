"""What travels: requests from browsers, notices to them, and facts as the log keeps them."""
