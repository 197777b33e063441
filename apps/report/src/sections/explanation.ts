// SPDX-License-Identifier: Apache-2.0
// What other machines would save, each with one thing relieved: the runs of --explain.
import { explanationOf, type Explanation } from "../data";
import { h } from "../dom";
import { percent, signed, whole } from "../format";
import type { Section } from "../section";
import { table } from "../table";

type Row = Explanation["runs"][number];

/// A bar to the right of its zero for what grows, to the left for what shrinks.
export function diverging(part: number, most: number, text: string, good: boolean): HTMLElement {
  const width = most > 0 ? (Math.abs(part) / most) * 50 : 0;
  const left = part < 0 ? 50 - width : 50;
  return h(
    "span",
    { class: "metered" },
    h(
      "span",
      { class: "meter diverging" },
      h("span", { class: good ? "better" : "worse", style: `left:${left}%;width:${width}%` }),
    ),
    h("span", {}, text),
  );
}

export const explanation: Section = {
  id: "explanation",
  title: "What would make it faster",
  applies: (view) => Boolean(explanationOf(view)?.runs?.length),
  render: (view) => {
    const { runs } = explanationOf(view)!;
    const most = Math.max(...runs.map((run) => Math.abs(run.saved)));
    return h(
      "div",
      {},
      h(
        "p",
        {},
        "Each row is another run of the same program, on a machine with one thing changed. A few " +
          "per cent can come from warps that meet in another order: other seeds tell.",
      ),
      table(
        "Runs with one thing changed",
        [
          { name: "run", key: (row: Row) => `${row.name}: ${row.title}` },
          {
            name: "cycles saved",
            key: (row) => row.saved,
            node: (row) => diverging(row.saved, most, signed(row.saved, percent), row.saved > 0),
          },
          { name: "cycles", key: (row) => row.cycles, text: whole },
          {
            name: "settings",
            key: (row) => row.settings.join(", "),
            node: (row) => h("code", {}, row.settings.join(" ")),
          },
        ],
        runs,
      ),
    );
  },
};
