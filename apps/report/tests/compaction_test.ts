// SPDX-License-Identifier: Apache-2.0
// The library in WebAssembly gives the known answers over all masks of a SIMD16 warp on a four-wide
// ALU.
import assert from "node:assert/strict";
import { test } from "node:test";
import library from "explorer.wasm";
import { Compaction } from "../src/explorer/compaction";
import { hasLane, lanesIn } from "../src/explorer/masks";

const kShape = { lanes: 16, aluWidth: 4 };
const kTotals: Record<string, [cycles: number, swizzled: number]> = {
  none: [262_140, 0],
  ivb: [261_120, 0],
  bcc: [245_760, 0],
  scc: [155_584, 45_848],
  "scc-fifo": [155_584, 45_848],
};
const kMasksPerCycles: Record<string, number[]> = {
  bcc: [1, 60, 1350, 13_500, 50_625],
  scc: [1, 2516, 36_686, 25_636, 697],
};

const compaction = await Compaction.load(library);

for (const [name, [cycles, swizzled]] of Object.entries(kTotals)) {
  test(`${name} takes ${cycles} cycles for all masks`, () => {
    const policy = compaction.policies.indexOf(name);
    const perCycles = [0, 0, 0, 0, 0];
    let allCycles = 0;
    let allSwizzled = 0;
    for (let mask = 0n; mask < 65_536n; ++mask) {
      const taken = compaction.cycles(policy, mask, kShape);
      perCycles[taken]! += 1;
      allCycles += taken;
      allSwizzled += compaction.swizzled(policy, mask, kShape);
    }
    assert.equal(allCycles, cycles);
    assert.equal(allSwizzled, swizzled);
    if (kMasksPerCycles[name]) assert.deepEqual(perCycles, kMasksPerCycles[name]);
  });

  test(`${name} issues every active lane once, and no other`, () => {
    const policy = compaction.policies.indexOf(name);
    for (let mask = 0n; mask < 65_536n; mask += 7n) {
      const schedule = compaction.schedule(policy, mask, kShape);
      const issued = schedule.slots.flat().filter((lane) => lane !== undefined);
      const moved = schedule.slots.flatMap((slots) =>
        slots.filter((lane, position) => lane !== undefined && lane % 4 !== position),
      );
      assert.equal(schedule.cycles, compaction.cycles(policy, mask, kShape));
      assert.equal(moved.length, schedule.swizzled);
      assert.equal(new Set(issued).size, lanesIn(mask));
      assert.ok(issued.every((lane) => hasLane(mask, lane)));
    }
  });
}

test("every policy of the library is tested", () => {
  assert.deepEqual(compaction.policies, Object.keys(kTotals));
});

test("all 64 lanes of the widest warp fit", () => {
  const all = BigInt.asUintN(64, -1n);
  const scc = compaction.policies.indexOf("scc");
  for (let aluWidth = 1; aluWidth <= 64; ++aluWidth) {
    const shape = { lanes: 64, aluWidth };
    assert.equal(compaction.schedule(scc, all, shape).cycles, Math.ceil(64 / aluWidth));
    assert.equal(
      compaction
        .schedule(scc, 1n << 63n, shape)
        .slots.flat()
        .filter((lane) => lane === 63).length,
      1,
    );
  }
});

test("widths that cannot be cost no cycle and harm nothing", () => {
  assert.equal(compaction.cycles(0, 1n, { lanes: 65, aluWidth: 4 }), 0);
  assert.equal(compaction.cycles(0, 1n, { lanes: 16, aluWidth: 0 }), 0);
});
