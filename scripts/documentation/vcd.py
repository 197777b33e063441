# SPDX-License-Identifier: Apache-2.0
"""Values of signals over time, from a waveform of a run."""

import re
import subprocess

_VARIABLE = re.compile(r"\$var \w+ (\d+) (\S+) (\w+)(?: \[[\d:]+\])? \$end")


def read_fst(path, scope, names):
    """[time, {name: value}] whenever one of these signals of a scope changes, values as texts of bits. A scope is the
    names of nested ones with dots."""
    text = subprocess.run(["fst2vcd", "-f", str(path)], check=True, capture_output=True, text=True).stdout
    header, _, changes = text.partition("$enddefinitions $end")
    wanted = _codes(header, scope.split("."), names)
    values = {name: None for name in names}
    times = []
    for line in changes.splitlines():
        if line.startswith("#"):
            times.append([int(line[1:]), None])
        elif line and line[0] in "01xzb":
            bits, _, code = line[1:].partition(" ") if line[0] == "b" else (line[0], "", line[1:])
            for name in wanted.get(code, ()):
                values[name] = bits
                times[-1][1] = dict(values)
    return [one for one in times if one[1] is not None]


def _codes(header, scope, names):
    """{code of a variable: names that it has in the scope}."""
    inside, found = [], {}
    for line in header.splitlines():
        words = line.split()
        if words[:1] == ["$scope"]:
            inside.append(words[2])
        elif words[:1] == ["$upscope"]:
            inside.pop()
        elif inside[-len(scope):] == scope and (variable := _VARIABLE.match(line.strip())) and variable[3] in names:
            found.setdefault(variable[2], []).append(variable[3])
    missing = set(names) - {name for all_names in found.values() for name in all_names}
    if missing:
        raise ValueError(f"the scope {'.'.join(scope)} has no {', '.join(sorted(missing))}")
    return found


def cycles(times, clock):
    """The values at the end of each clock cycle: those before each rising edge."""
    samples, before = [], {clock: None}
    for _, values in times:
        if before[clock] == "0" and values[clock] == "1":
            samples.append(before)
        before = values
    return samples


def evaluations(times):
    """The values after each change, where there is no clock."""
    return [values for _, values in times]
