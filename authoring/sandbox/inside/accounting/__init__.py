"""What processes use, counted by the kernel and watched from outside."""
