"""What trying answers says of a validator: `trial` holds one answer, `problem` all that were tried on a problem."""
