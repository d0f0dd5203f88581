"""Benchmarks of Compleat: `compleat bench`."""
