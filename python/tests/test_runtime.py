"""Interruption, threads, processes, memory: what a long-running program needs."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import dpcert

#: Minutes of computing: each by another route.
LONG = {
    "walk": 'dpcert.delta("approx-dp(eps=1/1000, delta=1e-9)^1000000000", eps=1, max_work=10**15)',
    "every step of a walk": 'dpcert.deltas("approx-dp(eps=1/1000, delta=1e-9)^100000000", max_work=10**15, max_memory=2**40)',
    "grid": 'dpcert.delta(dpcert.Poisson("1/100", dpcert.Gaussian(sigma=1)) ** 1000, eps=1, rel_gap="1e-7", max_work=10**15, max_memory=10**6)',
    "picture": '_native.svg(\'{"show": "profiles", "points": "4096", "mechanisms": ["%s"]}\', wanted({"max_work": 10**15}))'
    % "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))^1000",
    "plot": 'dpcert.plot.profile("poisson(1/100, gaussian(sigma=1))^1000", points=4096, max_work=10**15)',
    "claims": 'dpcert.judge("""\nformat = "dpcert/1"\nscope = { unit = "a", adjacency = "add-remove" }\n[[ledger]]\nid = "a"\n'
    'mechanism = "approx-dp"\neps = "1/1000"\ndelta = "1e-9"\ncount = "1000000000"\n[[claim]]\nid = "b"\nover = ["*"]\n'
    'delta = { eps = "1" }\nat-most = "1/2"\n[[claim]]\nid = "c"\nover = ["*"]\ndelta = { eps = "2" }\nat-most = "1/2"\n""", max_work=10**15)',
    "table": 'dpcert.judge(__import__("pyarrow").table({"mechanism": ["approx-dp(eps=1/1000, delta=1e-9)^1000000000"] * 2, "quantity": ["delta"] * 2, '
    '"at": [1, 2], "relation": ["at-most"] * 2, "claimed": ["1/2"] * 2}), max_work=10**15)',
}
ALONE = "import dpcert, os, sys, time\nfrom dpcert import _native\nfrom dpcert._options import wanted\n"


def script(text: str, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Runs a program of its own."""
    command = [sys.executable, "-c", ALONE + textwrap.dedent(text), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_interrupts(what: str) -> None:
    program = f"print('asked', flush=True)\n{LONG[what]}\n"
    process = subprocess.Popen(
        [sys.executable, "-c", ALONE + program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "asked\n"
    time.sleep(1)
    assert process.poll() is None, process.communicate()
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    # Without the interrupt it would be minutes; on a machine with other things to do it is not at once.
    assert time.monotonic() - start < 30
    assert process.returncode != 0 and errors.rstrip().endswith("KeyboardInterrupt")


def test_what_is_interrupted_ends() -> None:
    """The computation itself, not only the wait for it: the process goes on, and consumes nothing."""
    questions = "".join(f"lambda: {LONG[what]}, " for what in ("walk", "every step of a walk", "grid", "claims", "table"))
    program = f"""
import _thread, threading
def soon_idle():
    for attempt in range(40):
        before = time.process_time()
        time.sleep(0.5)
        if time.process_time() - before < 0.1:
            return
    raise AssertionError("it goes on computing")
for question in [{questions}]:
    threading.Timer(1, _thread.interrupt_main).start()
    try:
        question()
    except KeyboardInterrupt:
        pass
    soon_idle()
    assert dpcert.tv("randomized-response(eps=ln(3))") == 0.5
try:
    {LONG["every step of a walk"][:-1]}, timeout=0.5)
except dpcert.TimedOut:
    pass
