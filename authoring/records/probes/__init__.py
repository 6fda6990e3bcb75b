"""What probes of data and surroundings say of references: `probe` holds a single try, `problem` all of a problem."""
