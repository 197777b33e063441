# SPDX-License-Identifier: Apache-2.0
"""Proves that a fault cannot be seen at the ports of a module: the faulty and the faultless module
beside each other, compared where their outputs have a meaning."""

from aig import Aig
from blocks import BLOCKS, CONTROL_BLOCKS, PIPELINES
from engines import cadical
from mutants import NUMBER_BITS
from rtl_header import read_header
from yosys import read_rtl, rtl_files, run_yosys, set_parameters, to_aiger

# The registers of a module that its outputs do not show, and their widths.
KEPT = {
    "compaction_sequencer": {
        "remaining": "$clog2(MaxQuads + 1)", "operand": "2", "first": "1", "enable": "Lanes",
        "quad": "Lanes*MaxQuadBits", "position": "Lanes*MaxPositionBits"},
    "register_banks": {"left": "Operands*Rows*Halves", "wide": "Operands"},
    "mcb": {"twice": "Entries*Lanes"},
    "scoreboard": {"alu": "Groups*GroupRegisters", "memory": "Groups*GroupRegisters"},
    "coalescer": {"first_left": "Lanes", "last_left": "Lanes", "first": "Lanes*LineBits", "last": "Lanes*LineBits",
                  "merge": "1"},
    "asu": {
        "step": "3", "phase": "3", "strategy": "2", "turn": "1", "settled": "1", "up": "1",
        "best_width": "WidthBits", "width_stride": "WidthBits", "best_depth": "DepthBits",
        "depth_stride": "DepthBits", "cycles": "CycleBits", "rival_cycles": "CycleBits",
        "tasks": "TaskBits", "rival_tasks": "TaskBits", "difference": "CycleBits+TaskBits+1",
        "count": "$clog2(TaskBits/DigitBits)"},
}
# When outputs have a meaning: after a reset; and as long as nothing illegal has come.
AFTER_RESET = """  logic was_reset_q = 1'b0;
  always_ff @(posedge clk_i) if (!rst_ni) was_reset_q <= 1'b1;
  logic checked;
  assign checked = was_reset_q && rst_ni;
"""
WHILE_LEGAL = """  logic was_reset_q = 1'b0, was_illegal_q = 1'b0;
  always_ff @(posedge clk_i) if (!rst_ni) was_reset_q <= 1'b1;
  always_ff @(posedge clk_i) if (rst_ni && !legal) was_illegal_q <= 1'b1;
  logic checked;
  assign checked = was_reset_q && rst_ni && legal && !was_illegal_q;
"""


def _header(netlist):
    """The original's parameters and inputs; its outputs become wires of both."""
    header = read_header(netlist.module)
    directions = [(port.direction, port.name) for port in header.ports]
    declarations = []
    for line in header.text.splitlines():
        words = line.strip().rstrip(",").split()
        if words and words[0] == "output":
            kind, name = " ".join(words[1:-1]), words[-1]
            declarations += [f"  {kind} original_{name};", f"  {kind} mutant_{name};"]
    lines = [line for line in header.text.splitlines() if not line.strip().startswith("output")]
    end = len(lines) - 1 - lines[::-1].index(");")
    lines[end:] = ["    output logic different_o,", "    output logic kept_different_o", ");"]
    text = "\n".join(lines).replace(f"module {netlist.module} ", "module equivalence ")
    return text + "\n" + "\n".join(declarations) + "\n", directions


def _instances(netlist, number, directions):
    parameters = ", ".join(f".{name}({name})" for name in netlist.parameters)
    text = ""
    for who, module in (("original", f"{netlist.module} #({parameters})"),
                        ("mutant", netlist.name())):
        connections = [f".{name}({name})" if direction == "input" else f".{name}({who}_{name})"
                       for direction, name in directions]
        if who == "mutant":
            connections.append(f".mutant_i({NUMBER_BITS}'d{number})")
        text += f"  {module} u_{who} ({', '.join(connections)});\n"
    return text


def _differ(name):
    return f"original_{name} != mutant_{name}"


def _fields_differ(enable, slots, fields):
    """Some field differs of a slot that the original enables; `fields`: name -> bits of a slot."""
    lines = ["  logic fields_differ;", "  always_comb begin", "    fields_differ = 1'b0;",
             f"    for (int s = 0; s < {slots}; s++) begin"]
    for name, bits in fields.items():
        part = f"[s*{bits}+:{bits}]"
        lines.append(f"      if ({enable}[s] && original_{name}{part} != mutant_{name}{part}) "
                     "fields_differ = 1'b1;")
    return "\n".join(lines + ["    end", "  end", ""])


