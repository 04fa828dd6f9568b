"""Fuzz the readers of text and JSON, each in a process of its own.

    python tests/fuzz/run.py [--seconds 120] [--plain] [--seed 0] [READER ...]

With atheris (``pip install atheris``), the coverage of the package steers what is tried. Without
it, or with ``--plain``, valid texts are changed at random (`fuzz_loop`). The readers and what is
asked of them stand in `fuzz_readers`.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz the readers of text and JSON.")
    parser.add_argument("readers", nargs="*", metavar="READER", help="left out, all of them")
    parser.add_argument("--seconds", type=float, default=120, help="for each reader")
    parser.add_argument("--plain", action="store_true", help="without atheris")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if not asked.plain and importlib.util.find_spec("atheris") is None:
        print("atheris is missing (pip install atheris): changing valid texts at random instead")
        asked.plain = True
    if asked.here and not asked.plain:
        steered(asked.readers[0], asked.seconds, asked.seed)
    from fuzz_readers import READERS

    if unknown := [name for name in asked.readers if name not in READERS]:
        parser.error(f"no reader {', '.join(unknown)}; there are {', '.join(READERS)}")
    if asked.here:
        plain(asked.readers[0], asked.seconds, asked.seed)
        return 0
    failed = [name for name in asked.readers or READERS if not ran(name, asked)]
    print(f"failed: {', '.join(failed)}" if failed else "no faults")
    return bool(failed)


def ran(name: str, asked: argparse.Namespace) -> bool:
    """Whether a reader stood the time, in a new process."""
    command = [sys.executable, __file__, name, "--here", f"--seconds={asked.seconds}"]
    command += [f"--seed={asked.seed}", *(["--plain"] if asked.plain else [])]
    print(f"{name}: {asked.seconds:g} seconds", flush=True)
    with tempfile.TemporaryFile() as log:
        code = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT).returncode
        log.seek(0)
        told = log.read().decode(errors="replace").splitlines()
    print("\n".join(f"  {line}" for line in (told[-60:] if code else told[-1:])), flush=True)
    return code == 0


def plain(name: str, seconds: float, seed: int) -> None:
    from fuzz_loop import fuzz
    from fuzz_readers import READERS

    taken = fuzz(READERS[name], seed, seconds=seconds)
    print(f"no faults; {taken} of the changed texts were taken")


def steered(name: str, seconds: float, seed: int) -> None:
    """Fuzz with atheris, which ends the process."""
    import atheris

    with atheris.instrument_imports(include=["buraco"]):
        from fuzz_readers import READERS, check

        import buraco.codec  # noqa: F401  # which is imported late, when it is called
    reader = READERS[name]

    def one_input(data: bytes) -> None:
        check(reader, data.decode("utf-8", "surrogateescape"))  # odd bytes as lone surrogates

    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(reader.seeds()):
            (Path(folder) / str(number)).write_bytes(text.encode())
        limits = [f"-max_total_time={max(1, int(seconds))}", f"-seed={seed + 1}", "-max_len=20000"]
        atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={folder}/", folder], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
