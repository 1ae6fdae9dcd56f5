"""The pages: layout only. What they show comes from `dashboard.data`."""
