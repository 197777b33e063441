# SPDX-License-Identifier: Apache-2.0
"""Prints the figures of scripts/synth."""


def print_row(row, name, width):
    """One line of the table, or its head."""
    transistors = "-" if row["transistors"] is None else row["transistors"]
    print(f"{name:{width}}{row['cells']:>7}{row['area']:>11}{row['gate_equivalents']:>10}"
          f"{transistors:>12}{row['levels']:>7}{row['path_ns']:>8}{row['path_fo4']:>7}", end="")
    placed = row.get("placed")
    if placed:
        share = placed["wire_share"]
        print(f"{placed['die_area']:>11}{placed['wire_length']:>10}{placed['path_ns']:>10}{placed['path_fo4']:>11}"
              f"{share if isinstance(share, str) else f'{share:.1%}':>7}", end="")
    print(flush=True)


def print_head(arguments, library, fo4, width):
    """What the figures are of."""
    wires = f"without wires and as placed with seed {arguments.seed}" if arguments.place else "without wires"
    print(f"{arguments.geometry}, {arguments.data_width}-bit operands, {library.title} {wires}; FO4 = {fo4:.4g} ns"
          f"{'; areas from the LEF for ' if library.corrected else ''}{', '.join(library.corrected)}")
    if not library.area_unit:
        print("Areas are in the unit of the Liberty file; transistors are unknown without netlists.")
    print()
    head = {"cells": "cells", "area": "area um2" if library.area_unit else "area", "gate_equivalents": "NAND2",
            "transistors": "transistors", "levels": "levels", "path_ns": "ns", "path_fo4": "FO4"}
    if arguments.place:
        head["placed"] = {"die_area": "die um2", "wire_length": "wires um", "path_ns": "ns wired",
                          "path_fo4": "FO4 wired", "wire_share": "wires"}
    print_row(head, "module", width)


_CLOCK_HEAD = {"registers": "registers", "buffers": "buffers", "insertion_ns": "insertion ns", "skew_ns": "skew ns",
               "path_ns": "path ns", "path_fo4": "FO4", "setup_slack_ns": "set-up ns", "hold_slack_ns": "hold ns"}


def print_clocks(texts, results):
    """The clock trees of the modules that have one."""
    named = [(text, row) for text, row in zip(texts, results["modules"]) if "clock" in row["placed"]]
    budget = results["budgets_fo4"][0]
    width = max(21, *(len(text) + 1 for text in texts))
    print(f"\nClock trees of {results['clock_buffer']}; a cycle of {budget} FO4 leaves for set-up, and paths between "
          "registers leave for hold:\n")
    for text, row in [("module", None), *named]:
        clock = {**row["placed"]["clock"], "registers": row["registers"]} if row else _CLOCK_HEAD
        print(f"{text:{width}}{clock['registers']:>10}{clock['buffers']:>9}{clock['insertion_ns']:>14}"
              f"{clock['skew_ns']:>9}{clock['path_ns']:>9}{clock['path_fo4']:>7}{clock['setup_slack_ns']:>11}"
              f"{clock['hold_slack_ns']:>9}")
