"""The boards: one SVG renderer per ruleset, in JavaScript, run by the viewer in the browser."""
