"""Tests of the three variants against the source documents they were taken from."""
