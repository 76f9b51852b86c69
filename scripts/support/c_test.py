#!/usr/bin/env python3
"""The library for C of scripts/c, held against the command: c_test.py FOLDER DPCERT

A program in C, linked both ways, gives the answers of the command byte for byte; the README's example says what is printed
there.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from questions import ROOT, lines

CRATE = ROOT / "crates" / "c"


def main() -> None:
    folder, program = (Path(argument).resolve() for argument in sys.argv[1:])
    text = "".join(f"{line}\n" for line in lines()).encode()
    expected = subprocess.run([str(program), "query"], input=text, capture_output=True, check=False).stdout
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder), "DYLD_LIBRARY_PATH": str(folder)}
    links = {"shared": ["-L", str(folder), "-ldpcert_c"], "static": [str(folder / "libdpcert_c.a"), "-lpthread", "-lm", "-ldl"]}
    with tempfile.TemporaryDirectory() as work:
        for name, link in links.items():
            ask = Path(work) / name
            warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
            command = ["cc", *warnings, "-I", str(folder), str(CRATE / "examples" / "ask.c"), *link, "-o", str(ask)]
            subprocess.run(command, check=True)
            said = subprocess.run([str(ask)], input=text, capture_output=True, check=True, env=environment).stdout
            for line, one, other in zip(lines(), expected.splitlines(), said.splitlines(), strict=True):
                assert one == other, f"{line}\nthe command: {one.decode()}\nthe program in C: {other.decode()}"
            assert said == expected
            print(f"{len(lines())} answers are equal, with the {name} library")
    readme = (CRATE / "README.md").read_text()
    [example] = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    [output] = re.findall(r"```text\n(.*?)```", readme, re.DOTALL)
    said = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True, env=environment).stdout
    assert said == output, said
    print("the example of the README says what is printed there")


if __name__ == "__main__":
    main()
