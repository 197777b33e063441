// SPDX-License-Identifier: Apache-2.0
// What a roofline is drawn from: each level's operational intensity, its roof there, and the axes.
import type { Roof, Roofline } from "./data";
import { words } from "./format";

export interface LevelPoint {
  name: string;
  bytes: number;
  /// Operations per byte.
  intensity: number;
  /// Bytes per cycle; undefined if the level has no limit.
  bandwidth: number | undefined;
  /// Operations per cycle that the level allows at this intensity; undefined without a limit.
  roof: number | undefined;
  reached: number | undefined;
}

export interface Roofs {
  points: LevelPoint[];
  /// Operations per cycle.
  performance: number;
  x: [number, number];
  y: [number, number];
}

const kMargin = 3;

/// Operations per cycle with all lanes of the ALUs active.
export function peakOf({ roofs }: Roofline): number {
  return Math.max(...roofs.map((roof) => roof.operations_per_cycle));
}

/// Roofs that are drawn: that of all lanes, of the policy of the run, and of the best other one if it is higher.
export function drawnRoofs({ roofs }: Roofline): Roof[] {
  const ideal = roofs.filter((roof) => roof.name === "ideal");
  const timed = roofs.filter((roof) => roof.timed);
  const others = roofs
    .filter((roof) => roof.name !== "ideal" && !roof.timed)
    .sort((a, b) => b.operations_per_cycle - a.operations_per_cycle);
  const least = timed[0]?.operations_per_cycle ?? 0;
  return [
    ...ideal,
    ...timed,
    ...others.slice(0, 1).filter((roof) => roof.operations_per_cycle > least),
  ];
}

/// Levels through which nothing moved are left out: their intensity has no meaning.
export function roofsOf(roofline: Roofline): Roofs {
  const performance = roofline.operations / roofline.cycles;
  const peak = peakOf(roofline);
  const points = roofline.levels
    .filter((level) => level.bytes > 0)
    .map((level) => {
      const intensity = roofline.operations / level.bytes;
      const bandwidth = level.bytes_per_cycle > 0 ? level.bytes_per_cycle : undefined;
      const roof = bandwidth && Math.min(peak, intensity * bandwidth);
      return {
        name: level.name,
        bytes: level.bytes,
        intensity,
        bandwidth,
        roof,
        reached: roof ? performance / roof : undefined,
      };
    });
  const ridges = points.flatMap((p) => (p.bandwidth ? [peak / p.bandwidth] : []));
  const xs = [...points.map((p) => p.intensity), ...ridges];
  const left = Math.min(...xs) / kMargin;
  const right = Math.max(...xs) * kMargin;
  const low = performance / (kMargin * 3);
  return { points, performance, x: [left, right], y: [low, peak * kMargin] };
}

const kNear = 1.12;

/// Whether two markers would stand at the same place.
export function covers(a: { intensity: number }, b: { intensity: number }): boolean {
  return Math.max(a.intensity, b.intensity) < Math.min(a.intensity, b.intensity) * kNear;
}

/// Names of the points from left to right, together where they would cover each other.
export function labelsOf(points: LevelPoint[]): { text: string; intensity: number }[] {
  const labels: { text: string; intensity: number }[] = [];
  for (const point of [...points].sort((a, b) => a.intensity - b.intensity)) {
    const last = labels[labels.length - 1];
    if (last && covers(point, last)) last.text += `, ${words(point.name)}`;
    else labels.push({ text: words(point.name), intensity: point.intensity });
  }
  return labels;
}
