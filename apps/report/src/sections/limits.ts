// SPDX-License-Identifier: Apache-2.0
// What could limit the run: each resource, used against available.
import type { Resource } from "../data";
import { h } from "../dom";
import { number, percent, whole } from "../format";
import type { Section } from "../section";
import { table } from "../table";

/// A bar beside its number, in a cell of a table.
export function meter(part: number, text: string): HTMLElement {
  const width = Math.min(1, Math.max(0, part)) * 100;
  return h(
    "span",
    { class: "metered" },
    h("span", { class: "meter" }, h("span", { style: `width:${width}%` })),
    h("span", {}, text),
  );
}

export const limits: Section = {
  id: "limits",
  title: "What could limit the run",
  applies: ({ run }) => Boolean(run?.limits?.resources.length),
  render: ({ run }) => {
    const { resources, bound_cycles: bound } = run!.limits!;
    const cycles = run!.statistics.total.counters["cycles"] ?? 0;
    const columns = [
      { name: "resource", key: (one: Resource) => one.title },
      {
        name: "used of its limit",
        key: (one: Resource) => one.part,
        node: (one: Resource) => meter(one.part, percent(one.part)),
      },
      { name: "used", key: (one: Resource) => one.used, text: number },
      { name: "available", key: (one: Resource) => one.available, text: number },
      { name: "per cycle", key: (one: Resource) => one.unit },
    ];
    const text =
      `The most used resource alone would need ${whole(bound)} of the run's ` +
      `${whole(cycles)} cycles. Means over the whole run: a resource can be the limit of one ` +
      "phase and idle in the next.";
    return h("div", {}, h("p", {}, text), table("Use of each resource", columns, resources));
  },
};
