"""Hypothesis profiles: ``ci`` repeats the same examples, ``long`` looks for new ones.

The modules that tests share say as much about a failed ``assert`` as the tests do.
"""

import os

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("documents", "helpers")

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.register_profile("long", deadline=None, max_examples=5_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
