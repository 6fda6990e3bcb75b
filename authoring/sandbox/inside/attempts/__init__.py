"""What lets one process serve several attempts: the state that each of them starts from."""
