# SPDX-License-Identifier: Apache-2.0
"""Faults that only regular masks of many lanes show, or states that are rare, each switched on by its number at run
time."""

import itertools
import shutil
from dataclasses import replace

from blocks import MODULES
from faults import PortFault, TextFault, split
from mutants import MUTANT_NUMBER, Netlist, netlists
from state_faults import STATE_FAULTS
from yosys import rtl_files


# Under random masks positions seldom have far more lanes than others, and lists stay short.
LIST_FAULTS = [
    TextFault(
        "scc_parallel", "the longest list of lanes in surplus loses the last", "scc_surplus",
        "MaxSurplus'(gen_level[PositionBits].gen_node[0].surplus);",
        "MaxSurplus'(gen_level[PositionBits].gen_node[0].surplus) &\n"
        "            ~(MaxSurplus'(FAULT && Most == MaxSurplus) << (MaxSurplus - 1));"),
    TextFault(
        "scc_pipeline", "lists of lanes in surplus end at three quarters of the longest", "scc_slots",
        "surplus |= surplus_i[c%Quads*MaxSurplus+:MaxSurplus];",
        "surplus |= surplus_i[c%Quads*MaxSurplus+:MaxSurplus] &\n"
        "            ({MaxSurplus{!(FAULT)}} | {MaxSurplus{1'b1}} >> (MaxSurplus / 4));"),
    TextFault(
        "scc_parallel", "the last lane of the longest list is another", "scc_surplus",
        "MaxSurplus'(gen_level[PositionBits].gen_node[0].lanes[b*Most+:Most]);",
        "MaxSurplus'(gen_level[PositionBits].gen_node[0].lanes[b*Most+:Most]) ^\n"
        "              (MaxSurplus'(FAULT && Most == MaxSurplus) << (MaxSurplus - 1));"),
    TextFault(
        "scc_parallel", "idle slots are counted to three quarters of the most", "scc_surplus",
        "MaxSurplus'(idle_before);",
        "MaxSurplus'(idle_before) &\n"
        "            ({MaxSurplus{!(FAULT)}} | {MaxSurplus{1'b1}} >> (MaxSurplus / 4));", least_lanes=64),
    TextFault(
        "scc_parallel", "the last of the most idle slots takes no lane", "scc_slots",
        "(takes & surplus[Most-1:0]) != '0;",
        "(takes & surplus[Most-1:0] &\n"
        "            ~(Most'(FAULT && Most == MaxSurplus) << (Most - 1))) != '0;"),
    TextFault(
        "scc_fifo", "a position with eleven sixteenths of its lanes in surplus keeps one", "scc_fifo",
        "length > cycles ? length - cycles : '0;",
        "length > cycles ? length - cycles -\n"
        "          CycleBits'(FAULT && 16 * (length - cycles) >= 11 * Quads) : '0;"),
]

# Masks as 64 lanes have them; fewer have the lower part.
PATTERNS = {"two of four": 0x6666666666666666, "eight of sixteen": 0x00ff00ff00ff00ff,
            "every third": 0x9249249249249249, "one of four": 0x1111111111111111}

# The inputs that take masks, with their widths.
MASK_PORTS = {
    "exec_mask": ("Lanes", ["dispatch_i", "control_flow_i", "predicate_i"]),
    **{module: ("Lanes", ["mask_i"]) for module in (
        "none_control", "ivb_half", "bcc_control", "scc_parallel", "scc_fifo", "scc_pipeline",
        "compaction_sequencer")},
    "operand_latch": ("Quads", ["write_i"]),
    "register_banks": ("Lanes", ["issued_i"]),
    "compaction_datapath": ("Lanes", ["dispatch_i", "control_flow_i", "predicate_i"]),
    "coalescer": ("Lanes", ["lanes_i"]),
    "mcb": ("Lanes", ["send_lanes_i", "receive_lanes_i"]),
    "mdt": ("Lanes", ["waiting_i", "lanes_i", "arrived_i"]),
    "slip_controller": ("Lanes", ["lanes_i", "missing_i", "behind_i", "ready_i"]),
    "slip_unit": ("Lanes", ["send_lanes_i", "receive_lanes_i", "lanes_i"]),
    "warp_slice_table": ("Lanes", ["lanes_i"]),
}


def port_faults():
    """One for each input, with the patterns in turn."""
    ports = [(module, width, port) for module, (width, names) in MASK_PORTS.items() for port in names]
    return [PortFault(module, f"{port} of {name} loses a lane", module, port, width, pattern)
            for (module, width, port), (name, pattern) in zip(ports, itertools.cycle(PATTERNS.items()))]


# All faults, and the modules that have some.
FAULTS = [*LIST_FAULTS, *STATE_FAULTS, *port_faults()]
HAND_MADE = [module for module in MODULES if any(fault.module == module for fault in FAULTS)]


def write_hand_made_rtl(chosen, lanes, width, folder):
    """Fills folder/rtl with the faults of the chosen modules; gives those with their faults, numbered from 1 without
    gaps."""
    rtl = folder / "rtl"
    shutil.rmtree(rtl, ignore_errors=True)
    rtl.mkdir(parents=True)
    texts = {file.stem: file.read_text(encoding="utf-8") for file in rtl_files()}
    modules = {}
    faults = [fault for fault in FAULTS if fault.module in chosen and fault.least_lanes <= lanes]
    for number, fault in enumerate(faults, 1):
        tests = ":".join(netlist.tests for netlist in netlists(fault.module, lanes, width))
        module = modules.setdefault(fault.module, Netlist(fault.module, {"Lanes": lanes}, tests))
        module.mutants.append(replace(fault, number=number))
        texts[fault.file] = fault.inject(texts[fault.file], f"mutant_i == {number}")
    for stem, text in texts.items():
        if "mutant_i" in text:
            header, body = split(text)
            text = header + MUTANT_NUMBER + body
        (rtl / f"{stem}.sv").write_text(text, encoding="utf-8")
    return list(modules.values())
