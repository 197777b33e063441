// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { adaptationPaths, slipClasses } from "../src/adaptation_paths";
import { curveLines } from "../src/curve_lines";
import { readReport, type KernelProfile, type Launch, type ProfiledLine } from "../src/data";
import { maskText, parseMask, presets, withToggled } from "../src/explorer/masks";
import { levelsOf } from "../src/levels";
import { labelsOf, drawnRoofs, peakOf, roofsOf } from "../src/roofs";
import { filesOf, folded } from "../src/sources";
import { compareKeys } from "../src/table";

test("data of another kind are refused with a sentence", () => {
  assert.match(String(readReport(null)), /template/);
  assert.match(String(readReport("{")), /damaged/);
  assert.match(String(readReport('{"schema": "other/1"}')), /not other\/1/);
  assert.deepEqual(readReport('{"schema": "lanefold.report/1"}'), {
    schema: "lanefold.report/1",
    command: "",
    title: "",
    runs: [],
  });
});

test("of the policies' roofs, the run's own is drawn and the best other one if it is higher", () => {
  const roofline = (timed: string) => ({
    operations: 1,
    cycles: 1,
    levels: [],
    roofs: [
      { name: "ideal", operations_per_cycle: 48 },
      ...["none", "bcc", "scc"].map((name, i) => ({
        name,
        timed: name === timed,
        operations_per_cycle: 30 + i,
      })),
    ],
  });
  const names = (timed: string) => drawnRoofs(roofline(timed)).map((roof) => roof.name);
  assert.deepEqual(names("none"), ["ideal", "none", "scc"]);
  assert.deepEqual(names("scc"), ["ideal", "scc"]);
  assert.equal(peakOf(roofline("scc")), 48);
});

test("roofs are the lesser of bandwidth and peak", () => {
  const { points, performance } = roofsOf({
    operations: 1000,
    cycles: 100,
    roofs: [
      { name: "ideal", operations_per_cycle: 48 },
      { name: "none", operations_per_cycle: 25 },
      { name: "ivb", timed: true, operations_per_cycle: 30 },
      { name: "bcc", operations_per_cycle: 36 },
      { name: "scc", operations_per_cycle: 40 },
    ],
    levels: [
      { name: "l3", bytes: 2000, bytes_per_cycle: 64 },
      { name: "dram", bytes: 100, bytes_per_cycle: 25 },
      { name: "llc", bytes: 100, bytes_per_cycle: 0 },
      { name: "l2", bytes: 0, bytes_per_cycle: 1 },
    ],
  });
  assert.equal(performance, 10);
  assert.deepEqual(
    points.map((p) => [p.name, p.intensity, p.roof]),
    [
      ["l3", 0.5, 32],
      ["dram", 10, 48],
      ["llc", 10, undefined],
    ],
  );
  assert.deepEqual(
    labelsOf(points).map((label) => label.text),
    ["L3", "DRAM, LLC"],
  );
});

test("levels of memory come from the cores outward, in the same columns", () => {
  const memory = {
    dram: { instances: 1, counters: { reads: 3, writes: 1, read_bytes: 192, waited_cycles: 8 } },
    l3: { instances: 1, counters: { accesses: 10, hits: 4, misses: 6, wait_cycles: 5 } },
  };
  const [l3, dram] = levelsOf({ memory } as unknown as Launch);
  assert.deepEqual([l3?.name, l3?.requests, l3?.hitRate, l3?.bytes], ["l3", 10, 0.4, undefined]);
  assert.deepEqual(
    [dram?.requests, dram?.hitRate, dram?.bytes, dram?.wait],
    [4, undefined, 192, 8],
  );
});

test("series become rates of their charts", () => {
  const curves = {
    cores: 1,
    launches: [],
    per_core: [],
    begin: [0, 10],
    cycles: [10, 10],
    series: {
      warp_instructions: [10, 0],
      lane_instructions: [80, 0],
      "ledger.useful": [1, 1],
      "dram.read_bytes": [100, 0],
      "dram.written_bytes": [50, 20],
      "l3.wait_cycles": [30, 0],
      "l3.accesses": [5, 0],
      "interconnect.request_wait_cycles": [10, 0],
    },
  };
  const lines = curveLines(
    curves,
    { begin: curves.begin, cycles: curves.cycles },
    { clock_mhz: 1000, interconnect: { clock_mhz: 250 } },
  );
  assert.deepEqual(lines.lanes[0]?.values, [8, undefined]);
  assert.deepEqual(lines.issue[0]?.values, [1, 0]);
  assert.deepEqual(lines.bandwidth, [{ name: "dram", values: [15, 2] }]);
  assert.deepEqual(lines.waiting, [
    { name: "l3", values: [3, 0] },
    { name: "interconnect", values: [4, 0] },
  ]);
  assert.deepEqual(lines.requests, [{ name: "l3", values: [0.5, 0] }]);
});

test("a path ends with its choice", () => {
  const paths = adaptationPaths([
    { core: 1, simd: "8x2", cycles: 100, tasks: 4 },
    { core: 0, simd: "16x1", cycles: 90, tasks: 3 },
    { core: 1, simd: "8x2" },
  ]);
  assert.deepEqual(
    paths.map((path) => path.core),
    [0, 1],
  );
  assert.deepEqual(paths[1]?.steps, [
    { simd: "8x2", cost: 25, chosen: false },
    { simd: "8x2", cost: undefined, chosen: true },
  ]);
});

test("classes of slip double", () => {
  assert.deepEqual(
    slipClasses([1, 2, 3, 4]).map((one) => one.name),
    ["0", "1", "2\u20133", "4\u20137"],
  );
});

test("source lines without instructions fold away from those with", () => {
  const line = { file: "k.cl", line: 10, slots: 5 } as ProfiledLine;
  const kernel = { lines: [line] } as KernelProfile;
  const text = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`).join("\n");
  const [file] = filesOf(kernel, { "folder/k.cl": text });
  const items = folded(file!.rows);
  assert.equal(file!.rows.length, 20);
  assert.deepEqual(
    items.map((item) => ("hidden" in item ? item.hidden.length : item.number)),
    [6, 7, 8, 9, 10, 11, 12, 13, 7],
  );
});

test("masks are read in hexadecimal and cut to the warp", () => {
  assert.equal(parseMask("0x1F0F", 8), 0x0fn);
  assert.equal(parseMask("ffff_ffff_ffff_ffff", 64), (1n << 64n) - 1n);
  assert.equal(parseMask("xyz", 16), undefined);
  assert.equal(parseMask("", 16), undefined);
  assert.equal(maskText(5n, 16), "0x0005");
  assert.equal(withToggled(5n, 1), 7n);
  assert.ok(presets(16, 4).every(([, mask]) => mask < 1n << 16n));
});

test("what is absent sorts last in either direction", () => {
  assert.ok(compareKeys(undefined, 1, false) > 0);
  assert.ok(compareKeys(undefined, 1, true) > 0);
  assert.ok(compareKeys(2, 1, true) < 0);
  assert.ok(compareKeys("a", "b", false) < 0);
});
