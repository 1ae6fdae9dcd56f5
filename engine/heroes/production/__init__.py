"""Production: income, prices, and what seats buy at the end of a Round."""
