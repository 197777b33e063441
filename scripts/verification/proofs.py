# SPDX-License-Identifier: Apache-2.0
"""What is to be proven: the proof tops of tb/formal, their parameters, and how yosys reads them."""

from dataclasses import dataclass
from pathlib import Path

from aig import Aig
from blocks import BLOCKS as ALL_BLOCKS
from blocks import shapes
from yosys import SOURCES, read_rtl, rtl_files, run_yosys, set_parameters, to_aiger

PROVEN = {block.said["proof"].get("block", name): block for name, block in ALL_BLOCKS.items() if block.said["proof"]}
BLOCKS = list(PROVEN)

# Broken if the output of the proof top can be 1; said the other way round for the table.
PROPERTIES = {
    "lane_lost_o": "each active lane is issued",
    "lane_repeated_o": "no lane is issued twice",
    "inactive_issued_o": "no inactive lane is issued",
    "cycles_wrong_o": "cycles are those of the policy",
    "late_slot_o": "slots beyond the last cycle are disabled",
    "swizzle_wasted_o": "as few swizzles as possible",
    "quads_mixed_o": "one quad a cycle where nothing is swizzled",
    "answer_different_o": "equal to scc_control a cycle later",
    "disabled_lane_active_o": "no lane is active that a mask disables",
    "enabled_lane_inactive_o": "each enabled lane is active",
    "empty_wrong_o": "the flag says whether no lane is active",
    "operand_wrong_o": "each position gets its lane's operand",
    "idle_operand_o": "disabled positions get 0",
    "lane_unwritten_o": "each issued lane is written",
    "lane_overwritten_o": "no other lane is written",
    "result_wrong_o": "each lane gets its position's result",
    "idle_result_o": "lanes not written carry 0",
    "round_trip_wrong_o": "unswizzle after swizzle is the identity",
    "operand_different_o": "equal to swizzle_crossbar for all inputs",
    "write_lost_o": "written quads hold what was written",
    "hold_lost_o": "other quads hold what they held",
    "operand_lost_o": "the operand of each issued lane comes",
    "row_wasted_o": "no other row is read",
    "half_wrong_o": "as many halves as the organisation has",
    "row_unstable_o": "a row that is not taken stays",
    "take_wrong_o": "taken when the operands before have come",
    "rows_wrong_o": "the registers hold the rows to be read",
    "line_unwanted_o": "lines are for lanes that wait for them",
    "line_late_o": "lanes come in order, first bytes first",
    "line_repeated_o": "a shared line serves all at once",
    "lanes_joined_o": "a line that is not shared serves one lane",
    "last_wrong_o": "the last line is flagged",
    "access_wrong_o": "taken when idle or with the last line",
    "lines_kept_wrong_o": "the registers hold what lanes wait for",
    "moved_early_o": "nothing moves on before what it needs is written",
    "kept_waiting_o": "nothing waits for what is written",
    "cause_wrong_o": "who waits knows whether for memory",
    "marks_wrong_o": "the registers hold who still has to write",
    "complete_wrong_o": "a lane is complete with its last line",
    "waiting_wrong_o": "a lane waits while a line is on its way",
    "all_here_wrong_o": "a lane is ready when its lines are here",
    "room_wrong_o": "the lowest free entry is offered",
    "entry_wrong_o": "entries are those of loads on their way",
    "lines_wrong_o": "the registers hold who waits for one or two",
    "micro_op_count_wrong_o": "as many micro-ops as the policy needs",
    "ready_wrong_o": "ready when idle or when the last one leaves",
    "flags_wrong_o": "first and last are flagged",
    "lane_wrong_o": "only lanes left to issue, each once",
    "unstable_o": "a micro-op waits unchanged",
    "kept_wrong_o": "the registers hold what is left to issue",
    "lane_missing_o": "each lane left behind is in the table",
    "lane_doubled_o": "no lane is in two entries",
    "lane_invented_o": "no other lane is in the table",
    "place_wrong_o": "lanes are where they were left behind",
    "value_wrong_o": "lanes are ready when their values have come",
    "place_doubled_o": "no two entries have the same place",
    "gap_o": "entries with lanes come first",
    "order_wrong_o": "the oldest entry is the first",
    "full_wrong_o": "full when a new place finds no entry",
    "answer_wrong_o": "a place answers with its lanes",
    "went_without_o": "no lane proceeds without a value",
    "stayed_without_free_slot_o": "no lane stays without a free slot",
    "slipped_at_limit_o": "at the limit no lane is left waiting",
    "slipped_without_slip_o": "with a limit of 0 all go on together",
    "limited_first_o": "others go on before lanes at the limit",
    "yield_wrong_o": "lanes make way only if others can run",
    "stuck_o": "without values to come somebody runs",
    "limit_wrong_o": "the limit is that of the counters",
    "last_not_zero_o": "the last lane is at zero",
    "distance_wrong_o": "who passes a load is one ahead",
    "counter_wrong_o": "other counters hold, and all are cleared",
    "width_illegal_o": "a slice has one lane to a whole warp",
    "capacity_exceeded_o": "the table has room for all slices",
    "depth_illegal_o": "one slice to all of them run",
    "best_illegal_o": "the best is legal",
    "search_wrong_o": "strides are one to half",
    "comparison_wrong_o": "a gain is fewer cycles a task",
    "best_worse_o": "the best only gets better",
    "search_too_long_o": "without a gain the search ends",
    "answer_late_o": "an answer comes in time",
    "answer_unstable_o": "what runs changes with the answer only",
    "converged_lost_o": "what is converged stays",
    "slice_missing_o": "each lane of each warp is in a slice",
    "slice_doubled_o": "no lane of a warp is in two slices",
    "warp_wrong_o": "each slice is of a warp",
    "division_wrong_o": "divided lanes are in their order",
    "moved_wrong_o": "lanes move as the operation says",
    "free_wrong_o": "lanes split off take the lowest free entry",
    "refused_wrong_o": "only what has no room is refused",
    "reset_wrong_o": "after a reset all begins anew",
}


