# SPDX-License-Identifier: Apache-2.0
"""What the study of ISCA'13 measures: savings beyond the Ivy Bridge optimisation, in parts of 1."""

COHERENT = 0.95  # the SIMD efficiency from which the paper calls a program coherent (section 2)
RAYS = "rt-"
AMBIENT = "rt-ao-"
RODINIA = ["bfs", "hotspot", "lava-md", "needleman-wunsch", "particle-filter"]  # figure 12
# Of the kinds that the paper has as traces only: LuxMark, BulletPhysics, face detection.
TRACED = ["path-trace", "broad-phase", "face-detection"]


def mean(values):
    """The arithmetic mean, as the paper's averages."""
    values = list(values)
    return sum(values) / len(values)


def paper_width(kernel):
    """The paper's compiler makes SIMD8 kernels of ambient occlusion (section 5.3)."""
    return "simd8" if kernel.startswith(AMBIENT) else "simd16"


def saved(base, row, path="counters.cycles"):
    """What a run takes less than another."""
    return 1 - row[path] / base[path]


class Masks:
    """EU cycles, from the masks of functional runs."""

    def __init__(self, results, joins="ranks"):
        selected = results.select(functional=True, joins=joins)
        self.rows = {(row.axes["case"], row.axes["warp"], row.axes["operand"]): row
                     for row in selected}
        assert len(self.rows) == len(selected), "an axis tells runs apart that the table does not know"
        self.kernels = selected.axis("case")

    @staticmethod
    def among(kernels):
        """Those of the kernels that ran: all."""
        return kernels

    def row(self, kernel, warp=None, operand="bits32"):
        """One kernel, in the paper's width."""
        return self.rows[kernel, warp or paper_width(kernel), operand]

    def efficiency(self, kernel, warp=None):
        """Lanes that are active."""
        return self.row(kernel, warp)["simd_efficiency"]

    def saving(self, kernel, policy, warp=None, operand="bits32", base="ivb"):
        """EU cycles that a policy saves."""
        row = self.row(kernel, warp, operand)
        return 1 - row[f"policies.{policy}.eu_cycles"] / row[f"policies.{base}.eu_cycles"]

    def divergent(self, warp=None):
        """Kernels below the paper's line, the most divergent last."""
        by_efficiency = {kernel: self.efficiency(kernel, warp) for kernel in self.kernels}
        return [kernel for kernel in sorted(by_efficiency, key=by_efficiency.get, reverse=True)
                if by_efficiency[kernel] < COHERENT]


class OwnCode:
    """The same, of what Intel's compiler makes of the kernels."""

    def __init__(self, results, code):
        self.rows = {row.axes["case"]: row for row in results.select(functional=True)
                     if row.axes.get("code") == code}

    def saving(self, kernel, policy):
        """EU cycles that a policy saves beyond the Ivy Bridge optimisation."""
        row = self.rows[kernel]
        return 1 - row[f"policies.{policy}.eu_cycles"] / row["policies.ivb.eu_cycles"]

    def among(self, kernels):
        """Those of the kernels that Intel's compiler takes."""
        return [kernel for kernel in kernels if kernel in self.rows]


class Times:
    """Run times of the cycle-level machine: of RISC-V code, whose axis `warp` is the width, or of the
    EU's own, for which `code` is."""

    def __init__(self, results, width="warp"):
        self.rows = {}
        for row in results:
            if "memory" in row.axes and width in row.axes:
                self.rows[self.key_of(row.axes, width)] = row

    def key_of(self, axes, width):
        """What tells timed runs apart."""
        return self.key(axes["case"], axes["core.compaction"], axes["memory"], axes[width],
                        axes["threads"], axes.get("core.register_file", "auto"),
                        axes.get("core.issue.period", 2), axes.get("core.scalar.execution", "off"))

    def key(self, kernel, policy, memory, warp=None, threads="six", register_file="auto",
            issue_period=2, scalar="off"):
        """The same of a run that somebody asks for, in the usual width unless said."""
        return (kernel, policy, memory, warp or self.usual_width(kernel), threads, register_file,
                issue_period, scalar)

    @staticmethod
    def usual_width(kernel):
        """The paper's."""
        return paper_width(kernel)

    def row(self, kernel, policy, memory, **more):
        """One run."""
        return self.rows[self.key(kernel, policy, memory, **more)]

    def has(self, kernel, memory, **more):
        """Whether a kernel was run so with all policies."""
        return all(self.key(kernel, policy, memory, **more) in self.rows
                   for policy in ("ivb", "bcc", "scc"))

    def saving(self, kernel, policy, memory, path="counters.cycles", **more):
        """Of the run time."""
        return saved(self.row(kernel, "ivb", memory, **more),
                     self.row(kernel, policy, memory, **more), path)

    def kernels(self, memory, **more):
        """That were run with all policies on this memory."""
        names = dict.fromkeys(kernel for kernel, *_ in self.rows)
        return [name for name in names if self.has(name, memory, **more)]

    def lines_per_cycle(self, kernel, memory):
        """What passes between the data cluster and the L3 under SCC."""
        row = self.row(kernel, "scc", memory)
        return row["counters.memory_lines"] / row["counters.cycles"]


class EuTimes(Times):
    """Those of the EU's own code."""

    def __init__(self, results):
        super().__init__(results, "code")

    @staticmethod
    def usual_width(kernel):
        """The one that its compiler chooses."""
        return "own"
