# SPDX-License-Identifier: Apache-2.0
"""The rows of the result tables in the documentation, each from the records of runs. A cell that is
None stays as the page has it."""

import json
import re
from functools import lru_cache

from lanefold import names, run, statistics

COHERENT = 0.95  # SIMD efficiency above which the paper calls a program coherent
SCENES = ("spheres", "terrain")
# The kernels of SC'09, in the order of its table 3.
SC09_KERNELS = ("neighbour-list", "lennard-jones", "sequence-alignment", "path-trace-bvh",
                "kmeans-minebench", "gaussian-filter")
# More than in each machine's file.
MORE_WARPS = {"ivb-eu": 12, "manycore-dom": 16, "mv5-wpu": 16}


class Runs:
    """Runs of one command, each done once."""

    def __init__(self, command):
        self.command = command
        self.workloads = names(command, "showcase")

    @lru_cache(maxsize=None)
    def total(self, *words):
        """What all launches of a run counted."""
        return statistics(self.command, *words)["total"]

    @lru_cache(maxsize=None)
    def audit(self, program):
        """What an audit of its lanes counted."""
        return json.loads(run(self.command, "audit-uniform", program, "--json"))

    def functional(self, program, size="default"):
        """The same without time; a program is a workload and its parameters."""
        return self.total(*program, "--size", size, "--functional")

    def timed(self, program, policy, lines=1):
        """On ivb-eu under a compaction policy, whose data cluster moves so many lines a cycle."""
        settings = ["--set", f"core.compaction={policy}"]
        if lines != 1:
            settings += ["--set", f"dc_lines_per_cycle={lines}"]
        return self.total(*program, *settings)

    def cycles_saved(self, program, lines=1):
        """The part of the run time under ivb that scc saves."""
        before = self.timed(program, "ivb", lines)["counters"]["cycles"]
        return 1 - self.timed(program, "scc", lines)["counters"]["cycles"] / before


def percent(part, digits=1):
    """As the pages write it: -0.3 %."""
    return f"{100 * part:.{digits}f} %"


def millions(count):
    """Two digits, or as many as a whole number has: 0.06, 2.1, 13."""
    number = count / 1e6
    digits = 2 if number < 0.995 else 1 if number < 9.95 else 0
    return f"{number:.{digits}f}"


def ray_program(workload, scene):
    """The first scene is the one without a parameter."""
    return (workload,) if scene == SCENES[0] else (workload, "--param", f"scene={scene}")


def eu_cycles(runs):
    """README: what the policies save beyond ivb, of the divergent programs."""
    for workload in runs.workloads:
        if runs.functional((workload,))["simd_efficiency"] > COHERENT:
            continue
        total = runs.timed((workload,), "ivb")
        bcc, scc = total["policies"]["bcc"], total["policies"]["scc"]
        yield [workload, percent(total["simd_efficiency"]), percent(bcc["gain_over_ivb"]),
               percent(scc["gain_over_ivb"]), percent(scc["part_of_ideal"]),
               percent(runs.cycles_saved((workload,)))]


def data_cluster(runs):
    """README: the run time that scc saves with one line a cycle and with two."""
    for workload in ("ray-trace-primary", "ray-trace-ao"):
        for scene in SCENES:
            program = ray_program(workload, scene)
            gain = runs.timed(program, "ivb")["policies"]["scc"]["gain_over_ivb"]
            yield [f"{workload}, {scene}", percent(runs.cycles_saved(program)),
                   percent(runs.cycles_saved(program, lines=2)), percent(gain)]


def workload_sizes(runs):
    """docs/reference/workloads.md: instructions by size, and what the policies save. What a workload shows is
    the page's own cell."""
    for label, program in programs(runs.workloads):
        total = runs.functional(program)
        counts = [millions(runs.functional(program, size)["counters"]["warp_instructions"])
                  for size in ("tiny", "default", "paper")]
        gains = [percent(total["policies"][policy]["gain_over_ivb"]) for policy in ("bcc", "scc")]
        yield [label, None, *counts, percent(total["simd_efficiency"]), *gains]


def workload_list(runs):
    """docs/reference/workload-list.md: what `lanefold list workloads` prints, without parameters."""
    for line in run(runs.command, "list", "workloads").splitlines():
        name, field, text = re.split(r" {2,}", line, maxsplit=2)
        yield [name, field, text.split(" [")[0]]


def parameters(runs):
    """docs/reference/parameters.md: what `lanefold list parameters` prints."""
    for line in run(runs.command, "list", "parameters").splitlines():
        key, text = re.split(r" {2,}", line, maxsplit=1)
        description, values = text.removesuffix("]").rsplit(" [", 1)
        valid, default, *needs = values.split("; ")
        need = needs[0].removeprefix("needs ") if needs else ""
        yield [f"`{key}`", valid, default.removeprefix("default "), need, description]


def workload_gains(runs):
    """docs/reference/workload-list.md: what the policies save in the workloads beyond the showcase."""
    for workload in names(runs.command, "workloads"):
        if workload in runs.workloads:
            continue
        total = runs.functional((workload,))
        gains = [percent(total["policies"][policy]["gain_over_ivb"]) for policy in ("bcc", "scc")]
        yield [workload, millions(total["counters"]["warp_instructions"]),
               percent(total["simd_efficiency"]), *gains]


def programs(workloads):
    """Every workload of the showcase, the ray tracers once for each scene, with the name that the page gives it."""
    for workload in workloads:
        if workload.startswith("ray-trace"):
            for scene in SCENES:
                yield f"{workload}, {scene}", ray_program(workload, scene)
        else:
            label = "divergence-pattern, level 3" if workload == "divergence-pattern" else workload
            yield label, (workload,)


def bandwidth(runs):
    """docs/method/modelling.md: how much of its DRAM's bandwidth vector-add uses."""
    for machine, warps in MORE_WARPS.items():
        setting = f"core.warps={warps}"
        plain = ("vector-add", "--machine", machine)
        as_it_is, twice = (runs.total(*words)["bandwidth"]["dram"]
                           for words in (plain, (*plain, "--set", setting)))
        used = [f"{one['used']:.1f} ({percent(one['used'] / one['available'], 0)})"
                for one in (as_it_is, twice)]
        yield [f"`{machine}`", used[0], f"{used[1]}, `--set {setting}`",
               f"{as_it_is['available']:g}"]


def memory_operations(runs):
    """docs/reference/workload-list.md: instructions per memory operation of the kernels of SC'09. What its
    table 3 says is the page's own cell."""
    for workload in SC09_KERNELS:
        total = runs.total(workload, "--machine", "manycore-dom")
        counters = total["counters"]
        ratio = counters["warp_instructions"] / counters["memory_instructions"]
        yield [workload, None, f"{ratio:.1f}", percent(total["simd_efficiency"]),
               percent(total["divergent_load_part"])]


def uniformity(runs):
    """README: what lanes did alike, and what the analysis knew of it."""
    for workload in runs.workloads:
        audit = runs.audit(workload)
        parts = [percent(audit[name] / audit["executed"])
                 for name in ("one_lane", "uniform", "known")]
        yield [workload, *parts, percent(audit["known"] / audit["uniform"])]


# By the name that the marker has, <!-- table: NAME -->.
TABLES = {"bandwidth": bandwidth, "data-cluster": data_cluster, "eu-cycles": eu_cycles,
          "memory-operations": memory_operations, "parameters": parameters, "uniformity": uniformity,
          "workload-gains": workload_gains, "workload-list": workload_list,
          "workload-sizes": workload_sizes}
