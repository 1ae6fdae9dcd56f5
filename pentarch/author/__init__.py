"""What a bot author has beside the SDK: `pentarch bot check`, and the programs that bots are."""
