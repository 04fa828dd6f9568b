"""Every program in examples/ runs, as a process of its own, and says something."""

import re
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


COMMANDS = {
    "A demonstration": ["-m", "buraco"],
    "A referee": [str(ROOT / "examples" / "referee.py")],
    "A bot": [str(ROOT / "examples" / "bot.py")],
    "Many hands": [str(ROOT / "examples" / "many_hands.py")],
}


@pytest.mark.parametrize("heading", COMMANDS)
def test_the_page_on_the_command_line_has_every_option(heading: str, tmp_path: Path) -> None:
    """No other option either: the tables are those of the programs' own help."""
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == list(COMMANDS)
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    done = subprocess.run(
        [sys.executable, *COMMANDS[heading], "--help"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=60,
    )
    offered = set(re.findall(r"^  (?:-\w, )?(--\w+)", done.stdout, re.MULTILINE)) - {"--help"}
    assert set(re.findall(r"^\| `(--\w+)`", section, re.MULTILINE)) == offered


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_files_that_examples_write_are_not_taken_for_sources(path: Path) -> None:
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    written = re.findall(r'default=Path\("(.*)"\)', path.read_text("utf-8"))
    assert set(written) <= set(ignored)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("many_hands.py", ["--hands", "0"]),
        ("many_hands.py", ["--processes", "0"]),
        ("many_hands.py", ["--file", "nowhere/hands.jsonl", "--hands", "1"]),
        ("bot.py", ["--seed", "-5"]),
        ("bot.py", ["--hands", "5"]),
    ],
)
def test_what_options_cannot_be(name: str, options: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *options],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=60,
    )
    assert done.returncode == 2
    assert f"{name}: error: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())
