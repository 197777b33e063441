// SPDX-License-Identifier: Apache-2.0
// How a bench runs an RTL twin against its oracle, and what it says when they differ.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"
#include "tb/bench/random.h"
#include "twins/verilated/rtl_shapes.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

/// Every shape with operands of 32, 16 and 64 bits.
std::vector<QuadGeometry> rtl_geometries();
/// The lanes of the shapes, each number once.
std::vector<unsigned> rtl_lane_counts();
/// A core of such warps whose RTL divides them.
struct SlicedCore {
  unsigned lanes;
  unsigned warps;
  unsigned entries;
};
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

/// The first thing in a step that is not as the oracle has it.
struct Mismatch {
  std::string field;     ///< port, and what of it
  std::string expected;  ///< the oracle's value
  std::string actual;    ///< the RTL's
  std::string context;   ///< mask, policy and what else the step was about
};
std::string hex(std::uint64_t value);

/// Twins, their oracle and a stream of stimuli that follows from the seed alone. Stepping goes on
/// after a mismatch.
class BenchRun {
 public:
  explicit BenchRun(std::uint64_t seed)
      : session_(std::make_shared<TwinSession>()), random_(seed) {}
  virtual ~BenchRun() = default;
  BenchRun(const BenchRun&) = delete;
  BenchRun& operator=(const BenchRun&) = delete;

  /// Drives the twins for one step and compares; steps are numbered from 0.
  virtual std::optional<Mismatch> step(std::uint64_t number) = 0;
  /// What a step is, for reports.
  virtual const char* unit() const { return "step"; }

  TwinSession& session() { return *session_; }

 protected:
  /// Puts a twin into the session.
  TwinPlace place(const std::string& name) const { return {session_, name}; }
  Random& random() { return random_; }

 private:
  std::shared_ptr<TwinSession> session_;
  Random random_;
};

/// Makes a run from a seed, the same one from the same seed.
using MakeRun = std::function<std::unique_ptr<BenchRun>(std::uint64_t seed)>;

/// Takes `steps` steps with bench_seed(), which becomes a property of the test. At the first
/// mismatch the test fails with field, values, context, seed and step, and with the waveform of the
/// steps around it, which a second run from the same seed records in the folder for temporary
/// files (TEST_TMPDIR, or /tmp).
void expect_same_as_oracle(const MakeRun& make_run, std::uint64_t steps);

}  // namespace lanefold
