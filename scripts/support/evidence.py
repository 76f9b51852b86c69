"""Runs a page of docs/evidence with the library that it is about: evidence.py PAGE.

Each program prints what the page says, and the last one is a test that fails. The exit code is 1 where that is not so: the page
is wrong, or the library is another version.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

page = pathlib.Path(sys.argv[1])
blocks = re.findall(r"^```(python|text)\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
*programs, (kind, test) = blocks
assert kind == "python" and len(programs) % 2 == 0, f"{page}: programs with what they print, and a test"
failed = False
for (first, program), (second, printed) in zip(programs[::2], programs[1::2]):
    assert (first, second) == ("python", "text"), f"{page}: a program, and what it prints"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True)
    if done.stdout != printed:
        print(f"{page} says\n{printed}and it prints\n{done.stdout}{done.stderr}", file=sys.stderr)
        failed = True
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "test_evidence.py"
    file.write_text(test)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode != 1 or "1 failed" not in done.stdout:
        print(f"{page}: the test does not fail\n{done.stdout}{done.stderr}", file=sys.stderr)
        failed = True
print(f"{page.name}: " + ("NOT AS IT SAYS" if failed else "as it says"))
sys.exit(failed)
