"""A sandbox on another machine or in a container: both ends of the connection, and the frames between them."""
