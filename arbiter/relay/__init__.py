"""What passes through Redis: mail between workers and remote bots, and live matches."""
