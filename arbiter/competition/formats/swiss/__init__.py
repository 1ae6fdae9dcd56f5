"""Swiss: bots of about equal points meet, round by round."""
