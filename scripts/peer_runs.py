# SPDX-License-Identifier: Apache-2.0
"""Runs of simulators, and what they print: for scripts/peers."""

import json
import re
import resource
import subprocess
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

OWN = "lanefold"
KINDS = ("warps", "lanes")
KEYS = {"folder", "commands", "instructions", "cycles", "counts"}


@dataclass
class Run:
    """One run, or how to start one."""
    words: list
    folder: Path
    instructions: str = ""  # patterns, whose last match is the number
    cycles: str = ""
    counted: str = "warps"  # whose instructions these are


@dataclass
class Best:
    """What a simulator counts, and its shortest processor time."""
    seconds: float = float("inf")
    instructions: int = None
    cycles: int = None
    counted: str = field(default="warps")


def refuse(path, sentence):
    """Ends the script with what is wrong in the file."""
    raise RuntimeError(f"{path}: {sentence}")


def read_peers(path, command):
    """{kernel: {simulator: Run}} of a file; Lanefold's own run is always one of them."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        refuse(path, error)
    own, peers = content.pop("kernels", None), content
    if not isinstance(own, dict) or not own or not all(is_command(words) for words in own.values()):
        refuse(path, '[kernels] wants a line such as bfs = ["run", "bfs", "--size", "tiny"] for each kernel')
    if not peers or not all(isinstance(table, dict) for table in peers.values()):
        refuse(path, "a simulator wants a table of its own, such as [gpgpu-sim]")
    kernels = {kernel: {OWN: Run([str(command), *words, "--stats", "-"], Path.cwd())} for kernel, words in own.items()}
    for name, table in peers.items():
        for kernel, run in runs_of(path, name, table, own).items():
            kernels[kernel][name] = run
    return kernels


def is_command(words):
    """A list of texts that is not empty."""
    return isinstance(words, list) and words and all(isinstance(word, str) for word in words)


def runs_of(path, name, table, kernels):
    """{kernel: Run} of a simulator."""
    where = f"[{name}]"
    if unknown := table.keys() - KEYS:
        refuse(path, f"{where} has no key '{min(unknown)}'; there are {', '.join(sorted(KEYS))}")
    commands, counts = table.get("commands"), table.get("counts", "warps")
    if counts not in KINDS:
        refuse(path, f"{where} counts = {counts!r}; valid: {', '.join(KINDS)}")
    for pattern in (table.get("instructions", ""), table.get("cycles", "")):
        check_pattern(path, where, pattern)
    if not isinstance(commands, dict) or not all(is_command(words) for words in commands.values()):
        refuse(path, f'{where} commands wants a line such as bfs = ["./bfs", "graph.txt"] for each kernel')
    if unknown := commands.keys() - kernels.keys():
        refuse(path, f"{where} runs '{min(unknown)}', which [kernels] does not have")
    folder = path.parent / table.get("folder", ".")
    if not folder.is_dir():
        refuse(path, f"{where} folder {folder} is not there")
    return {kernel: Run(words, folder, table.get("instructions", ""), table.get("cycles", ""), counts)
            for kernel, words in commands.items()}


def check_pattern(path, where, pattern):
    """A number is its only group."""
    try:
        groups = re.compile(pattern).groups
    except (re.error, TypeError) as error:
        refuse(path, f"{where}: {pattern!r} is no regular expression: {error}")
    if pattern and groups != 1:
        refuse(path, f"{where}: {pattern!r} wants one group, which is the number")


def best_of_turns(commands, turns):
    """{simulator: Best}; all run once, then again, so that what else the host does meets each of them."""
    best = {name: Best(counted=run.counted) for name, run in commands.items()}
    for _ in range(turns):
        for name, run in commands.items():
            seconds, printed = timed(name, run)
            found = best[name]
            found.seconds = min(found.seconds, max(seconds, 1e-3))
            found.instructions, found.cycles = counts_of(name, run, printed)
    return best


def timed(name, run):
    """Processor time, and what was printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(run.words, cwd=run.folder, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise RuntimeError(f"{name}: {' '.join(run.words)}: {error.strerror}") from error
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise RuntimeError(f"{name}: {' '.join(run.words)} ended with {done.returncode}: {''.join(last)}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout + done.stderr


def counts_of(name, run, printed):
    """Instructions and cycles, each None if the simulator does not say it."""
    if name == OWN:
        counters = json.loads(printed)["total"]["counters"]
        return counters["warp_instructions"], counters["cycles"]
    return last_number(run.instructions, printed), last_number(run.cycles, printed)


def last_number(pattern, text):
    """Of the last match, since totals come last."""
    found = re.findall(pattern, text) if pattern else []
    return int(found[-1].replace(",", "")) if found else None
