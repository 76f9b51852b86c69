"""The copy of the tree in which faults are switches."""

import pathlib
import subprocess

from .source import with_switches

ROOT = pathlib.Path(__file__).resolve().parents[3]
VARIABLE = "DPCERT_FAULT"
REACHED = "DPCERT_FAULTS_REACHED"

FUNCTION = f"""
/// Is this fault on? What is reached is written down where that is asked for.
pub(crate) fn fault(number: u32) -> bool {{
    use std::io::Write;
    static ON: std::sync::LazyLock<(u32, Option<std::sync::Mutex<(std::fs::File, std::collections::BTreeSet<u32>)>>)> =
        std::sync::LazyLock::new(|| {{
            let on = std::env::var("{VARIABLE}").ok().and_then(|number| number.parse().ok()).unwrap_or(0);
            let file = std::env::var_os("{REACHED}").and_then(|path| std::fs::File::create(path).ok());
            (on, file.map(|file| std::sync::Mutex::new((file, std::collections::BTreeSet::new()))))
        }});
    if let Some(Ok(mut reached)) = ON.1.as_ref().map(std::sync::Mutex::lock)
        && reached.1.insert(number)
    {{
        let _ = writeln!(reached.0, "{{number}}");
    }}
    ON.0 == number
}}
""".encode()


def root_of(file):
    """The root of the crate of a source file."""
    return file.split("src/")[0] + "src/lib.rs"


class Tree:
    """The copy, in which faults are switches, but for those that the compiler refuses."""

    def __init__(self, tree, faults):
        self.tree, self.faults = tree, faults

    def refuse(self, number):
        self.faults = [fault for fault in self.faults if fault["number"] != number]

    def source(self, file):
        """A file with its switches."""
        mine = [(fault["number"], *fault["switch"]) for fault in self.faults if fault["file"] == file]
        text = with_switches((ROOT / file).read_bytes(), mine)
        return text + (FUNCTION if file in {root_of(fault["file"]) for fault in self.faults} else b"")

    def copy(self):
        """Makes the copy equal to the working tree with all switches, without touching what already is."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        ).stdout.split("\0")
        wanted = {name for name in listed if name and (ROOT / name).is_file()}
        for path in [path for path in self.tree.rglob("*") if path.is_file()]:
            if str(path.relative_to(self.tree)) not in wanted:
                path.unlink()
        special = {fault["file"] for fault in self.faults} | {root_of(fault["file"]) for fault in self.faults}
        for name in wanted:
            write(self.tree / name, self.source(name) if name in special else (ROOT / name).read_bytes())

    def fault_at(self, file, line):
        """The fault whose switch is on a line of a file of the copy."""
        text = (self.tree / file).read_bytes().split(b"\n")
        for number in range(line - 1, max(line - 40, -1), -1):
            found = text[number].rfind(b"crate::fault(") if number < len(text) else -1
            if found >= 0:
                return int(text[number][found + len(b"crate::fault(") :].split(b")")[0])
        return None


def write(path, content):
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
