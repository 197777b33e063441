# SPDX-License-Identifier: Apache-2.0
"""What the mechanisms cost in time, area and energy, alone and together."""

from .additions import added_areas, additions
from .areas import Areas
from .claims import claims
from .costs import Costs
from .findings import findings
from .fronts import fronts
from .measures import ALL, Runs
from .pairs import causes, pairs
from .papers import papers

TITLE = "Time, area and energy of the mechanisms"

INTRODUCTION = """Compaction (**IVB**, **BCC**, **SCC** of ISCA'13), **slip** (Diverge on Miss, \
SC'09), **adaptation** of width and depth (Robust SIMD, IPDPS'12) and **scalar** execution of what \
all lanes do alike (one cycle of the ALU; `energy` saves no time, and a scalar pipe has a lane of \
its own) all save lanes that would idle or repeat each other. Here they are on one machine, alone \
and together, with what they save in time and energy, and what they add in area. The machine is \
`quad` of [the study of composition](../composition/composition.md): two warps of 32 lanes on ALUs \
of four. Adaptation has a table of eight slices, as IPDPS'12 counts it."""

BASIS = """**Area** is that of a core with its caches, at 45 nm, from `lanefold cost` with each set's \
own settings: its parts, its register file, and what its mechanisms store. To these come the gates \
of their twins in RTL at 32x4 ([docs/how-to/synthesis.md](../../how-to/synthesis.md)), without the registers that \
are counted as storage: for SCC its control, a crossbar for each of three operands and the \
unswizzle. Scalar execution has no twin, so only its rows and tags count, and the lane of a scalar \
pipe. The twin of adaptation takes every gain and gives small launches 8x2, and no twin issues the \
quads of a slice alone; what the model does beyond that is not in the area. **Time** is in cycles, and a \
slower clock is not assumed for the twins that do not fit one."""


def page(results):
    """The page, part by part."""
    runs = Runs(results)
    costs = Costs(runs, Areas(results, runs))
    yield INTRODUCTION
    yield BASIS
    yield parts_of_energy(runs)
    yield workloads(runs)
    yield from findings(costs)
    yield from fronts(costs)
    yield from added_areas(costs)
    yield from additions(costs)
    yield from causes(costs)
    yield from pairs(costs)
    yield from papers(results.lanefold)
    yield from claims(costs)


def parts_of_energy(runs):
    """What is counted, as runs list it."""
    parts = ", ".join(part["name"] for part in runs.row(runs.few[0], ALL)["energy.parts"])
    return ("**Energy** is that of `lanefold run --energy` ([docs/method/cost.md](../../method/cost.md#energy)), "
            f"whose parts are {parts}, and the leakage of what mechanisms add. What the latches of "
            "operands, and the circuits of slip, adaptation and scalar execution, take when they "
            "switch is left out, so that savings of energy are at most those shown.")


def workloads(runs):
    """Which ran, and in which of them adaptation does what its paper describes."""
    searching = len(runs.searching())
    text = (f"All sets ran in the same {len(runs.few)} workloads; some ran in all {len(runs.every)}. "
            f"Cores search for their width and depth in {searching} of the {len(runs.few)}; launches "
            "of the others are too short (IPDPS'12 VI-C), and run whole warps.")
    if not searching:
        text += (" So at this size **nothing adapts**; the page of composition, of larger inputs, has "
                 "what adaptation gains where cores search.")
    return text
