# SPDX-License-Identifier: Apache-2.0
"""How much sampling intervals of the same width and depth differ, from the paths that searches of
Robust SIMD took (`adaptation` of each launch in a record of `lanefold run --stats`)."""

from statistics import median


def repeats(path):
    """Differences, in per cent of the shorter one, of the cycles per work-item of an interval from
    those of the last one that had the same width and depth on the same core. The first interval of
    a core begins with empty caches, and counts for nothing."""
    differences = []
    latest = {}
    begun = set()
    for step in path:
        core, tasks = step["core"], step.get("tasks", 0)
        if tasks == 0:  # chosen for good
            continue
        if core not in begun:
            begun.add(core)
            continue
        cost = step["cycles"] / tasks
        before = latest.get((core, step["simd"]))
        if before is not None:
            differences.append(100 * abs(cost - before) / min(cost, before))
        latest[core, step["simd"]] = cost
    return differences


def noise_of(record):
    """Repeats of all launches of a run."""
    return [difference for launch in record["launches"]
            for difference in repeats(launch.get("adaptation", []))]


def summary(noise):
    """A line for each workload of `noise`, a dictionary of lists, and the median of all medians."""
    lines = [f"{'workload':24}repeats  median difference"]
    medians = {name: median(values) for name, values in noise.items() if values}
    for name in sorted(medians, key=medians.get):
        lines.append(f"{name:24}{len(noise[name]):7}{medians[name]:17.2f} %")
    if medians:
        lines.append(f"median of {len(medians)} workloads: {median(medians.values()):.1f} %")
    return lines
