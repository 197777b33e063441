# SPDX-License-Identifier: Apache-2.0
"""Failures that are told in one sentence. The exit codes are those of `lanefold --help`."""

DIFFERENT = 1
USAGE = 2
CONFIGURATION = 3
FILE = 4
NO_PROGRESS = 11
POINTS = 12
INTERNAL = 70
INTERRUPTED = 130


class Refusal(Exception):
    """What is wrong, where, and what would be valid; and the exit code."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


def missing_module(module, package, purpose):
    """For `raise`: the interpreter lacks a module that Debian has in a package."""
    return Refusal(FILE, f"{purpose} the Python module {module}: install the Debian package "
                         f"{package}, or name a Python that has it in LANEFOLD_PYTHON")
