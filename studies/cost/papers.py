# SPDX-License-Identifier: Apache-2.0
"""The papers' own figures of cost, beside what `lanefold cost` says of the same machines."""

from lanefold_studies.expectation import HALF, Expectation, Experiment
from lanefold_studies.page import Comparison

DOCUMENT = "[docs/method/cost.md](../../method/cost.md)"
MM2 = 1e6  # um2
SC09 = ("--machine", "manycore-dom", "--node", "45")
SCALAR = ("--set", "core.warps=1", "--set", "core.warp_width=1", "--set", "core.alu_width=1",
          "--set", "l1.banks=1")
IPDPS12 = ("--machine", "mv5-wpu", "--set", "core.warps=2", "--set", "core.warp_width=32", "--set",
           "core.alu_width=32", "--set", "core.slices=8", "--pc-bits", "64", "--node", "65")

MASKS = "32 bits for each of 16 warps are 64 bytes"
SUM = "its three numbers, 112, 1,024 and 20, are 1,156"
# Those that the paper measured on a die photo it does not print: these follow from its areas, so
# that they say whether areas and text agree, and nothing of our circuits.
PHOTO = "units that give the areas of table 2"


def papers(ask):
    """All of them."""
    yield "## What the papers say of cost\n"
    yield (f"All from `lanefold cost`; {DOCUMENT} has each command, how areas are counted, and what "
           "depends on which assumption.")
    yield Comparison([*isca13(ask), *sc09_storage(ask), *sc09_areas(ask), *ipdps12(ask)])


def structure(cost, name):
    """A structure by its name."""
    return next(one for one in cost["structures"] if one["name"] == name)


def isca13(ask):
    """Register files and the latch."""
    files = ask("cost", "--register-files", "--node", "32")
    usual = files["variants"][0]["overheads"]
    def at_its_end(name):
        of = files["deciding"][name]
        return (Experiment(f"the {of['assumption']}, at their other end ({DOCUMENT}, \"Register "
                           "files of ISCA'13\")", of["most"], HALF),)
    place = "ISCA'13 section 4.3, 32 nm"
    yield Expectation("BCC's register file is larger", place, 0.10, usual["bcc"],
                      experiments=at_its_end("bcc"))
    yield Expectation("the file of inter-warp compaction is larger", place, (0.40, None),
                      usual["interwarp"], experiments=at_its_end("interwarp"))
    wide, base = (ask("cost", "--node", "32", "--set", f"core.register_file={name}")["arrays"][0]
                  for name in ("scc", "baseline"))
    yield Expectation("rows of SCC's file are wider, times", place, (1.0, None),
                      wide["bits"] / base["bits"], unit="")
    yield Expectation("and fewer", place, (None, 1.0), wide["rows"] / base["rows"], unit="")
    yield Expectation("so its decoders are smaller", place, (None, 1.0),
                      wide["decoders_um2"] / base["decoders_um2"], unit="", digits=2)
    yield Expectation("latch of an operand", "ISCA'13 section 4.2", 512,
                      structure(ask("cost"), "operand latch")["bits_of_entry"], unit="bits",
                      digits=0)


def sc09_storage(ask):
    """Table 1."""
    for warps, figures in ((1, (16, 32, 4, 1)), (16, (256, 512, 16, 1))):
        cost = ask("cost", *SC09, "--set", f"core.warps={warps}")
        for name, paper in zip(("memory divergence table", "slip counters", "slip-limit masks",
                                "limit of slip"), figures):
            yield Expectation(f"{name}, {warps} warps" if warps > 1 else f"{name}, one warp",
                              "SC'09 table 1", paper, structure(cost, name)["bytes"],
                              unit="bytes", digits=0,
                              contradiction=MASKS if "mask" in name else "")


def sc09_areas(ask):
    """Table 2, and what the text says of it."""
    two, many, scalar = (ask("cost", *SC09, *words)["core"] for words in
                         (("--set", "core.warps=2"), ("--set", "core.warps=16"), SCALAR))
    place = "SC'09 table 2, 45 nm"
    def area(what, paper, core, cores=1):
        ours, photo = (cores * core[key] / MM2 for key in ("area_um2", "area_by_die_photo_um2"))
        return Expectation(what, place, paper, ours, 0.0, (Experiment(PHOTO, photo, HALF),),
                           unit="mm2", digits=2)
    yield area("a scalar core", 1.05, scalar)
    yield area("32 scalar cores", 33.6, scalar, 32)
    yield area("a core of 32 lanes with 2 warps", 7.3, two)
    yield area("a core of 32 lanes with 16 warps", 11.5, many)
    def ratios(key):
        return two[key] / (32 * scalar[key]), 1 - two[key] / many[key]
    for what, claimed, paper, ours, photo in zip(
            ("a SIMD core by 32 scalar ones", "2 warps are smaller than 16, by"),
            ("SC'09 section 1, about one fifth", "SC'09 section 8.3, approximately"), (0.2, 0.35),
            ratios("area_um2"), ratios("area_by_die_photo_um2")):
        yield Expectation(what, claimed, paper, ours, 0.02, (Experiment(PHOTO, photo),))


def ipdps12(ask):
    """Robust SIMD."""
    cost = ask("cost", *IPDPS12)
    own = [one for one in cost["structures"] if one["mechanism"] == "Robust SIMD"]
    place = "IPDPS'12 section IV-B"
    for name, paper in (("warp-slice table", 112), ("columns of the stacks", 1024),
                        ("adaptation state unit", 20)):
        yield Expectation(name, place, paper, structure({"structures": own}, name)["bytes"],
                          unit="bytes", digits=0)
    yield Expectation("all of Robust SIMD", place, 1164, sum(one["bytes"] for one in own),
                      unit="bytes", digits=0, contradiction=SUM)
    area = sum(one["area_um2"] for one in own)
    for units, key in (("published units", "area_um2"), ("die-photo units",
                                                         "area_by_die_photo_um2")):
        yield Expectation(f"part of a WPU's area at 65 nm, {units}", place, (None, 0.01),
                          area / cost["core"][key], digits=2)
