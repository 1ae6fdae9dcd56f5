"""The parts of the organiser's desk, a module for each with a `show()`."""
