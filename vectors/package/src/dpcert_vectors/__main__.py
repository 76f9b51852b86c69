"""Commands: ``example LIBRARY`` prints a ready file of tests, ``run LIBRARY`` asks the library that is installed."""

from __future__ import annotations

import argparse
import importlib
import pathlib
import sys

from . import LEVELS, VERSION, check

EXAMPLES = pathlib.Path(__file__).resolve().parent / "examples"
#: What has a ready file.
READY = {
    "dp-accounting": "dp_accounting_pytest.py",
    "dp-accounting-absl": "dp_accounting_absl.py",
    "jax-privacy": "jax_privacy_pytest.py",
    "opacus": "opacus_pytest.py",
    "opendp": "opendp_pytest.py",
    "opendp-rust": "opendp_rust.rs",
    "riskcal": "riskcal_pytest.py",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m dpcert_vectors", description=__doc__)
    parser.add_argument("--version", action="version", version=f"dpcert-vectors {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True)
    example = commands.add_parser("example", help="print a ready file of tests for a library")
    example.add_argument("library", choices=sorted(READY))
    run = commands.add_parser("run", help="ask a library that is installed, and end with 1 where a failure is not known or nothing is judged")
    run.add_argument("library", choices=sorted(name for name, file in READY.items() if "pytest" in file))
    run.add_argument("--level", choices=LEVELS, default="core")
    run.add_argument("--seconds", type=float, default=10.0, help="the most that an answer may take (default: 10)")
    arguments = parser.parse_args()
    if arguments.command == "example":
        sys.stdout.write((EXAMPLES / READY[arguments.library]).read_text())
        return 0
    try:
        module = importlib.import_module(f"dpcert_vectors.examples.{pathlib.Path(READY[arguments.library]).stem}")
    except ImportError as error:
        print(f"{arguments.library} cannot be asked: {error}", file=sys.stderr)
        return 2
    reports = [
        check(answer, asked, arguments.level, arguments.seconds) for asked, answer in module.ASKED.items()
    ]
    return 0 if all(report.ok for report in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
