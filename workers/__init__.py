"""The workers: they play matches with hosted and remote bots, verify records, and keep house."""
