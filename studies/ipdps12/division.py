# SPDX-License-Identifier: Apache-2.0
"""What decides on dynamic warp subdivision: when loads divide, and what warps do at a miss."""

from statistics import harmonic_mean

from lanefold_studies.page import Table
from .measures import KERNELS

BESIDE = {"blocks": {}, "divides: eager": {"on_miss": "divide", "division": "eager"},
          "divides: lazy": {"on_miss": "divide", "division": "lazy"},
          "divides: revive": {"on_miss": "divide", "division": "revive"},
          "stalls on use": {"on_miss": "stall-on-use"}}
ORGANISATIONS = ["32x1", "16x2", "8x4"]


def rules(runs):
    """Harmonic means, and the kernels with two warps of 16 lanes."""
    yield "## What a warp does at a load that misses\n"
    yield ("`core.on_miss` and `core.division`; branches do not divide. In the paper a warp waits "
           "until all of its lanes have their values (section I).")
    rows = []
    for name, more in BESIDE.items():
        means = [harmonic_mean([runs.speedup(kernel, static=simd, **more) for kernel in KERNELS])
                 for simd in ORGANISATIONS]
        own = [runs.speedup(kernel, static="16x2", **more) for kernel in KERNELS]
        rows.append([name, *(f"{value:.2f}" for value in [*means, *own])])
    yield Table(["at a miss", *ORGANISATIONS, *(f"{kernel}, 16x2" for kernel in KERNELS)], rows)