def _control(checked="1'b1"):
    return _fields_differ("original_enable_o", "Lanes",
                          {"quad_o": "QuadBits", "position_o": "PositionBits"}) + f"""
  assign different_o = {checked} &&
      ({_differ("cycles_o")} || {_differ("enable_o")} || fields_differ);
  assign kept_different_o = 1'b0;
"""


def _pipeline():
    """Before the first mask there is no answer."""
    return """
  logic was_asked_q = 1'b0;
  always_ff @(posedge clk_i) was_asked_q <= 1'b1;
""" + _control("was_asked_q")


def _unswizzle(_):
    """Only where no two positions hold the same lane."""
    return f"""
  logic legal;
  always_comb begin
    legal = 1'b1;
    for (int a = 0; a < QuadLanes; a++) begin
      for (int b = 0; b < a; b++) begin
        if (enable_i[a] && enable_i[b] &&
            quad_i[a*QuadBits+:QuadBits] == quad_i[b*QuadBits+:QuadBits] &&
            position_i[a*PositionBits+:PositionBits] == position_i[b*PositionBits+:PositionBits])
          legal = 1'b0;
      end
    end
  end
  assign different_o = legal && ({_differ("write_o")} || {_differ("data_o")});
  assign kept_different_o = 1'b0;
"""


def _kept(module):
    """Declares the registers of both."""
    return "".join(f"  (* keep *) logic [{width}-1:0] {who}_{name};\n"
                   for who in ("original", "mutant") for name, width in KEPT[module].items())


def _any_differ(*names):
    return " || ".join(map(_differ, names))


def _asu(directions):
    """The registers agree where they matter: those of the search after a reset, the best once the
    first interval is judged, the comparison while it lasts. As long as what asu_proof proves of them
    holds."""
    return _kept("asu") + f"""
  logic legal;
  assign legal = original_step <= lanefold_pkg::ASU_TRY_ON &&
      original_phase <= lanefold_pkg::ASU_CONVERGED &&
      (original_ready_o || !original_converged_o) &&
      (original_step != lanefold_pkg::ASU_RETAKE ||
       (original_phase == lanefold_pkg::ASU_BELOW && original_up)) &&
      !(original_up && original_step == lanefold_pkg::ASU_TRY_UP) &&
      !(original_up && original_step == lanefold_pkg::ASU_TRY_DOWN &&
        original_phase != lanefold_pkg::ASU_ABOVE) &&
      !(original_settled && (original_strategy == lanefold_pkg::ADAPT_DEPTH ||
                             original_strategy == lanefold_pkg::ADAPT_WIDTH)) &&
      original_width_stride != '0 && original_depth_stride != '0;
{WHILE_LEGAL}  logic working, judged;
  assign working = original_step == lanefold_pkg::ASU_COMPARE ||
      original_step == lanefold_pkg::ASU_JUDGE;
  assign judged = original_phase == lanefold_pkg::ASU_ABOVE ||
      original_phase == lanefold_pkg::ASU_BELOW || original_phase == lanefold_pkg::ASU_ONWARD ||
      (!working && original_step != lanefold_pkg::ASU_READY);
  assign different_o = checked && ({_outputs_differ(directions)});
  assign kept_different_o = checked && (
      {_any_differ("step", "phase", "strategy", "turn", "settled", "up", "width_stride",
                   "depth_stride")} ||
      (judged && ({_any_differ("best_width", "best_depth", "rival_cycles", "rival_tasks")})) ||
      (working && ({_any_differ("cycles", "tasks")})) ||
      (working && judged && {_differ("difference")}) ||
      (original_step == lanefold_pkg::ASU_COMPARE && {_differ("count")}));
"""


def _warp_slice_table(directions):
    """As long as each lane of each warp is in one slice, which is proven (warp_slice_table_proof),
    and entries without lanes are of no warp."""
    return f"""
  logic legal;
  logic [Lanes-1:0] lanes;
  always_comb begin
    legal = 1'b1;
    for (int w = 0; w < 1 << WarpBits; w++) begin
      lanes = '0;
      for (int e = 0; e < Entries; e++) begin
        if (original_entry_warp_o[e*WarpBits+:WarpBits] == WarpBits'(w)) begin
          if ((lanes & original_entry_lanes_o[e*Lanes+:Lanes]) != '0) legal = 1'b0;
          lanes = lanes | original_entry_lanes_o[e*Lanes+:Lanes];
          if (w != 0 && original_entry_lanes_o[e*Lanes+:Lanes] == '0) legal = 1'b0;
        end
      end
      if (lanes != (w < Warps ? {{Lanes{{1'b1}}}} : {{Lanes{{1'b0}}}})) legal = 1'b0;
    end
  end
{WHILE_LEGAL}  assign different_o = checked && ({_outputs_differ(directions)});
  assign kept_different_o = 1'b0;
"""


