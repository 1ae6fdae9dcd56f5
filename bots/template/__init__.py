"""What `pentarch bot new` writes: a folder with a bot that plays at once."""
