// SPDX-License-Identifier: Apache-2.0
// How a bench runs an RTL twin against its oracle, and what it says when they differ.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "lanefold/quad_geometry.h"
#include "tb/bench/effort.h"
#include "twins/bench/comparisons.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {

/// Every shape with operands of 32, 16 and 64 bits.
std::vector<QuadGeometry> rtl_geometries();
/// The lanes of the shapes, each number once.
std::vector<unsigned> rtl_lane_counts();
/// Every number of lanes with every number of warps and entries.
std::vector<SlicedCore> rtl_sliced_cores();
/// For the names of tests, for instance "Lanes16Warps2Entries8".
std::string name_of(const SlicedCore& core);
inline void PrintTo(const SlicedCore& core, std::ostream* out) { *out << name_of(core); }
/// The same, for instance "Lanes16Alu4" and "Lanes16Alu4Bits32".
std::string name_of(const RtlShape& shape);
std::string name_of(const QuadGeometry& geometry);
/// How GoogleTest prints it.
inline void PrintTo(const QuadGeometry& geometry, std::ostream* out) { *out << name_of(geometry); }

/// Takes the steps of a comparison with bench_seed(), which becomes a property of the test. At the
/// first mismatch the test fails with field, values, context, seed and step, and with the waveform
/// of the steps around it, which a second run from the same seed records in the folder for
/// temporary files (TEST_TMPDIR, or /tmp).
void expect_same_as_oracle(const Comparison& comparison);

}  // namespace lanefold
