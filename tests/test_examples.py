"""Every program in examples/ runs, as a process of its own, and says something."""

import subprocess
import sys
from pathlib import Path

import pytest
from helpers import ROOT, environment

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_example(path: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        capture_output=True,
        cwd=tmp_path,
        env=environment(PYTHONIOENCODING="ascii:strict"),
        timeout=120,
    )
    assert done.stderr == b""
    assert done.returncode == 0
    assert done.stdout.strip()
