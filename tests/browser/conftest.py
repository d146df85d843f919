"""Tests in a real browser are there where Playwright and a Chromium are."""

from importlib.util import find_spec

from tests.places import CHROMIUM

collect_ignore_glob = [] if CHROMIUM and find_spec("playwright") else ["test_*.py"]
