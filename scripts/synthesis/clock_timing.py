# SPDX-License-Identifier: Apache-2.0
"""Asks OpenSTA what the clock tree of a placed block does: when its edge comes to the registers, and how long the paths
between these are then."""

import re
from typing import NamedTuple

from clock_tree import CLOCK
from timing import ask, delays_at, slack, slacks

_DIGITS = 6


class ClockFigures(NamedTuple):
    """In ns: how long an edge takes to the first and to the last register, the longest path, set-up and this
    difference included, and what hold times leave of the shortest path between registers."""

    earliest_ns: float
    insertion_ns: float
    path_ns: float
    hold_slack_ns: float


def _real_clock(period, wires):
    return [f"create_clock -name clock -period {period} [get_ports {CLOCK}]", "set_propagated_clock [get_clocks clock]",
            f"read_spef {wires}"]


def arrivals(library, netlist, period, work, wires):
    """When the rising edge comes to each register, in ns."""
    answer = ask(library, netlist, "top", [*_real_clock(period, wires), f"set sta_report_default_digits {_DIGITS}",
                                           "foreach pin [all_registers -clock_pins] { report_arrival "
                                           "[get_property $pin full_name] }"], work)
    found = [float(text) for text in re.findall(r"^ \(clock \^\) r [\d.]+:([\d.]+) ", answer, re.MULTILINE)]
    if not found:
        raise RuntimeError(f"OpenSTA knows no edge of the clock in a netlist with the cells of {library.source}")
    return found


def clock_figures(library, netlist, period, work, wires):
    """Of a netlist with its wires. Inputs come from, and outputs go to, registers that the edge reaches in the middle
    between the first and the last of the block's own. Their hold times are not asked for: nothing is known of the
    paths before and behind the ports."""
    edges = arrivals(library, netlist, period, work, wires)
    commands = [*_real_clock(period, wires), f"create_clock -name around -period {period}",
                f"set_clock_latency {(min(edges) + max(edges)) / 2} [get_clocks around]", *delays_at("around"),
                "set_false_path -hold -from [get_clocks around]", "set_false_path -hold -to [get_clocks around]",
                *slack("max"), *slack("min")]
    setup, hold = slacks(ask(library, netlist, "top", commands, work), 2, library)
    return ClockFigures(*(round(number, 4) for number in (min(edges), max(edges), period - setup, hold)))
