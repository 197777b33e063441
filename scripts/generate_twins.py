#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what follows from rtl/blocks.toml and from the headers of the modules.
    scripts/generate_twins.py FOLDER RTL [LANESxALU_WIDTH ...]
Into FOLDER: what C++ knows of the blocks (control_blocks.h, rtl_controls.inc, rtl_entries.inc, rtl_compared.inc) and,
of the modules of the folder RTL at these geometries, their pins (MODULE_pins.h), a file that makes the twin of each
shape, the table of these (rtl_models.cpp), and what CMake is to Verilate (twins.cmake). Files that would not change are
left alone."""

import sys
from pathlib import Path
from typing import NamedTuple

from blocks import BLOCKS, LOOP
from rtl_header import read_header
from twin_pins import ORIGIN, SPDX, camel, pins


class Model(NamedTuple):
    """A module that is Verilated with one set of parameters."""

    name: str
    module: str
    block: object
    shape: object
    library: str


def models(geometries):
    """Those of all blocks, each once, whichever geometries want it."""
    found = {}
    for lanes, alu_width in geometries:
        for block in BLOCKS.values():
            for shape in block.twin_shapes(lanes, alu_width):
                name = "_".join([block.module(), "x".join(map(str, shape.parameters.values()))])
                library = "lanefold_rtl_" + shape.fill(block.said["library"])
                found.setdefault(name, Model(name, block.module(), block, shape, library))
    return list(found.values())


def twin(model, folder):
    """The file that makes a twin of one shape."""
    given = {**read_header(model.module, folder).parameters, **model.shape.parameters}
    pins_class = f"{camel(model.module)}Pins<V{model.name}, {', '.join(map(str, given.values()))}>"
    interface = model.block.said.get("twin", model.module)
    adapter = model.block.said.get("adapter")
    if adapter:
        includes = f'#include "twins/verilated/verilated_{adapter}.h"\n'
        made = f"Verilated{camel(interface)}<Pins>"
    else:
        includes = f'#include "twins/verilated/{interface}_twin.h"\n#include "twins/verilated/verilated_clocked.h"\n'
        made = f"VerilatedClocked<{camel(interface)}Twin, Pins>"
    return f"""{SPDX}// Makes the twin of {model.module} for {model.shape.text()}. {ORIGIN} from rtl/blocks.toml.
#include "V{model.name}.h"
#include "{model.module}_pins.h"
{includes}
namespace lanefold {{

template struct EvaluationOf<V{model.name}, &V{model.name}::eval>;

std::unique_ptr<Twin> make_{model.name}(const QuadGeometry& geometry, const TwinPlace& place) {{
  using Pins = {pins_class};
  return std::make_unique<{made}>(geometry, place, "{model.module}");
}}

}}  // namespace lanefold
"""


def own_sets(name, parameters):
    """The own parameters of a block as initialisers of C++."""
    sets = [[str(own[parameter]) for parameter in parameters] for own in BLOCKS[name].own()]
    return ", ".join(values[0] if len(values) == 1 else f"{{{', '.join(values)}}}" for values in sets)


def models_function(all_models):
    """The C++ function rtl_models(), behind the declarations that it needs."""
    declared = "".join(f"std::unique_ptr<Twin> make_{model.name}(const QuadGeometry&, const TwinPlace&);\n"
                       for model in all_models)
    rows = ""
    for model in all_models:
        key = [*model.shape.parameters.values(), 0, 0][:3]
        rows += (f'      {{"{model.module}", "{model.shape.text()}", {{{", ".join(map(str, key))}}}, '
                 f"&make_{model.name}}},\n")
    return f"""{declared}
const std::vector<RtlModel>& rtl_models() {{
  static const std::vector<RtlModel> kModels{{
{rows}  }};
  return kModels;
}}
"""


def table(all_models, geometries):
    """The file with the table of all twins, and of the shapes that there are."""
    return f"""{SPDX}// Every Verilated module with its shape. {ORIGIN} from rtl/blocks.toml.
#include "twins/verilated/rtl_models.h"

#include <algorithm>

#include "twins/verilated/mcb_twin.h"
#include "twins/verilated/mdt_twin.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {{

