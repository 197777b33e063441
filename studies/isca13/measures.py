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
        self.rows = {row.axes["case"]: row for row in results if row.axes.get("code") == code}

    def saving(self, kernel, policy):
        """EU cycles that a policy saves beyond the Ivy Bridge optimisation."""
        row = self.rows[kernel]
        return 1 - row[f"policies.{policy}.eu_cycles"] / row["policies.ivb.eu_cycles"]

    def among(self, kernels):
        """Those of the kernels that Intel's compiler takes."""
        return [kernel for kernel in kernels if kernel in self.rows]


class Times:
    """Run times of the cycle-level machine."""

    def __init__(self, results):
        rows = [row for row in results if "memory" in row.axes]
        self.rows = {self.place(row.axes): row for row in rows}

    @staticmethod
    def place(axes):
        """What tells timed runs apart."""
        return (axes["case"], axes["core.compaction"], axes["memory"], axes["warp"],
                axes["threads"], axes.get("core.register_file", "auto"),
                axes.get("core.issue.period", 2))

    def row(self, kernel, policy, memory, warp=None, threads="six", register_file="auto",
            issue_period=2):
        """One run, in the paper's width."""
        return self.rows[kernel, policy, memory, warp or paper_width(kernel), threads,
                         register_file, issue_period]

    def has(self, kernel, memory, threads="six", issue_period=2):
        """Whether a kernel was run so in the paper's width, with all policies."""
        return all((kernel, policy, memory, paper_width(kernel), threads, "auto", issue_period)
                   in self.rows for policy in ("ivb", "bcc", "scc"))

    def saving(self, kernel, policy, memory, **more):
        """Of the run time."""
        return saved(self.row(kernel, "ivb", memory, **more),
                     self.row(kernel, policy, memory, **more))

    def kernels(self, memory):
        """That were run with all policies on this memory in the paper's width."""
        names = dict.fromkeys(kernel for kernel, *_ in self.rows)
        return [name for name in names if self.has(name, memory)]

    def lines_per_cycle(self, kernel, memory):
        """What passes between the data cluster and the L3 under SCC."""
        row = self.row(kernel, "scc", memory)
        return row["counters.memory_lines"] / row["counters.cycles"]
