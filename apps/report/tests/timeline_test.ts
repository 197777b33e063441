// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WindowRow } from "../src/data";
import { Camera } from "../src/timeline/camera";
import { lanesOf, layoutOf, pack } from "../src/timeline/layout";
import { linksOf } from "../src/timeline/links";
import { intervalsOf, stageColors } from "../src/timeline/stages";

function row(begin: number, end: number, more: Partial<WindowRow> = {}): WindowRow {
  return { kind: "instruction", core: 0, slot: 0, begin, end, stages: [["D", begin]], ...more };
}

function windowOf(rows: WindowRow[]) {
  return { from: 0, to: 100, code: [], rows };
}

test("rows that overlap stand in different lines", () => {
  assert.deepEqual(pack([row(0, 10), row(5, 8), row(10, 12), row(9, 11)]), {
    line: [0, 1, 0, 1],
    lines: 2,
  });
});

test("tracks come by core, warps before requests, and memory last", () => {
  const layout = layoutOf(
    windowOf([
      row(0, 1, { kind: "request", core: undefined, slot: undefined }),
      row(0, 1, { core: 1 }),
      row(0, 5, { kind: "request" }),
      row(0, 5, { slot: 2 }),
      row(1, 5, { slot: 2 }),
    ]),
  );
  assert.deepEqual(
    layout.tracks.map((track) => track.title),
    ["core 0 warp 2", "core 0 requests", "core 1 warp 0", "memory requests"],
  );
  assert.deepEqual(layout.lineOf, [4, 3, 2, 0, 1]);
  assert.equal(layout.lines, 5);
});

test("lanes that a load leaves behind are followed until they join", () => {
  const rows = [
    row(0, 10, { lanes: "f", stays: "c" }),
    row(10, 20, { lanes: "3", left_behind: "c" }),
    row(20, 30, { lanes: "c" }),
    row(30, 40, { lanes: "f", joins: "c" }),
    row(5, 9, { kind: "request", cause: 0 }),
  ];
  assert.deepEqual(linksOf(windowOf(rows)), [
    { from: 0, to: 4, kind: "cause" },
    { from: 0, to: 1, kind: "split" },
    { from: 0, to: 2, kind: "split" },
    { from: 1, to: 3, kind: "merge" },
    { from: 2, to: 3, kind: "merge" },
  ]);
});

test("lanes part at a branch and meet behind both ways, each warp for itself", () => {
  const rows = [
    row(0, 4, { lanes: "f" }),
    row(4, 8, { lanes: "5" }),
    row(6, 9, { lanes: "f", slot: 1 }),
    row(8, 12, { lanes: "5" }),
    row(12, 16, { lanes: "a" }),
    row(16, 20, { lanes: "f" }),
    row(20, 24, { lanes: "f" }),
  ];
  assert.deepEqual(linksOf(windowOf(rows)), [
    { from: 0, to: 1, kind: "split" },
    { from: 0, to: 4, kind: "split" },
    { from: 3, to: 5, kind: "merge" },
    { from: 4, to: 5, kind: "merge" },
  ]);
});

test("lanes that leave a loop wait for the others", () => {
  const rows = [row(0, 4, { lanes: "f" }), row(4, 8, { lanes: "7" }), row(8, 12, { lanes: "1" })];
  rows.push(row(12, 16, { lanes: "f" }));
  assert.deepEqual(linksOf(windowOf(rows)), [
    { from: 0, to: 1, kind: "split" },
    { from: 1, to: 2, kind: "split" },
    { from: 0, to: 3, kind: "merge" },
    { from: 1, to: 3, kind: "merge" },
    { from: 2, to: 3, kind: "merge" },
  ]);
});

test("an instruction that masks itself parts no lanes", () => {
  const rows = [
    row(0, 4, { lanes: "f" }),
    row(4, 8, { lanes: "3", code: 0 }),
    row(8, 12, { lanes: "f" }),
  ];
  const code = [{ pc: 16, text: "(f0.0) mov r2 r1" }];
  assert.deepEqual(linksOf({ ...windowOf(rows), code }), []);
});

test("a mask is lanes from lane 0", () => {
  assert.deepEqual(lanesOf("0x5", 4), [true, false, true, false]);
  assert.deepEqual(lanesOf(undefined, 2), [false, false]);
  assert.deepEqual(lanesOf("<img>", 2), [false, false]);
});

test("a stage ends where the next begins", () => {
  const stages: WindowRow["stages"] = [
    ["D", 0],
    ["Sb", 2, "waits for a0"],
  ];
  assert.deepEqual(
    intervalsOf(row(0, 9, { stages })).map(({ begin, end }) => [begin, end]),
    [
      [0, 2],
      [2, 9],
    ],
  );
});

test("stages have different colours", () => {
  const stages: WindowRow["stages"] = [
    ["l3", 0],
    ["dram", 1],
    ["D", 2],
  ];
  assert.equal(new Set(stageColors(windowOf([row(0, 9, { stages })])).values()).size, 3);
});

test("the camera stays within its window", () => {
  const camera = new Camera({ from: 100, to: 200, lines: 10 }, 20);
  camera.zoom(0.5, 100);
  assert.deepEqual([camera.from, camera.to], [100, 150]);
  camera.pan(-80);
  assert.equal(camera.from, 100);
  camera.pan(500);
  assert.deepEqual([camera.from, camera.to], [150, 200]);
  camera.scroll(99, 100);
  assert.equal(camera.top, 5);
  camera.reveal(110, 120, 0, 100);
  assert.ok(camera.from <= 110 && camera.to >= 120);
  assert.equal(camera.top, 0);
  camera.fit();
  assert.deepEqual([camera.from, camera.to], [100, 200]);
});
