// SPDX-License-Identifier: Apache-2.0
// The configurations that each core tried, in order, and the classes of the slip histogram.
import type { AdaptationStep } from "./data";

export interface Step {
  simd: string;
  /// Cycles of a work-item in the sampling interval; undefined of a choice.
  cost: number | undefined;
  chosen: boolean;
}

export interface Path {
  core: number;
  steps: Step[];
}

/// A step without tasks is the choice.
export function adaptationPaths(steps: AdaptationStep[]): Path[] {
  const paths = new Map<number, Step[]>();
  for (const { core, simd, cycles, tasks } of steps) {
    const path = paths.get(core) ?? [];
    paths.set(core, path);
    path.push({ simd, cost: tasks ? (cycles ?? 0) / tasks : undefined, chosen: !tasks });
  }
  return [...paths].sort(([a], [b]) => a - b).map(([core, path]) => ({ core, steps: path }));
}

/// 0, 1, 2 to 3, 4 to 7, and so on.
export function slipClasses(histogram: number[]): { name: string; loads: number }[] {
  return histogram.map((loads, i) => {
    const low = i === 0 ? 0 : 2 ** (i - 1);
    const high = i === 0 ? 0 : 2 ** i - 1;
    return { name: low === high ? String(low) : `${low}\u2013${high}`, loads };
  });
}
