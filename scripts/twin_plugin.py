#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a shared object with the twins of a block whose RTL is the user's own. `lanefold` carries this script in it.
    scripts/twin_plugin.py check|build FOLDER
FOLDER/wish.json has the block, the geometry, files, top (or null) and includes; the programs verilator and compiler,
what tells their versions apart (tools), and flags of the compiler. `check` elaborates the module in every shape of the
block, and leaves FOLDER/fingerprint, all that the shared object follows from. `build` also holds its ports against
those of rtl/, and leaves FOLDER/plugin.so. What is refused is a sentence in FOLDER/refusal, and the exit code of its
kind. On standard error is what the programs say."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from generate_twins import control_blocks, models, models_function, twin, write
from own_rtl import Elaboration, Kind, Refused, arguments, choose_top, elaborate, refuse, run, words
from rtl_header import RTL
from twin_pins import ORIGIN, SPDX, pins

VERILATED = ("--sc", "--trace-fst", "-O3", "--assert", "-DLANEFOLD_ASSERTIONS")
COMPILED = ("-shared", "-fPIC", "-fvisibility=hidden", "-w", "-g0", "-O1",
            "-DVM_SC=1", "-DVM_TRACE=1", "-DVM_TRACE_FST=1", "-DVM_COVERAGE=0")
SHOWN = 'extern "C" __attribute__((visibility("default")))'


class Candidate(NamedTuple):
    """The user's module in a shape of the block."""

    model: object
    design: Elaboration


def candidates(wish, folder):
    """In groups for which the module gets the same parameters: of those that it lacks, it can have but one value."""
    top = choose_top(wish["files"], wish["block"], wish["top"])
    groups, lacked = {}, set()
    for model in models([wish["geometry"]]):
        if wish["block"] not in (model.module, model.block.name):
            continue
        given = {name: value for name, value in model.shape.parameters.items() if name not in lacked}
        design = elaborate(wish, top, given, folder)
        lacked |= given.keys() - design.parameters.keys()
        groups.setdefault(tuple(design.parameters.items()), []).append(Candidate(model, design))
    return list(groups.values())


def fingerprint(wish, groups):
    """All that a shared object follows from, but for this script and what comes with it."""
    lines = [json.dumps([wish["block"], wish["geometry"], wish["flags"], wish["tools"]])]
    lines += [f"{one.model.name} {one.design.top} {one.design.parameters}" for group in groups for one in group]
    files = sorted({file for group in groups for one in group for file in one.design.files})
    lines += [f"{file} {hashlib.sha256(Path(file).read_bytes()).hexdigest()}" for file in files
              if RTL not in Path(file).parents]
    return "\n".join(lines)


def differences(found, expected):
    """What is wrong with ports; empty if nothing is."""
    missing = [name for name in expected if name not in found]
    unknown = [name for name in found if name not in expected]
    phrases = []
    if missing:
        phrases.append(f"it lacks the port{'s' * (len(missing) > 1)} {words(missing)}")
    if unknown:
        phrases.append(f"{words(unknown)} {'are no ports' if len(unknown) > 1 else 'is no port'} of the block")
    return phrases or [f"{name} is {found[name]} instead of {port}" for name, port in expected.items()
                       if found[name] != port]


def ports_of(wish, model, folder):
    """Those of the block, as rtl/ has it."""
    try:
        return elaborate({**wish, "files": [str(RTL / f"{model.module}.sv")], "includes": []}, model.module,
                         model.shape.parameters, folder).ports
    except Refused as refused:
        raise Refused(Kind.CONFIGURATION, f"rtl/{model.module}.sv refuses {model.shape.text()}, so there is nothing to "
                                          "compare with") from refused


def choose(wish, group, folder):
    """The first of a group that has the ports of its shape."""
    reasons = []
    for one in group:
        wrong = differences(one.design.ports, ports_of(wish, one.model, folder))
        if not wrong:
            return one
        reasons.append(f"{one.design.top} in {wish['files'][0]} does not have the ports of rtl/{one.model.module}.sv "
                       f"with {one.model.shape.text()}: {'; '.join(wrong)}")
    raise Refused(Kind.COMPILER, reasons[0])


