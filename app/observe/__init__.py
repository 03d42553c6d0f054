"""What whoever runs a server can see of it."""
