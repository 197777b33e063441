// SPDX-License-Identifier: Apache-2.0
// Where the rows of a window stand: a track for each core and warp slot, its requests below.
import type { TraceWindow, WindowRow } from "../data";

export interface Track {
  title: string;
  kind: WindowRow["kind"];
  core: number | undefined;
  slot: number | undefined;
  /// The first of its lines, of all tracks' lines.
  line: number;
  lines: number;
}

export interface Layout {
  tracks: Track[];
  /// By row of the window: the line that it stands in.
  lineOf: number[];
  lines: number;
}

/// Each row's line within its track, so that rows of a line do not overlap; and how many lines.
export function pack(rows: { begin: number; end: number }[]): { line: number[]; lines: number } {
  const ends: number[] = [];
  const order = rows.map((_, i) => i).sort((a, b) => rows[a]!.begin - rows[b]!.begin || a - b);
  const line = new Array<number>(rows.length).fill(0);
  for (const i of order) {
    const { begin, end } = rows[i]!;
    let free = ends.findIndex((last) => last <= begin);
    if (free < 0) free = ends.length;
    ends[free] = Math.max(end, begin + 1);
    line[i] = free;
  }
  return { line, lines: Math.max(1, ends.length) };
}

function titleOf({ kind, core, slot }: WindowRow): string {
  const place = core === undefined ? "memory" : `core ${core}`;
  if (kind === "request") return `${place} requests`;
  return slot === undefined ? place : `${place} warp ${slot}`;
}

/// Cores in their order; of each, warps by slot, and then requests. Requests without a core last.
export function layoutOf(window: TraceWindow): Layout {
  const groups = new Map<string, number[]>();
  window.rows.forEach((row, i) => {
    const title = titleOf(row);
    const group = groups.get(title);
    if (group) group.push(i);
    else groups.set(title, [i]);
  });
  const rowOf = (members: number[]) => window.rows[members[0]!]!;
  const rank = (members: number[]) => {
    const { core, kind, slot } = rowOf(members);
    return [core ?? Infinity, kind === "request" ? 1 : 0, slot ?? 0] as const;
  };
  const ordered = [...groups].sort(([, a], [, b]) => {
    const [left, right] = [rank(a), rank(b)];
    const at = left.findIndex((value, i) => value !== right[i]);
    return at < 0 ? 0 : left[at]! - right[at]!;
  });
  const lineOf = new Array<number>(window.rows.length).fill(0);
  let next = 0;
  const tracks = ordered.map(([title, members]) => {
    const { line, lines } = pack(members.map((i) => window.rows[i]!));
    members.forEach((row, i) => {
      lineOf[row] = next + line[i]!;
    });
    const { core, slot, kind } = rowOf(members);
    const track = { title, kind, core, slot, line: next, lines };
    next += lines;
    return track;
  });
  return { tracks, lineOf, lines: next };
}

/// Lanes of a hex mask.
export function lanes(text: string | undefined): bigint {
  return text && /^(0x)?[0-9a-f]+$/i.test(text) ? BigInt(`0x${text.replace(/^0x/i, "")}`) : 0n;
}

/// Lane l of a hex mask, for l below `width`.
export function lanesOf(text: string | undefined, width: number): boolean[] {
  const mask = lanes(text);
  return Array.from({ length: width }, (_, lane) => ((mask >> BigInt(lane)) & 1n) === 1n);
}
