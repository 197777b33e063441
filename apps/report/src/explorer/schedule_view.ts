// SPDX-License-Identifier: Apache-2.0
// A schedule drawn cycle by cycle: which lane of which quad computes at which ALU position.
import { h } from "../dom";
import { count, percent } from "../format";
import type { Schedule } from "./compaction";
import { kQuadColors } from "./lane_buttons";

function slotOf(lane: number | undefined, position: number, positions: number): HTMLElement {
  if (lane === undefined) return h("td", { class: "slot off", "aria-label": "idle" });
  const quad = Math.floor(lane / positions);
  const own = lane % positions;
  const swizzled = own !== position;
  return h(
    "td",
    {
      class: `slot q${quad % kQuadColors}${swizzled ? " swizzled" : ""}`,
      title:
        `lane ${lane} of quad ${quad}` +
        (swizzled
          ? `, swizzled from position ${own} to ${position}`
          : `, at its own position ${position}`),
    },
    String(lane),
    swizzled ? h("span", { class: "mark", "aria-label": "swizzled" }, "\u21c4") : null,
  );
}

/// `most` are the cycles without compaction, the whole width of the bar.
export function scheduleView(schedule: Schedule, most: number): HTMLElement {
  const { cycles, positions, slots } = schedule;
  const headings = Array.from({ length: positions }, (_, position) =>
    h("th", { scope: "col" }, String(position)),
  );
  const rows = slots.map((slots, cycle) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(cycle)),
      ...slots.map((lane, position) => slotOf(lane, position, positions)),
    ),
  );
  const saved = most > 0 ? 1 - cycles / most : 0;
  const note = [
    schedule.swizzled > 0 ? `${count(schedule.swizzled, "lane")} swizzled` : "no swizzles",
    saved > 0 ? `${percent(saved)} fewer cycles` : "",
  ]
    .filter(Boolean)
    .join(", ");
  return h(
    "div",
    { class: "schedule", "data-policy": schedule.policy },
    h("h3", {}, schedule.policy, " ", h("strong", {}, count(cycles, "cycle"))),
    h(
      "span",
      { class: "meter" },
      h("span", { style: `width:${most > 0 ? (cycles / most) * 100 : 0}%` }),
    ),
    h("p", { class: "quiet" }, note),
    h(
      "table",
      {
        "aria-label":
          `Schedule of ${schedule.policy}: rows are cycles, columns are ` + "ALU positions",
      },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "cycle"), ...headings)),
      h("tbody", {}, ...rows),
    ),
  );
}
