// SPDX-License-Identifier: Apache-2.0
// The launches of the run, as a table to sort.
import type { Launch } from "../data";
import { h } from "../dom";
import { count, number, percent, whole } from "../format";
import { mostLost, partsOf } from "../ledger";
import { ipcOf } from "../runs";
import type { Section } from "../section";
import { table } from "../table";
import { meter } from "./limits";

interface Row {
  index: number;
  launch: Launch;
}

function usefulOf(launch: Launch): number | undefined {
  const parts = partsOf(launch.ledger);
  if (parts.length === 0) return undefined;
  return parts.find((part) => part.cause.name === "useful")?.part ?? 0;
}

export const launches: Section = {
  id: "launches",
  title: "Launches",
  applies: ({ run }) => (run?.statistics.launches?.length ?? 0) > 0,
  render: ({ run }) => {
    const { launches: all, total, launches_left_out: left } = run!.statistics;
    const cycles = total.counters["cycles"] ?? 0;
    const cyclesOf = ({ launch }: Row) => launch.counters["cycles"] ?? 0;
    const rows = all.map((launch, i) => ({ index: i + 1, launch }));
    const shown = table(
      "Kernel launches, in order",
      [
        { name: "launch", key: (row: Row) => row.index, text: whole },
        {
          name: "kernel",
          key: (row) => row.launch.kernel + (row.launch.partial ? " (partial)" : ""),
        },
        {
          name: "global size",
          key: (row) => row.launch.nd_range?.global.map(whole).join(" \u00d7 "),
        },
        {
          name: "local size",
          key: (row) => row.launch.nd_range?.local.map(whole).join(" \u00d7 "),
        },
        { name: "cycles", key: cyclesOf, text: whole },
        {
          name: "of all",
          key: (row) => (cycles > 0 ? cyclesOf(row) / cycles : undefined),
          node: (row) =>
            cycles > 0 && meter(cyclesOf(row) / cycles, percent(cyclesOf(row) / cycles)),
        },
        {
          name: "warp instructions",
          key: (row) => row.launch.counters["warp_instructions"],
          text: whole,
        },
        { name: "per cycle", key: (row) => ipcOf(row.launch), text: number },
        { name: "SIMD efficiency", key: (row) => row.launch.simd_efficiency, text: percent },
        { name: "useful", key: (row) => usefulOf(row.launch), text: percent },
        {
          name: "most lost to",
          left: true,
          key: (row) => {
            const lost = mostLost(row.launch.ledger);
            return lost && `${lost.cause.title} ${percent(lost.part)}`;
          },
        },
      ],
      rows,
    );
    if (!left) return shown;
    const sentence = `${count(left, "launch", "launches")} more are not listed; the totals have them.`;
    return h("div", {}, shown, h("p", { class: "quiet" }, sentence));
  },
};
