# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams of blocks as WaveDrom has them, from runs that docs/blocks/diagrams.toml lists."""

import hashlib
import json
import os
import shlex
import subprocess
import tomllib
from itertools import pairwise
from pathlib import Path

from block_tables import wrapped
from waveform import Ports, read_fst

SOURCES = Path(__file__).resolve().parents[2]
FOLDER = SOURCES / "docs/blocks"
CLOCK = "clk_i"
WAVEDROM = "wavedrom@3.5.0"


def diagrams():
    """What docs/blocks/diagrams.toml says, by block."""
    return tomllib.loads((FOLDER / "diagrams.toml").read_text(encoding="utf-8"))


class Steps(Ports):
    """The values of some signals whenever one of them has changed."""

    def __init__(self, names):
        super().__init__()
        self.names = names

    def take(self):
        values = {name: self.now.get(name) for name in self.names}
        if self.steps[-1:] != [values]:
            self.steps.append(values)

    def close(self):
        """They are few, and stay as they are."""


def columns(steps, clocked):
    """What a diagram has side by side: values before rising edges of the clock, or each step of a block without one."""
    if not clocked:
        return steps
    return [before for before, after in pairwise(steps) if (before[CLOCK], after[CLOCK]) == ("0", "1")]


def steps_of(path, said):
    """The steps of a block in a waveform."""
    names = dict.fromkeys(name.partition("[")[0] for name in [*said["signals"], *([CLOCK] if is_clocked(said) else [])])
    ports = read_fst(path, [said["scope"]], lambda: Steps(names))[said["scope"]]
    if missing := names.keys() - ports.now.keys():
        raise RuntimeError(f"the module {said['scope']} has no {', '.join(sorted(missing))}")
    return ports.steps


def is_clocked(said):
    """Whether the columns are clock cycles."""
    return said.get("clocked", True)


def fresh_diagram(said, command, folder):
    """The JSON of WaveDrom, as text, of a run."""
    path = folder / "run.fst"
    subprocess.run([str(command), "run", *shlex.split(said["run"]), "--waves", str(path)], check=True, cwd=SOURCES,
                   capture_output=True)
    samples = columns(steps_of(path, said), is_clocked(said))
    first, count = said["first"], said["count"]
    if len(samples) < first + count:
        raise RuntimeError(f"the run has only {len(samples)} cycles: {said['run']}")
    window = samples[first:first + count]
    lanes = [{"name": CLOCK, "wave": "p" + "." * (count - 1)}] if is_clocked(said) else []
    lanes += [lane(name, said.get("while", {}).get(name), window) for name in said["signals"]]
    picture = {"signal": lanes, "config": {"hscale": said.get("scale", 1)}}
    return json.dumps(picture, indent=1) + "\n"


def shown(name):
    """The picture on the page, and where it comes from."""
    said = diagrams()[name]
    unit = "cycle" if is_clocked(said) else "evaluation"
    return [f"![Timing of {name}]({name}.svg)", "",
            *wrapped(f"From {unit} {said['first']} of the block on, in a run of `lanefold run {said['run']}` (values "
                     "are hexadecimal; `scripts/block-pages --diagrams` draws it)."), ""]


def lane(name, qualifier, window):
    """One signal; where its qualifier is 0, it has no meaning."""
    wave, data, before = "", [], None
    for values in window:
        bits = part(name, values)
        has_levels = len(bits) == 1
        if qualifier and values[qualifier] != "1":
            now = "x"
        else:
            now = bits if has_levels else f"{int(bits, 2):x}"
        if now == before:
            wave += "."
        elif now == "x" or has_levels:
            wave += now
        else:
            wave += "="
            data.append(now)
        before = now
    return {"name": name, "wave": wave, **({"data": data} if data else {})}


def part(name, values):
    """The bits of a signal, or those of NAME[HIGH:LOW]."""
    whole, bracket, places = name.partition("[")
    bits = values[whole]
    if not bracket:
        return bits
    high, low = map(int, places.rstrip("]").split(":"))
    return bits[len(bits) - high - 1:len(bits) - low]


def mark(text):
    """By which a picture says which text it was drawn from."""
    return f"<!-- {hashlib.sha256(text.encode()).hexdigest()} -->\n"


def draw(text, picture, tools):
    """An SVG file of the JSON, by WaveDrom, which npm puts into the folder of tools."""
    if not (tools / "node_modules/wavedrom").is_dir():
        subprocess.run(["npm", "install", "--silent", "--prefix", str(tools), WAVEDROM], check=True)
    script = Path(__file__).with_name("draw_timing.js")
    svg = subprocess.run(["node", str(script)], input=text, capture_output=True, text=True, check=True,
                         env={**os.environ, "NODE_PATH": str(tools / "node_modules")}).stdout
    picture.write_text(mark(text) + svg + "\n", encoding="utf-8")