def _sequencer(_):
    """The registers agree where they matter: after a reset, while there is something to do, in
    enabled slots."""
    text = _kept("compaction_sequencer") + _fields_differ("original_enable", "Lanes",
                           {"quad": "MaxQuadBits", "position": "MaxPositionBits"})
    text += _fields_differ("original_enable_o", "MaxPositions",
                           {"quad_o": "MaxQuadBits", "position_o": "MaxPositionBits"}
                           ).replace("fields_differ", "port_fields_differ")
    flags = " || ".join(_differ(name) for name in ("first_o", "last_o", "enable_o"))
    kept = " || ".join(_differ(name) for name in ("operand", "first", "enable"))
    return text + f"""
{AFTER_RESET}  assign different_o = checked && ({_differ("valid_o")} || {_differ("ready_o")} ||
      (original_valid_o && ({flags} || port_fields_differ)));
  assign kept_different_o = checked && ({_differ("remaining")} ||
      (original_remaining != '0 && ({kept} || fields_differ)));
"""


def _register_banks(directions):
    """The registers agree where they matter: after a reset, while rows are left."""
    return _kept("register_banks") + f"""
{AFTER_RESET}  assign different_o = checked && ({_outputs_differ(directions)});
  assign kept_different_o = checked && ({_differ("left")} || (original_left != '0 && {_differ("wide")}));
"""


def _coalescer(_):
    """The registers agree where they matter: after a reset, for lanes whose lines are left. A last line
    that is the first one, too, leaves with it."""
    return _kept("coalescer") + f"""
  logic numbers_differ, last_differs;
  always_comb begin
    numbers_differ = 1'b0;
    last_differs = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      if (original_last_left[l] != mutant_last_left[l] && !(original_first_left[l] &&
          original_first[l*LineBits+:LineBits] == original_last[l*LineBits+:LineBits] &&
          mutant_first[l*LineBits+:LineBits] == mutant_last[l*LineBits+:LineBits])) last_differs = 1'b1;
      if (original_first_left[l] &&
          original_first[l*LineBits+:LineBits] != mutant_first[l*LineBits+:LineBits]) numbers_differ = 1'b1;
      if (original_last_left[l] &&
          original_last[l*LineBits+:LineBits] != mutant_last[l*LineBits+:LineBits]) numbers_differ = 1'b1;
    end
  end
{AFTER_RESET}  logic waits;
  assign waits = (original_first_left | original_last_left) != '0;
  assign different_o = checked && ({_any_differ("ready_o", "valid_o")} ||
      (waits && ({_any_differ("line_o", "lanes_o", "last_o")})));
  assign kept_different_o = checked && ({_differ("first_left")} || last_differs ||
      (waits && {_differ("merge")}) || numbers_differ);
"""


def _mcb(directions):
    """The registers agree after a reset, as long as what mcb_proof proves of them holds: who waits for
    two lines waits for one, and is not ready, and entries that are free have no lanes."""
    return _kept("mcb") + f"""
  logic legal;
  always_comb begin
    legal = (original_twice & ~original_entry_waiting_o) == '0 &&
        (original_entry_waiting_o & original_entry_ready_o) == '0;
    for (int e = 0; e < Entries; e++) begin
      if (!original_valid_o[e] && (original_entry_waiting_o[e*Lanes+:Lanes] != '0 ||
                                   original_entry_ready_o[e*Lanes+:Lanes] != '0)) legal = 1'b0;
    end
  end
{WHILE_LEGAL}  assign different_o = checked && ({_outputs_differ(directions)});
  assign kept_different_o = checked && {_differ("twice")};
"""


def _scoreboard(directions):
    """The registers agree after a reset."""
    return _kept("scoreboard") + f"""
{AFTER_RESET}  assign different_o = checked && ({_outputs_differ(directions)});
  assign kept_different_o = checked && ({_any_differ("alu", "memory")});
"""


def _latch(_):
    return """
  logic written_q = 1'b0;
  always_ff @(posedge clk_i) if (&write_i) written_q <= 1'b1;
  assign different_o = written_q && original_data_o != mutant_data_o;
  assign kept_different_o = 1'b0;
"""


