# SPDX-License-Identifier: Apache-2.0
"""A point of a sweep: what it is called, and the words that `lanefold` takes for it."""

import shlex
from pathlib import Path

from lanefold_studies.axes import AXES, DEFAULTS, LAUNCH, LISTS, axis_of, refuse, word


def is_recording(program):
    """Whether it is what an application asked of a machine."""
    return Path(program).suffix == ".lfrec"


def is_file(program):
    """Whether it is one's own program and no workload."""
    return Path(program).suffix in (".cl", ".elf", ".o", ".bin", ".lfrec") or "/" in program


def is_machine_file(machine):
    """Whether it is one's own machine, whose instruction set may be another."""
    return is_file(machine) or machine.endswith(".toml")


class Point:
    """One run. Its axes are the values by which results are found: those that its group gives a
    name, and every setting and parameter that stands in the file."""

    verb = "run"

    def __init__(self, where, folder, labels, assignments):
        self.where = where
        self.assignments = assignments
        self.axes = {name: assignments[name,] for name in AXES if (name,) in assignments}
        named = {axis_of(*key): value for key, value in assignments.items() if len(key) == 2}
        for name in named.keys() & labels.keys():
            refuse(where, f"the axis {name} has the name of a setting; call it otherwise")
        self.axes |= labels | named
        for argument in self.arguments():
            if ":out=" in argument:
                refuse(where, f"args: {argument} would write a file for each point; a sweep keeps "
                              "statistics only")
        # Names of files are relative to that of the sweep.
        own = is_file(assignments["program",]) or is_machine_file(self.machine())
        self.folder = folder if own else None

    def __str__(self):
        """A command line after `lanefold` and the verb, without what is so by default."""
        return shlex.join([self.assignments["program",], *self.plain(("simd",), False),
                           *self.machine_words(False), *self.input_words(False)])

    def words(self):
        """What `lanefold` takes behind the verb, in full."""
        return [*self.program_words(), *self.machine_words(), *self.input_words()]

    def program_words(self):
        """What is compiled, and how."""
        return [self.assignments["program",], *self.plain(("simd",), True),
                *self.repeated("build_options")]

    def machine(self):
        """The name or the file of a machine; empty if the program has its own."""
        return self.assignments.get(("machine",), "")

    def program_identity(self, simulator):
        """A hash of what is run."""
        return simulator.answer(self.folder, self.verb, *self.compiled_words(), "--elf", "-")[0]

    def checkpoint_words(self):
        """Of a run that many points can go on from; None if there is none."""
        return None

    def compiled_words(self):
        """What decides the compiled program."""
        isa = self.assignments.get(("set", "core.isa"))
        machine = self.machine()
        return [*self.program_words(),
                *([f"--machine={machine}"] if is_machine_file(machine) else []),
                *([f"--set=core.isa={isa}"] if isa else [])]

    def machine_words(self, full=True):
        """What decides the machine."""
        return self.plain(("machine",), full) + self.pairs("set", "--set")

    def input_words(self, full=True):
        """What is computed."""
        words = self.pairs("param", "--param") + self.plain(("size", "seed"), full)
        if self.assignments.get(("functional",)):
            words.append("--functional")
        if ("energy",) in self.assignments:
            words += ["--energy", "--node", word(self.assignments["energy",])]
        for name, option in LAUNCH.items():
            if (name,) in self.assignments:
                words += [option, self.assignments[name,]]
        return words + self.repeated("args")

    def arguments(self):
        """Those of one's own kernel."""
        return self.assignments.get(("args",), ())

    def input_files(self):
        """Files whose content the arguments name."""
        fields = (field for text in self.arguments() for field in text.split(":"))
        named = (field.partition("=") for field in fields)
        return [name for option, _, name in named if option in ("file", "expect")]

    def plain(self, names, full):
        """--size tiny …, without defaults unless the words are to be complete."""
        return [part for name in names if (name,) in self.assignments
                if full or self.assignments[name,] != DEFAULTS[name]
                for part in (f"--{name}", word(self.assignments[name,]))]

    def pairs(self, table, option):
        """--set key=value …"""
        return [part for key, value in self.assignments.items() if key[0] == table
                for part in (option, f"{key[1]}={word(value)}")]

    def repeated(self, name):
        """--arg … --arg …; an option that begins with a dash needs its equals sign."""
        return [f"{LISTS[name]}={value}" for value in self.assignments.get((name,), ())]
