// SPDX-License-Identifier: Apache-2.0
// `lanefold bench --trace`: how fast replays are, beside how fast memory can be read.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <numeric>
#include <vector>

#include "commands.h"
#include "common/text.h"
#include "files.h"
#include "lanefold/trace_replay.h"

namespace lanefold {

namespace {

constexpr const char* kSum = "sum of a buffer of 256 MiB";
constexpr std::size_t kSumWords = std::size_t{1} << 25;
constexpr unsigned kAluWidth = 4;

using benchmark::Counter;

void measure_replay(benchmark::State& state, const std::string& file) {
  const MappedFile trace(file);
  std::uint64_t masks = 0;
  std::uint64_t bytes = 0;
  while (state.KeepRunning()) {
    MaskTraceReader reader(trace.content(), file);
    masks += replay(reader, kAluWidth).warp_instructions;
    bytes += trace.content().size();
  }
  state.counters["masks"] = Counter(static_cast<double>(masks), Counter::kIsRate);
  state.counters["bytes"] = Counter(static_cast<double>(bytes), Counter::kIsRate);
}

void measure_sum(benchmark::State& state) {
  const std::vector<std::uint64_t> words(kSumWords, 1);
  std::uint64_t bytes = 0;
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(std::accumulate(words.begin(), words.end(), std::uint64_t{0}));
    bytes += kSumWords * sizeof words[0];
  }
  state.counters["bytes"] = Counter(static_cast<double>(bytes), Counter::kIsRate);
}

class TraceReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto masks = run.counters.find("masks");
      const bool has_masks = masks != run.counters.end();
      table_.row({run.run_name.function_name, std::to_string(run.iterations),
                  has_masks ? millions(masks->second) : "-", millions(run.counters.at("bytes"))});
    }
  }
  std::string text() const { return table_.text(); }

 private:
  static std::string millions(double number) {
    return with_thousands(static_cast<unsigned long long>(number * 1e-6)) + " M";
  }

  TextTable table_{{"per CPU second", "runs", "masks", "bytes"}};
};

}  // namespace

void bench_traces(const std::vector<std::string>& files, double min_seconds) {
  for (const std::string& file : files) {
    const MappedFile trace(file);
    MaskTraceReader reader(trace.content(), file);
    replay(reader, kAluWidth);  // a file that cannot be replayed is refused before anything runs
    benchmark::RegisterBenchmark(file.c_str(), measure_replay, file)->MinTime(min_seconds);
  }
  benchmark::RegisterBenchmark(kSum, measure_sum)->MinTime(min_seconds);
  TraceReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();
  std::fputs(reporter.text().c_str(), stdout);
}

}  // namespace lanefold
