# SPDX-License-Identifier: Apache-2.0
"""The kernels as Intel's own compiler makes them for the EU, beside RISC-V."""

from statistics import geometric_mean

from lanefold_studies.page import Plot, Table, percent
from .measures import mean


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
           "instructions and messages are those of all.")
    rows = []
    for name, one in (("RISC-V, SIMD16", None), ("Gen8, SIMD16", codes["simd16"]),
                      ("Gen8, the compiler's width", own)):
        def row(kernel, one=one):
            return masks.row(kernel, "simd16") if one is None else one.rows[kernel]
        def saving(kernel, policy, one=one):
            return (masks.saving(kernel, policy, "simd16") if one is None
                    else one.saving(kernel, policy))
        instructions = geometric_mean(row(kernel)["counters.warp_instructions"]
                                      / masks.row(kernel, "simd16")["counters.warp_instructions"]
                                      for kernel in every)
        sends = mean(row(kernel)["counters.send_instructions"]
                     / row(kernel)["counters.warp_instructions"] for kernel in every)
        rows.append([name, f"{instructions:.2f}", percent(sends),
                     *(percent(of_all(saving(kernel, policy) for kernel in kernels))
                       for of_all in (mean, max) for policy in ("bcc", "scc"))])
    yield Table(["code", "instructions relative to RISC-V, geometric mean", "messages", "BCC, average",
                 "SCC, average", "BCC, most", "SCC, most"], rows)
    yield Plot("own-code", "EU cycles saved in code of Intel's compiler", kernels,
               {"BCC": [own.saving(kernel, "bcc") for kernel in kernels],
                "SCC beyond BCC": [own.saving(kernel, "scc") - own.saving(kernel, "bcc")
                                   for kernel in kernels]}, "EU cycles saved", kind="stack")
