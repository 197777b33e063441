# SPDX-License-Identifier: Apache-2.0
"""Runs yosys on the RTL."""

from pathlib import Path

from processes import run

SOURCES = Path(__file__).resolve().parents[2]
LONGEST = 3600  # seconds of one run, far above what any needs
MAX_SEED = 2**31 - 1  # that `mutate` takes


def rtl_files(folder=SOURCES / "rtl"):
    """The RTL, its package first."""
    return sorted(folder.glob("*.sv"), key=lambda f: (f.stem != "lanefold_pkg", f))


def read_rtl(files, *options):
    """The command that reads them; modules are elaborated where they are used."""
    return " ".join(["read_verilog -sv -defer", *options, *map(str, files)])


def set_parameters(parameters, module):
    """The command that sets the parameters of a module that is read."""
    return "chparam " + " ".join(f"-set {n} {v}" for n, v in parameters.items()) + f" {module}"


def to_aiger(path, sequential):
    """The commands from a flat module to an ASCII AIGER file."""
    # A value that the RTL leaves open becomes a free input; opt opens some again.
    free = "setundef -undriven -anyseq"
    clocked = ["async2sync", "opt"] if sequential else []
    flops = ["dffunmap"] if sequential else []
    return ["opt", *clocked, free, "techmap", "opt -fast", *flops, free, "aigmap", "opt_clean",
            f"write_aiger -zinit -ascii -symbols {path}"]


def run_yosys(commands, script):
    """Runs the commands; a failure is an exception with yosys' own last words."""
    script.write_text("\n".join(commands) + "\n", encoding="utf-8")
    command = ["yosys", "-q", "-e", "implicitly declared", str(script)]
    code, output = run(command, LONGEST)
    if code is None:
        raise RuntimeError(f"yosys did not end on {script} within {LONGEST} seconds")
    if code != 0:
        last = (output.strip().splitlines() or [f"exit code {code}"])[-1]
        raise RuntimeError(f"yosys failed on {script}: {last}")
