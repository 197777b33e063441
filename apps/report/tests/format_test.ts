// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, number, percent, ratio, signed, title, whole, words } from "../src/format";

test("whole numbers have thousands separators", () => {
  assert.equal(whole(1234567), "1,234,567");
});

test("small numbers keep three significant digits", () => {
  assert.deepEqual([0.073149, 2.897, 45.678, 123.4, 98765.4, 0, 7].map(number), [
    "0.0731",
    "2.9",
    "45.7",
    "123",
    "98,765",
    "0",
    "7",
  ]);
});

test("percents have one decimal", () => {
  assert.equal(percent(0.45678), "45.7%");
  assert.equal(percent(1), "100.0%");
  assert.equal(percent(NaN), "\u2013");
});

test("signs are said, and what rounds to nothing has none", () => {
  assert.equal(signed(0.05, percent), "+5.0%");
  assert.equal(signed(-1200, whole), "\u22121,200");
  assert.equal(signed(-0.2, whole), "\u00b10");
});

test("counts agree with their nouns", () => {
  assert.equal(count(1, "launch", "launches"), "1 launch");
  assert.equal(count(2000, "row"), "2,000 rows");
});

test("a ratio without a denominator is none", () => {
  assert.equal(ratio(1, 0), undefined);
  assert.equal(ratio(1, 4), 0.25);
});

test("names are words, and abbreviations stay capital", () => {
  assert.equal(title("memory_wait"), "Memory wait");
  assert.equal(words("l3_banks"), "L3 banks");
  assert.equal(title("dram"), "DRAM");
});
