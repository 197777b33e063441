# SPDX-License-Identifier: Apache-2.0
"""The kernels as Intel's own compiler makes them for the EU, beside RISC-V."""

from statistics import geometric_mean

from lanefold_studies.page import Plot, Table, percent
from .measures import mean
from .times import part_that_arrives


def own_code(masks, codes):
    """What RISC-V has to do with the figures."""
    own = codes["own"]
    kernels = own.among(masks.divergent())
    every = own.among(masks.kernels)
    yield "## The EU's own code\n"
    yield ("Intel's offline compiler makes code of the kernels for the EU of Gen8, one generation after "
           "the paper's ([gen8.md](../../method/gen8.md)). It has predicates and messages of several "
           "words, and executes once, as SIMD1, what lanes share. The same programs run with the same "
           f"inputs. Averages are over the {len(kernels)} kernels that are divergent as RISC-V code; "
           "instructions are those of all.")
    rows = []
    for name, one in (("RISC-V, SIMD16", None), ("Gen8, SIMD8", codes["simd8"]),
                      ("Gen8, SIMD16", codes["simd16"]), ("Gen8, SIMD32", codes["simd32"]),
                      ("Gen8, the compiler's width", own)):
        def row(kernel, one=one):
            return masks.row(kernel, "simd16") if one is None else one.rows[kernel]
        def saving(kernel, policy, one=one):
            return (masks.saving(kernel, policy, "simd16") if one is None
                    else one.saving(kernel, policy))
        instructions = geometric_mean(row(kernel)["counters.warp_instructions"]
                                      / masks.row(kernel, "simd16")["counters.warp_instructions"]
                                      for kernel in every)
        parts = (mean(row(kernel)[f"counters.{count}_instructions"]
                      / row(kernel)["counters.warp_instructions"] for kernel in every)
                 for count in ("send", "single_lane", "unmasked"))
        rows.append([name, f"{instructions:.2f}", *map(percent, parts),
                     percent(mean(row(kernel)["simd_efficiency"] for kernel in kernels)),
                     *(percent(of_all(saving(kernel, policy) for kernel in kernels))
                       for of_all in (mean, max) for policy in ("bcc", "scc"))])
    yield Table(["code", "instructions relative to RISC-V, geometric mean", "messages", "SIMD1",
                 "NoMask", "SIMD efficiency", "BCC, average", "SCC, average", "BCC, most",
                 "SCC, most"], rows)
    yield Plot("own-code", "EU cycles saved in code of Intel's compiler", kernels,
               {"BCC": [own.saving(kernel, "bcc") for kernel in kernels],
                "SCC beyond BCC": [own.saving(kernel, "scc") - own.saving(kernel, "bcc")
                                   for kernel in kernels]}, "EU cycles saved", kind="stack")


def own_code_in_time(times, masks, eu_times, codes):
    """What arrives of the savings, on the machine of the paper."""
    divergent = set(masks.divergent())
    kernels = [kernel for kernel in eu_times.kernels("dc2")
               if kernel in divergent and times.has(kernel, "dc2")]
    yield "## The EU's own code in time\n"
    yield (f"Savings of {len(kernels)} divergent kernels with DC2 beyond the Ivy Bridge optimisation, and "
           "the part of SCC's EU cycles that is saved in time:")
    rows = []
    for name, one in (("RISC-V, the paper's width", times),
                      ("Gen8, the compiler's width", eu_times)):
        gains = [[one.saving(kernel, policy, "dc2") for kernel in kernels]
                 for policy in ("bcc", "scc")]
        rows.append([name, percent(mean(one.saving(kernel, "scc", "dc2", "counters.eu_cycles")
                                        for kernel in kernels)),
                     *(percent(of_all(gain)) for of_all in (mean, max) for gain in gains),
                     percent(part_that_arrives(one, kernels), 0)])
    yield Table(["code", "EU cycles, SCC", "BCC, average", "SCC, average", "BCC, most", "SCC, most",
                 "arrives"], rows)
    yield Plot("own-code-time", "Saved by SCC in code of Intel's compiler", kernels,
               {"DC2": [eu_times.saving(kernel, "scc", "dc2") for kernel in kernels],
                "EU cycles": [codes["own"].saving(kernel, "scc") for kernel in kernels]}, "saved")
    yield from widths_in_time(times, eu_times)


def widths_in_time(times, eu_times):
    """Ray tracing at each width, and what is left of SCC where one lane computes for all."""
    kernels = [kernel + "spheres" for kernel in ("rt-pr-", "rt-ao-")]
    yield (f"{' and '.join(kernels)} at each width. Analysis of divergence ([uniformity.md]"
           "(../uniformity/uniformity.md)) finds in RISC-V code what Intel's compiler makes SIMD1 and "
           "NoMask in its own; such instructions then take one cycle whatever the policy. In the paper, "
           "almost 90 % arrive with DC2 (5.4):")
    rows = []
    for name, one, how in (
            ("RISC-V, SIMD16", times, {"warp": "simd16"}),
            ("RISC-V, SIMD16, uniform instructions once", times,
             {"warp": "simd16", "scalar": "one-cycle"}),
            *((f"Gen8, {width.upper()}", eu_times, {"warp": width})
              for width in ("simd8", "simd16", "simd32"))):
        gains = [mean(one.saving(kernel, "scc", memory, path, **how) for kernel in kernels)
                 for memory, path in (("dc2", "counters.eu_cycles"), ("dc1", "counters.cycles"),
                                      ("dc2", "counters.cycles"))]
        rows.append([name, *map(percent, gains),
                     *(percent(part_that_arrives(one, kernels, memory, **how), 0)
                       for memory in ("dc1", "dc2"))])
    yield Table(["code", "EU cycles", "time, DC1", "time, DC2", "arrives, DC1", "arrives, DC2"], rows)
