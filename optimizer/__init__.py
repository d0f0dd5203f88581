"""The optimizer: finds the best play with CP-SAT and has the engine verify it."""
