"""Random examples are the same in every run, so that runs can be compared; `--hypothesis-profile=wander` draws others."""

from hypothesis import settings

settings.register_profile("wander", deadline=None)
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
