"""Faults that are injected into a copy of the tree, so that a test has to fail for each."""
