// SPDX-License-Identifier: Apache-2.0
// The warp timeline of the traced window: instructions with their stages and lanes, and requests.
import type { TraceWindow, WindowRow } from "../data";
import { disclosure, legendOf } from "../charts/figure";
import { h } from "../dom";
import { count, whole } from "../format";
import type { Section } from "../section";
import { table } from "../table";
import { stageColors, titleOfStage } from "../timeline/stages";
import { Timeline } from "../timeline/view";

const kHowToRead =
  "A bar is an instruction from decode to write-back, divided into its stages; below it, its " +
  "lanes from 0 at the left. Arrows lead from a branch at which lanes part, or a load that leaves " +
  "lanes behind, to where each part goes on, and from there to where the parts meet; of a selected " +
  "row, also to its requests. A request is a bar of the levels of memory that it is at.";

function tableOf(window: TraceWindow): HTMLElement {
  const codeOf = (row: WindowRow) => (row.code === undefined ? undefined : window.code[row.code]);
  return table(
    "Rows of the window",
    [
      { name: "kind", key: (row: WindowRow) => row.kind },
      { name: "core", key: (row) => row.core, text: whole },
      { name: "warp slot", key: (row) => row.slot, text: whole },
      { name: "begin", key: (row) => row.begin, text: whole },
      { name: "end", key: (row) => row.end, text: whole },
      { name: "instruction or access", left: true, key: (row) => codeOf(row)?.text ?? row.access },
      { name: "source", left: true, key: (row) => codeOf(row)?.source },
      { name: "lanes", left: true, key: (row) => row.lanes },
      { name: "left behind", left: true, key: (row) => row.stays },
      { name: "joins", left: true, key: (row) => row.joins },
      {
        name: "stages",
        left: true,
        key: (row) => row.stages.map(([name, begin]) => `${name} ${whole(begin)}`).join(", "),
      },
    ],
    window.rows,
  );
}

export const timeline: Section = {
  id: "timeline",
  title: "Warp timeline",
  applies: ({ run }) => Boolean(run?.window?.rows.length),
  render: ({ run }) => {
    const window = run!.window!;
    const stages = [...stageColors(window)].map(([name, color]) => ({
      title: titleOfStage(name),
      color,
      help: name,
    }));
    const instructions = window.rows.filter((row) => row.kind === "instruction").length;
    return h(
      "figure",
      {},
      h(
        "figcaption",
        {},
        `Cycles ${whole(window.from)} to ${whole(window.to)}: ` +
          `${count(instructions, "instruction")} and ` +
          `${count(window.rows.length - instructions, "request")}` +
          (window.rows_left_out
            ? `; ${count(window.rows_left_out, "row")} more are not drawn: choose fewer cycles`
            : ""),
      ),
      h("p", { class: "quiet" }, kHowToRead),
      legendOf([
        ...stages,
        { title: "lanes part, or stay behind \u2192", color: "#d55e00" },
        { title: "lanes meet \u2192", color: "#009e73" },
        { title: "lanes waiting in the divergence table", color: "#f7cba6" },
        { title: "lanes that missed", color: "#56b4e9" },
      ]),
      new Timeline(window, run!.statistics.total.warp_width).element,
      disclosure("As a table", () => tableOf(window)),
    );
  },
};
