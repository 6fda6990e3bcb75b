"""What trying answers says of a validator: `trial` and `reading` hold a single try, `problem` all of a problem."""
