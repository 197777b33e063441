// SPDX-License-Identifier: Apache-2.0
// A twin beside its oracle, step by step: what benches and `lanefold cosim` run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "twins/bench/random.h"
#include "twins/verilated/rtl_models.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

/// The first thing in a step that is not as the oracle has it.
struct Mismatch {
  std::string field;     ///< port, and what of it
  std::string expected;  ///< the oracle's value
  std::string actual;    ///< the RTL's
  std::string context;   ///< mask, policy and what else the step was about
};
std::string hex(std::uint64_t value);

/// Compares field by field, and keeps the first mismatch. `Context` says what the step was about.
template <class Context>
class FirstMismatch {
 public:
  explicit FirstMismatch(Context context) : context_(std::move(context)) {}

  void operator()(std::string_view field, std::uint64_t expected, std::uint64_t actual) {
    if (found_ || expected == actual) return;
    found_ = Mismatch{std::string(field), hex(expected), hex(actual), context_()};
  }
  const std::optional<Mismatch>& found() const { return found_; }

 private:
  Context context_;
  std::optional<Mismatch> found_;
};

/// All that a run follows from.
struct RunStart {
  std::uint64_t seed = 0;
  std::vector<RtlModel> models = {};  ///< found before those of this build
};

/// Twins, their oracle and a stream of stimuli. Stepping goes on after a mismatch.
class BenchRun {
 public:
  explicit BenchRun(const RunStart& start)
      : session_(std::make_shared<TwinSession>(start.models)), random_(start.seed) {}
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
  static void keep_first(std::optional<Mismatch>& first, std::optional<Mismatch> next) {
    if (!first) first = std::move(next);
  }

 private:
  std::shared_ptr<TwinSession> session_;
  Random random_;
};

/// Makes a run, the same one from the same start.
using MakeRun = std::function<std::unique_ptr<BenchRun>(const RunStart& start)>;

/// A run and its length.
struct Comparison {
  std::string tried;  ///< which stimuli these are: "all 65,536 masks"
  std::uint64_t steps = 0;
  MakeRun make_run;
};

/// Where twin and oracle differ first.
struct Difference {
  Mismatch mismatch;
  std::uint64_t step = 0;
  std::string unit;  ///< what a step is
};
/// Takes the steps of a comparison up to the first difference; nothing if there is none.
std::optional<Difference> first_difference(const Comparison& comparison, const RunStart& start);

/// Records the steps around one of them in a waveform file (FST), by a second run from the same
/// start. Throws as TwinSession::trace and stop_trace do.
void record_around(const Comparison& comparison, const RunStart& start, std::uint64_t step,
                   const std::string& fst_file);

}  // namespace lanefold
