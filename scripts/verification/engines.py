# SPDX-License-Identifier: Apache-2.0
"""Asks programs of different makers whether an output of a circuit can be 1."""

import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from processes import run
from yosys import LONGEST, SOURCES


@dataclass
class Answer:
    """What an engine says about one output: proven, refuted (with the inputs) or unknown."""

    verdict: str
    seconds: float
    input_bits: list = field(default_factory=list)


def _run(command, timeout):
    """The program's output, or None if it took more than `timeout` seconds of the processor, and how
    many it took: both are the same however busy the machine is."""
    limited = ["bash", "-c", f'ulimit -t {math.ceil(timeout)}; exec "$0" "$@"', *command]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        # pylint: disable=consider-using-with
        process = subprocess.Popen(limited, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        late = process.returncode in (-signal.SIGKILL, -signal.SIGXCPU) and seconds > 0.9 * timeout
        output.seek(0)
        return None if late else output.read(), seconds


def _unknown(output, seconds, command):
    """Time ran out; anything else that is no answer is a failure of the engine."""
    if output is not None:
        raise RuntimeError(f"{command} gave no answer, but: {' '.join(output.split())[-300:]}")
    return Answer("unknown", seconds)


def iprove(circuit, stem, timeout):
    """The miter prover of abc: rewriting, SAT sweeping and MiniSat by turns."""
    circuit.write_binary(f"{stem}.aig")
    script = f"read_aiger {stem}.aig; strash; iprove; print_status; write_cex {stem}.cex"
    output, seconds = _run([_abc(), "-c", script], timeout)
    if output and "Status = 1" in output:
        return Answer("proven", seconds)
    if output and "Status = 0" in output:
        # abc shrinks the graph, but not its inputs.
        bits = re.match("[01x]*", Path(f"{stem}.cex").read_text(encoding="ascii"))[0]
        return Answer("refuted", seconds, [int(bit == "1") for bit in bits])
    return _unknown(output, seconds, "abc")


def _dimacs_model(circuit, text):
    true = {int(word) for word in re.findall(r"(?<![-\d])\d+", text)}
    return [int((literal >> 1) + 1 in true) for literal in circuit.inputs]


def cadical(circuit, stem, timeout):
    """A SAT solver on the conjunctive normal form that aig.py writes."""
    Path(f"{stem}.cnf").write_text(circuit.cnf(), encoding="ascii")
    output, seconds = _run(["cadical", "-q", f"{stem}.cnf"], timeout)
    if output and "s UNSATISFIABLE" in output:
        return Answer("proven", seconds)
    if output and "s SATISFIABLE" in output:
        return Answer("refuted", seconds, _dimacs_model(circuit, output.split("\nv", 1)[1]))
    return _unknown(output, seconds, "cadical")


def minisat(circuit, stem, timeout):
    """Another SAT solver on the same form."""
    Path(f"{stem}.cnf").write_text(circuit.cnf(), encoding="ascii")
    output, seconds = _run(["minisat", "-verb=0", f"{stem}.cnf", f"{stem}.model"], timeout)
    if output and "UNSATISFIABLE" in output:
        return Answer("proven", seconds)
    if output and "SATISFIABLE" in output:
        model = Path(f"{stem}.model").read_text(encoding="ascii")
        return Answer("refuted", seconds, _dimacs_model(circuit, model))
    return _unknown(output, seconds, "minisat")


def exhaust(circuit, stem, timeout):
    """No solver at all: evaluates the circuit for every value of its inputs."""
    if len(circuit.inputs) > 40:
        return Answer("unknown", 0.0)
    circuit.write_ascii(f"{stem}.aag")
    output, seconds = _run([str(Path(stem).parent / "exhaust"), f"{stem}.aag"], timeout)
    if output and output.startswith("proven"):
        return Answer("proven", seconds)
    if output and output.startswith("refuted"):
        return Answer("refuted", seconds, [int(bit) for bit in output.split()[2]])
    return _unknown(output, seconds, "exhaust")


ENGINES = {"iprove": iprove, "cadical": cadical, "minisat": minisat, "exhaust": exhaust}


def _abc():
    return shutil.which("berkeley-abc") or shutil.which("yosys-abc")


def missing(engines):
    """The programs that the engines want and that are not there."""
    programs = {"iprove": _abc() and "true" or "berkeley-abc", "exhaust": "c++"}
    wanted = ["yosys"] + [programs.get(engine, engine) for engine in engines]
    return [program for program in wanted if not shutil.which(program)]


def prepare(engines, folder):
    """Builds what has to be built."""
    if "exhaust" in engines:
        source, program = SOURCES / "tb/formal/exhaust.cpp", folder / "exhaust"
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            flags = ["-std=c++17", "-O3", "-march=native", "-Wno-psabi"]
            partial = folder / f"exhaust.{os.getpid()}"
            code, _ = run(["c++", *flags, str(source), "-o", str(partial)], LONGEST)
            if code != 0:
                raise RuntimeError(f"c++ cannot compile {source} into {folder}")
            partial.replace(program)