@dataclass
class Proof:
    """One proof top with one set of parameters."""

    block: str
    top: str
    parameters: dict
    duts: tuple  # modules in which --inject-bug injects
    sequential: bool = False
    flat: bool = False  # faults may be anywhere in the block, but not in what else has the same parts
    rtl: Path = SOURCES / "rtl"

    def name(self):
        """Names its files."""
        return "_".join([self.block, *(str(value) for value in self.parameters.values())])

    def shape(self):
        """The parameters in words."""
        return " ".join(f"{name} {value}" for name, value in self.parameters.items())


def proofs(name, lanes, alu_width):
    """All proofs of a name of BLOCKS at a geometry."""
    block = PROVEN[name]
    said = {"own": block.own(), "duts": [name], **block.said["proof"]}
    parameters = {parameter: value for parameter, value in said.items() if parameter[0].isupper()}
    own = [{**one, **parameters} for one in said["own"]]
    found = [Proof(name, said["top"], {**shape.parameters, **parameters}, tuple(said["duts"]), block.sequential(),
                   block.family() == "control")
             for shape in shapes(block.name, lanes, alu_width, own)]
    return sorted(found, key=lambda proof: proof.parameters.get("QuadLanes", 0))


def _elaborate(proof):
    files = [*rtl_files(proof.rtl), SOURCES / "tb/formal/schedule_checker.sv",
             SOURCES / f"tb/formal/{proof.top}.sv"]
    own = [f"flatten *{proof.block}* {proof.top} %d"] if proof.flat else []
    # The tops of several blocks instantiate `DUT.
    return [read_rtl(files, f"-DDUT={proof.duts[0]}"), set_parameters(proof.parameters, proof.top),
            f"hierarchy -check -top {proof.top}", "proc", *own, "opt_clean"]


# Registers that a proof sees, under its own names.
KEPT = {
    "compaction_sequencer": {"cycles": "remaining", "operand": "operand", "enable": "enable",
                             "quad": "quad", "position": "position"},
    "register_banks": {"left": "left", "wide": "wide"},
    "mcb": {"once": "once", "twice": "twice"},
    "scoreboard": {"alu": "alu", "memory": "memory"},
    "coalescer": {name: name for name in ("first_left", "last_left", "first", "last", "merge")},
    "asu": {name: name for name in
            ("step", "phase", "strategy", "best_width", "width_stride", "best_depth",
             "depth_stride", "turn", "settled", "up", "cycles", "rival_cycles", "tasks",
             "rival_tasks", "difference", "count")},
}


def _connect_registers(proof):
    """Shows the block's registers to its proof."""
    return [f"connect -set kept_{ours} u_dut.{theirs}_q"
            for ours, theirs in KEPT.get(proof.block, {}).items()]


def list_faults(proof, count, seed, folder):
    """`count` yosys commands that each put one fault into the block."""
    faults = folder / f"{proof.name()}.faults"
    # Not into the proof top, whose name begins with the block's.
    patterns = " ".join(f"*{dut}* {proof.top} %d" for dut in proof.duts)
    mutate = f"mutate -list {count} -seed {seed} -o {faults} {patterns}"
    run_yosys(_elaborate(proof) + [mutate], folder / f"{proof.name()}_faults.ys")
    return faults.read_text(encoding="utf-8").splitlines()


def circuits(proof, folder, fault=None):
    """The combinational circuits whose outputs must never be 1: one, or start and step."""
    stem = f"{proof.name()}_faulty" if fault else proof.name()
    path = folder / f"{stem}_source.aag"
    run_yosys([*_elaborate(proof), *([fault] if fault else []), "flatten",
               *_connect_registers(proof), *to_aiger(path, proof.sequential)],
              folder / f"{stem}.ys")
    circuit = Aig.read(path)
    if not proof.sequential:
        return {"": circuit}
    return {"start": circuit.first_cycle(), "step": circuit.induction_step()}