soon_idle()
"""
    done = script(program)
    assert done.returncode == 0, done.stderr


def test_handlers_of_signals_run_meanwhile() -> None:
    done = script(
        f"""
        import signal
        def handler(number, frame):
            raise RuntimeError("the handler was here")
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        {LONG["walk"]}
        """
    )
    assert done.stderr.rstrip().endswith("RuntimeError: the handler was here")


def test_other_threads_go_on() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(dpcert.TimedOut):
        dpcert.delta("approx-dp(eps=1/1000, delta=1e-9)^1000000000", eps=1, max_work=10**15, timeout=1)
    done.set()
    thread.join()
    assert ticks > 50


def test_threads_have_the_same_answers() -> None:
    questions = [("gaussian(sigma=%d)^3" % (i % 10 + 1), i % 7) for i in range(200)]
    questions += [("subsample(method=poisson, rate=1/10, adjacency=add-remove, mechanism=gaussian(sigma=2))^%d" % i, 1) for i in (1, 2, 3)]
    alone = [dpcert.delta(mechanism, eps) for mechanism, eps in questions]
    with ThreadPoolExecutor(16) as pool:
        together = list(pool.map(lambda question: dpcert.delta(*question), questions))
    assert all(mine.same(theirs) for mine, theirs in zip(alone, together, strict=True))


GRID = "subsample(method=poisson, rate=1/10, adjacency=add-remove, mechanism=gaussian(sigma=2))^5"


def _in_child(mechanism: str) -> dpcert.Enclosure:
    return dpcert.delta(mechanism, eps=1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_forked_processes_answer() -> None:
    expected = dpcert.delta(GRID, eps=1)
    with warnings.catch_warnings():
        # Python warns of forks of a process with threads.
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            found = pool.map_async(_in_child, [GRID] * 4).get(timeout=120)
    assert all(answer.same(expected) for answer in found)
    assert dpcert.delta(GRID, eps=1).same(expected)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_child_of_a_child_answers() -> None:
    done = script(
        f"""
        expected = dpcert.delta({GRID!r}, eps=1)
        for generation in range(3):
            child = os.fork()
            if child:
                assert os.waitpid(child, 0)[1] == 0, generation
                sys.exit(0)
            assert dpcert.delta({GRID!r}, eps=1).same(expected)
        """
    )
    assert done.returncode == 0, done.stderr


def test_subinterpreters_are_refused(tmp_path: Path) -> None:
    program = "import dpcert\nprint('imported')\n"
    (tmp_path / "inner.py").write_text(program)
    done = script(
        """
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        inner = interpreters.create()
        text = "try:\\n import dpcert\\nexcept ImportError as error:\\n print('refused:', error)\\nelse:\\n print('imported')"
        interpreters.run_string(inner, text) if hasattr(interpreters, "run_string") else interpreters.exec(inner, text)
        """
    )
    assert done.returncode == 0, done.stderr
    assert "refused:" in done.stdout and "subinterpreter" in done.stdout


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_stays_where_it_is() -> None:
    """Over 10^5 calls: answers, refusals, and objects."""

    def resident() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def calls(n: int) -> None:
        for i in range(n // 4):
            dpcert.tv("randomized-response(eps=ln(3))")
            dpcert.Laplace(eps=i + 1)
            dpcert.eps("approx-dp(eps=1, delta=0)", delta=0)
            try:
                dpcert.tv("approx-dp(eps=-1, delta=0)")
            except dpcert.BadInput:
                pass

    calls(10_000)
    before = resident()
    calls(100_000)
    assert resident() - before < 8 << 20


def test_programs_are_installed(program: str) -> None:
    answer = subprocess.run([program, "tv", "randomized-response(eps=ln(3))^2"], capture_output=True, text=True, check=True)
    assert "exact 1/2" in answer.stdout
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.split() == ["dpcert", dpcert.__version__]
    checker = Path(program).with_name("dpcert-checker")
    assert subprocess.run([checker, "--help"], capture_output=True, check=False).stdout


def test_the_wheel_needs_nothing_else() -> None:
    done = script(
        """
        allowed = set(sys.stdlib_module_names) | {"dpcert"}
        print(sorted({name.split(".")[0] for name in sys.modules} - allowed - {"__main__"}))
        """
    )
    loaded = {name for name in eval(done.stdout) if not name.startswith(("_virtualenv", "distutils", "sitecustomize"))}
    assert not loaded & {"numpy", "dp_accounting", "matplotlib", "polars", "pyarrow", "pyspark", "pytest", "scipy"}
