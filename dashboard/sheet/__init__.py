"""Tables of rows in a page: plain HTML that a keyboard and a screen reader can use."""
