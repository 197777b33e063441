# SPDX-License-Identifier: Apache-2.0
"""How many cycles compaction control takes if a cycle has a length, and what a policy gains then."""

import math

# The control blocks of each policy: in one cycle, and in two.
CONTROL = {"ivb": ("ivb_half",), "bcc": ("bcc_control",), "scc": ("scc_control", "scc_pipeline")}


def latency(paths, budget):
    """Cycles of control: one for each stage of the first block whose longest path fits a cycle.
    Where none does, equal parts of the path of the first, registers left out, and more of them than
    any block has stages."""
    for stages, path in enumerate(paths, 1):
        if path <= budget:
            return stages
    return max(len(paths) + 1, math.ceil(paths[0] / budget))


def gains(cycles_of, workloads, policy, latency_of_policy):
    """The part of each workload's run time that a policy saves over ivb, which takes one cycle."""
    return [1 - cycles_of(name, policy, latency_of_policy) / cycles_of(name, "ivb", 1)
            for name in workloads]


def geometric_mean(saved):
    """Of the run times that are left."""
    return 1 - math.prod(1 - one for one in saved) ** (1 / len(saved))
