# SPDX-License-Identifier: Apache-2.0
"""Work that is the same in all lanes, executed once."""

from .claims import claims
from .measures import Runs
from .source import source
from .tables import addresses, compaction, knowledge, machines, workloads

TITLE = "Work that all lanes do alike, executed once"

INTRODUCTION = """An instruction whose active lanes have the same operands need be executed in one \
lane only. `core.scalar.execution` says what hardware does with it: the same time with the \
**energy** of one lane, as the source has it (CS6120, "SIMD Divergence Optimizations"), \
**one-cycle** of its ALU, or a scalar **pipe** beside FPU and EM. `core.scalar.knowledge` says who \
knows: **static**, the analysis of docs/method/uniformity.md, or **dynamic**, hardware that keeps \
tags and compares lanes. \
[docs/method/modelling-scalar.md](../../method/modelling-scalar.md) explains both."""

FIGURES = """**ALU operations** are those of active lanes, and one for an instruction that is \
executed once: a proxy for the energy of the ALUs. **Register bits** are those that accesses move, \
a word for a scalar row. **EU cycles** are those in which ALUs are busy. Parts are those saved \
against the same run without scalar execution, means of all workloads."""


def page(results):
    """The page, part by part."""
    runs = Runs(results)
    yield INTRODUCTION
    yield FIGURES
    yield from machines(runs)
    yield from source(runs)
    yield from compaction(runs)
    yield from knowledge(runs)
    yield from addresses(runs)
    yield from workloads(runs)
    yield from claims(runs)
