"""What a seat may know, as types: a module for each ruleset."""
