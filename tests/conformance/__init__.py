"""Conformance: `python -m tests.conformance FOLDER` runs every file of probes, puzzles and scenarios below a folder.

One line each (pass, fail, or unsupported with the reason) and a summary. What the adapters do not know is unsupported: nothing is
passed that was not checked.
"""