def verilate(wish, one, folder):
    """The C++ of a shape: what runs all the time, and what runs once."""
    place = folder / one.model.name
    command = [*VERILATED, "--prefix", f"V{one.model.name}", "--Mdir", str(place),
               *arguments(wish, one.design.top, one.design.parameters)]
    if messages := run(wish, command):
        refuse(wish, one.design.top, one.design.parameters, messages)
    maker = folder / f"{one.model.name}.cpp"
    write(maker, twin(one.model, RTL))
    write(folder / f"{one.model.module}_pins.h", pins(one.model.module, RTL))
    slow = sorted(place.glob("*__Slow.cpp"))
    return [*sorted(set(place.glob("*.cpp")) - set(slow)), maker], slow


def unit(fast, slow):
    """All sources as one. Each model has a static function trace_init; to optimise what runs once takes too long."""
    def included(sources):
        return "".join(f'#define trace_init {source.stem}_trace_init\n#include "{source}"\n#undef trace_init\n'
                       for source in sources)
    return f'{included(fast)}#pragma GCC optimize("O0")\n{included(slow)}'


def left_out(groups, chosen):
    """A clause about the shapes of the block that the module does not have; empty if it has all."""
    lacking = [one for group in groups for one in group if one not in chosen]
    if not lacking:
        return ""
    names = [name for name in lacking[0].model.shape.parameters if name not in lacking[0].design.parameters]
    shapes = words((one.model.shape.text() for one in chosen), "or")
    return (f"{chosen[0].design.top} has no parameter {words(names, 'or')}, and is {chosen[0].model.module} with "
            f"{shapes} only")


def table(groups, chosen):
    """The source with the models, and with all that the shared object shows."""
    return f"""{SPDX}// The models of a shared object. {ORIGIN}.
#include "twins/verilated/rtl_models.h"

namespace lanefold {{

{models_function([one.model for one in chosen])}
}}  // namespace lanefold

{SHOWN} const void* lanefold_plugin_models() {{ return &lanefold::rtl_models(); }}
{SHOWN} const char* lanefold_plugin_left_out() {{ return {json.dumps(left_out(groups, chosen))}; }}
"""


def build(wish, groups, folder):
    """Leaves plugin.so."""
    chosen = [choose(wish, group, folder) for group in groups]
    write(folder / "control_blocks.h", control_blocks())
    sources = [verilate(wish, one, folder) for one in chosen]
    models_file = folder / "plugin_models.cpp"
    write(models_file, table(groups, chosen))
    fast = [source for pair in sources for source in pair[0]]
    write(folder / "plugin.cpp", unit([*fast, models_file], [source for pair in sources for source in pair[1]]))
    verilator = subprocess.run([wish["verilator"], "--getenv", "VERILATOR_ROOT"], stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, check=True).stdout.strip()
    folders = [folder, *(folder / one.model.name for one in chosen), RTL.parent / "include", RTL.parent / "models",
               f"{verilator}/include", f"{verilator}/include/vltstd"]
    command = [wish["compiler"], *COMPILED, *wish["flags"], *(f"-I{path}" for path in folders),
               str(folder / "plugin.cpp"), "-o", str(folder / "plugin.so")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    sys.stderr.write(done.stderr)
    if done.returncode != 0:
        first = next((line for line in done.stderr.splitlines() if "error:" in line), done.stderr.strip())
        raise Refused(Kind.COMPILER, f"{wish['compiler']} cannot compile what Verilator made of {wish['files'][0]}: "
                                     f"{first.partition('error: ')[2] or first}")


def main():
    """Does one of both."""
    action, folder = sys.argv[1], Path(sys.argv[2])
    wish = json.loads((folder / "wish.json").read_text(encoding="utf-8"))
    try:
        groups = candidates(wish, folder)
        if action == "check":
            (folder / "fingerprint").write_text(fingerprint(wish, groups), encoding="utf-8")
        else:
            build(wish, groups, folder)
    except Refused as refused:
        (folder / "refusal").write_text(str(refused), encoding="utf-8")
        return int(refused.kind)
    return 0


if __name__ == "__main__":
    sys.exit(main())
