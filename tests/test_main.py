"""The demonstration, run as a command."""

import io
import subprocess
import sys
import time

import pytest
from helpers import environment

import buraco
from buraco.__main__ import main


def run(*arguments: str, encoding: str = "ascii") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "buraco", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(PYTHONIOENCODING=f"{encoding}:strict"),
        timeout=120,
    )


def test_without_options_a_match_to_2000_within_seconds() -> None:
    begun = time.monotonic()
    done = run()
    assert time.monotonic() - begun < 20
    assert done.returncode == 0
    assert done.stderr == ""
    out = done.stdout
    assert out.isascii()
    assert out.startswith("Hand 1\ncerrado, 4 players, ")
    assert "stock" in out
    assert "side 0\n" in out
    assert "  total" in out
    assert " side wins: " in out.splitlines()[-1]
    assert out == run("--variant=cerrado", "--players=4", "--seed=0", "--target=2000").stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1"])
def test_narrow_encodings_get_ascii(encoding: str) -> None:
    done = run("--target=0", encoding=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_wide_encodings_get_the_signs_of_the_suits() -> None:
    done = run("--target=0", encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(suit.symbol in done.stdout for suit in buraco.Suit)


def test_an_output_without_an_encoding_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["--target=0"]) == 0
    assert output.getvalue().isascii()


@pytest.mark.parametrize("rules", buraco.RULE_SETS.values(), ids=lambda rules: rules.name)
def test_every_variant_with_every_number_of_players(rules: buraco.RuleSet) -> None:
    for players in rules.players:
        done = run("--variant", rules.name, "--players", str(players), "--target", "0")
        assert done.returncode == 0
        assert done.stdout.count("Hand ") == 1
        assert f"{rules.name}, {players} players" in done.stdout


def test_the_seed_makes_the_match() -> None:
    assert run("--target=0", "--seed=1").stdout != run("--target=0", "--seed=2").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--variant", "canasta"], "no rule set is named 'canasta'; known: abierto"),
        (["--players", "3"], "players must be 2 or 4 under cerrado, not 3"),
        (["--players", "two"], "invalid int value: 'two'"),
        (["--variant", "cerrado-sucio-parejas", "--players", "2"], "players must be 4"),
        (["--target", "-5"], "target must be"),
        (["--target", "hand"], "invalid int value: 'hand'"),
        (["--target", str(2**63)], "target must be"),
        (["--seed", "x"], "invalid int value: 'x'"),
        (["--what"], "unrecognized arguments: --what"),
    ],
)
def test_wrong_options_end_with_status_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("usage: python -m buraco")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_help_names_the_variants() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in buraco.RULE_SETS)


def test_a_reader_that_stops_reading_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "buraco"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        if process.stdout is None or process.stderr is None:
            pytest.fail("no pipes")
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait(timeout=60)
    assert process.returncode == 0
