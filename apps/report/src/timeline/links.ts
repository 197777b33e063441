// SPDX-License-Identifier: Apache-2.0
// Which rows of a window belong together: where lanes of a warp part and meet, and what requests
// are for.
import type { TraceWindow, WindowRow } from "../data";
import { lanes } from "./layout";

export interface Link {
  from: number;
  to: number;
  kind: "split" | "merge" | "cause";
}

/// Lanes that go on together, and the row that they have executed last. They are `new` until they
/// have executed one of their own since they parted.
interface Part {
  lanes: bigint;
  last: number;
  new: boolean;
}

/// From where lanes of a warp part, at a branch or a load, to the first row of each part; from the
/// last row of each part to where they meet; and from rows to those that they are the cause of.
export function linksOf(window: TraceWindow): Link[] {
  const links: Link[] = [];
  const warps = new Map<string, number[]>();
  window.rows.forEach((row, i) => {
    if (row.cause !== undefined && window.rows[row.cause]) {
      links.push({ from: row.cause, to: i, kind: "cause" });
    }
    if (row.kind !== "instruction" || isMasked(window, row)) return;
    const key = `${row.core}:${row.slot}`;
    const warp = warps.get(key);
    if (warp) warp.push(i);
    else warps.set(key, [i]);
  });
  for (const warp of warps.values()) links.push(...linksOfWarp(window.rows, warp));
  return links;
}

/// By itself, as Gen8's (f0.0) and (W): its lanes part from no others.
function isMasked(window: TraceWindow, row: WindowRow): boolean {
  return row.code !== undefined && window.code[row.code]?.text.startsWith("(") === true;
}

function linksOfWarp(rows: WindowRow[], warp: number[]): Link[] {
  const links: Link[] = [];
  let parts: Part[] = [];
  for (const to of [...warp].sort((a, b) => rows[a]!.begin - rows[b]!.begin || a - b)) {
    const here = lanes(rows[to]!.lanes) | lanes(rows[to]!.joins);
    const met = parts.filter((part) => (part.lanes & here) !== 0n);
    const link = (part: Part, kind: Link["kind"]) => links.push({ from: part.last, to, kind });
    for (const part of met) {
      const leaves = (part.lanes & ~here) !== 0n;
      if (met.length > 1 && !leaves) link(part, "merge");
      else if (leaves || part.new) link(part, "split");
    }
    parts = parts
      .map((part) =>
        met.includes(part) ? { ...part, lanes: part.lanes & ~here, new: true } : part,
      )
      .filter((part) => part.lanes !== 0n);
    if (here !== 0n) parts.push({ lanes: here, last: to, new: false });
  }
  return links;
}
