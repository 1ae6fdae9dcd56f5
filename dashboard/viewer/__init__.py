"""The replay viewer: what it is fed, and the page it makes."""
