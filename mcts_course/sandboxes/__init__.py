"""The code of others runs here: with limits, and without what it may not see."""