{models_function(all_models)}
unsigned mcb_entries() {{ return {own_sets("mcb", ["Entries"])}; }}
const std::vector<unsigned>& mdt_entry_counts() {{
  static const std::vector<unsigned> kCounts{{{own_sets("mdt", ["Entries"])}}};
  return kCounts;
}}
std::vector<RtlShape> rtl_shapes() {{ return {{{', '.join(f'{{{a}, {b}}}' for a, b in geometries)}}}; }}
std::vector<SliceShape> rtl_slice_shapes(unsigned lanes) {{
  std::vector<SliceShape> shapes{{{own_sets("asu", ["Warps", "Entries"])}}};
  for (SliceShape& shape : shapes) shape.entries = std::min(shape.entries, shape.warps * lanes);
  return shapes;
}}

}}  // namespace lanefold
"""


def verilations(all_models):
    """The commands of CMake that Verilate the modules."""
    lines = []
    for model in all_models:
        parameters = " ".join(f"{name}={value}" for name, value in model.shape.parameters.items())
        lines.append(f"lanefold_rtl_twin({model.library} {model.module} {model.name} {parameters})\n")
    return f"# SPDX-License-Identifier: Apache-2.0\n# {ORIGIN} from rtl/blocks.toml.\n" + "".join(lines)


def policy_of(block):
    """The enumerator of the policy that a control block implements: SccFifo for scc-fifo."""
    return "CompactionPolicy::" + camel(block.said["policy"])


def control_blocks():
    """The header with the control blocks."""
    said = [block.said for block in BLOCKS.values() if "policy" in block.said]
    names = [one["enumerator"] for one in said]
    all_of_them = ", ".join(f"ControlBlock::{name}" for name in names)
    rows = ""
    for block in BLOCKS.values():
        if "policy" in block.said:
            circuit = [*block.inside().values(), 0][0]
            rows += f'    ControlBlockNames{{"{block.module()}", {policy_of(block)}, {circuit}}},\n'
    return f"""{SPDX}// The control blocks, each for a policy of compaction. {ORIGIN} from rtl/blocks.toml.
#pragma once

#include <array>

#include "lanefold/core_choices.h"

namespace lanefold {{

enum class ControlBlock {{ {', '.join(names)} }};
inline constexpr std::array kControlBlocks{{{all_of_them}}};

struct ControlBlockNames {{
  const char* module;
  CompactionPolicy policy;
  unsigned circuit;  ///< of several in one module
}};
/// In the order of the enumerators.
inline constexpr std::array kControlBlockNames{{
{rows}}};

}}  // namespace lanefold
"""


def controls():
    """Rows of the table of models/twins/loop/rtl_blocks.cpp that has the control blocks."""
    policies = {}
    for block in BLOCKS.values():
        if "policy" in block.said:
            policies.setdefault(block.module(), []).append(policy_of(block))
    return "".join(f'{{"{module}", {{{", ".join(names)}}}}},\n' for module, names in policies.items())


def entries():
    """Rows of the other table there."""
    return "".join(f'Entry{{"{name}", k{camel(condition)}}},\n' for name, condition in LOOP.items())


def compared():
    """The names of all modules with benches, and of what is inside one of them, for the same table."""
    names = dict.fromkeys(name for block in BLOCKS.values() for name in (block.module(), block.name))
    return "".join(f'"{name}",\n' for name in names)


def write(path, text):
    """Writes a file, unless it has the text."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    """Writes everything."""
    folder, rtl = Path(sys.argv[1]), Path(sys.argv[2])
    geometries = [tuple(map(int, text.split("x"))) for text in sys.argv[3:]]
    all_models = models(geometries)
    comment = f"// {ORIGIN} from rtl/blocks.toml.\n"
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "control_blocks.h", control_blocks())
    write(folder / "rtl_controls.inc", SPDX + comment + controls())
    write(folder / "rtl_entries.inc", SPDX + comment + entries())
    write(folder / "rtl_compared.inc", SPDX + comment + compared())
    for module in {model.module: None for model in all_models}:
        write(folder / f"{module}_pins.h", pins(module, rtl))
    for model in all_models:
        write(folder / f"{model.name}.cpp", twin(model, rtl))
    write(folder / "rtl_models.cpp", table(all_models, geometries))
    write(folder / "twins.cmake", verilations(all_models))


if __name__ == "__main__":
    sys.exit(main())