def _mdt(_):
    """As long as what mdt_proof proves of the table holds, and lanes are left behind that are in no
    entry."""
    ports_differ = " || ".join(map(_differ, ("full_o", "waiting_o", "ready_o", "valid_o",
                                             "entry_waiting_o", "entry_ready_o")))
    return _fields_differ("original_valid_o", "Entries", {"entry_place_o": "PlaceBits"}) + f"""
  logic [Lanes-1:0] present, entry;
  logic legal;
  always_comb begin
    present = '0;
    legal = 1'b1;
    for (int e = 0; e < Entries; e++) begin
      entry = original_entry_waiting_o[e*Lanes+:Lanes] | original_entry_ready_o[e*Lanes+:Lanes];
      if ((present & entry) != '0 || (e > 0 && entry != '0 && !original_valid_o[e-1])) legal = 1'b0;
      if ((original_entry_waiting_o[e*Lanes+:Lanes] & original_entry_ready_o[e*Lanes+:Lanes]) != '0)
        legal = 1'b0;
      for (int f = 0; f < e; f++) begin
        if (original_valid_o[e] && original_valid_o[f] &&
            original_entry_place_o[e*PlaceBits+:PlaceBits] ==
            original_entry_place_o[f*PlaceBits+:PlaceBits]) legal = 1'b0;
      end
      present = present | entry;
    end
    if (op_i == lanefold_pkg::MDT_LEAVE && ((waiting_i & lanes_i) != '0 ||
        ((waiting_i | lanes_i) & present) != '0)) legal = 1'b0;
  end
{WHILE_LEGAL}  assign different_o = checked && ({ports_differ} || fields_differ);
  assign kept_different_o = 1'b0;
"""


def _outputs_differ(directions):
    return " || ".join(_differ(name) for direction, name in directions if direction == "output")


def _after_reset(directions):
    """For modules whose outputs show all of their registers."""
    return f"""
{AFTER_RESET}  assign different_o = checked && ({_outputs_differ(directions)});
  assign kept_different_o = 1'b0;
"""


def _all_outputs(directions):
    return (f"  assign different_o = {_outputs_differ(directions)};\n"
            "  assign kept_different_o = 1'b0;\n")


# Modules of whose outputs not all have a meaning at all times, or do not show all registers.
SPECIAL = {"unswizzle": _unswizzle, "operand_latch": _latch, "mdt": _mdt, "mcb": _mcb,
           "compaction_sequencer": _sequencer, "register_banks": _register_banks,
           "scoreboard": _scoreboard, "coalescer": _coalescer, "asu": _asu, "warp_slice_table": _warp_slice_table}


def _comparison(module, directions):
    """What compares the two modules."""
    header = read_header(module)
    if module in CONTROL_BLOCKS:
        return _control()
    if module in PIPELINES:
        return _pipeline()
    if module in SPECIAL:
        return SPECIAL[module](directions)
    return _after_reset(directions) if header.has_port("rst_ni") else _all_outputs(directions)


# What they hold is beyond solvers.
TOO_LARGE = ("compaction_datapath",)


def is_equivalent(netlist, mutant, folder, timeout):
    """True if proven; false if a difference exists, or was not excluded in time."""
    module = netlist.module
    if module in TOO_LARGE:
        return False
    text, directions = _header(netlist)
    text += _instances(netlist, mutant.number, directions)
    sequential = BLOCKS[module].sequential()
    connects = [f"connect -set {who}_{name} u_{who}.{name}_q"
                for who in ("original", "mutant") for name in KEPT.get(module, {})]
    text += _comparison(module, directions)
    stem = folder / f"equivalence_{mutant.number}"
    stem.with_suffix(".sv").write_text(text + "endmodule\n", encoding="utf-8")
    run_yosys(
        [f"read_rtlil {folder / netlist.name()}_all.il", read_rtl(rtl_files()) + f" {stem}.sv",
         set_parameters(netlist.parameters, "equivalence"), "hierarchy -check -top equivalence",
         "proc", "flatten", *connects, *to_aiger(f"{stem}.aag", sequential)],
        stem.with_suffix(".ys"))
    circuit = Aig.read(f"{stem}.aag")
    parts = [circuit.first_cycle(), *([circuit.induction_step()] if sequential else [])]
    return all(cadical(part.any_output(), str(stem), timeout).verdict == "proven" for part in parts)
