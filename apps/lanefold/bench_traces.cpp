// SPDX-License-Identifier: Apache-2.0
// `lanefold bench --trace`: how fast replays are, beside how fast memory can be read.
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "cpu_time.h"
#include "files.h"
#include "lanefold/trace_replay.h"

namespace lanefold {

namespace {

constexpr std::size_t kSumWords = std::size_t{1} << 25;
constexpr unsigned kAluWidth = 4;

/// What a second of one processor does.
struct Rate {
  std::uint64_t runs = 0;
  double per_second = 0;
};

/// Repeats work that says how much it has done.
Rate measure(double min_seconds, const std::function<std::uint64_t()>& work) {
  Rate rate;
  double done = 0;
  double seconds = 0;
  for (const double start = cpu_seconds(); seconds <= min_seconds; ++rate.runs) {
    done += static_cast<double>(work());
    seconds = cpu_seconds() - start;
  }
  rate.per_second = done / seconds;
  return rate;
}

std::string whole_millions(double number) {
  return with_thousands(static_cast<unsigned long long>(number * 1e-6)) + " M";
}

void add_replay(TextTable& table, const std::string& file, double min_seconds) {
  const MappedFile trace(file);
  std::uint64_t masks = 0;
  const auto work = [&] {
    MaskTraceReader reader(trace.content(), file);
    masks = replay(reader, kAluWidth).warp_instructions;
    return masks;
  };
  work();  // a first time, so that the file is in memory
  const Rate rate = measure(min_seconds, work);
  const double size = static_cast<double>(trace.content().size());
  const double bytes = masks == 0 ? 0 : rate.per_second * size / static_cast<double>(masks);
  table.row(
      {file, std::to_string(rate.runs), whole_millions(rate.per_second), whole_millions(bytes)});
}

void add_sum(TextTable& table, double min_seconds) {
  const std::vector<std::uint64_t> words(kSumWords, 1);
  const Rate rate = measure(min_seconds, [&] {
    // The words are ones, which the compiler does not know.
    return std::accumulate(words.begin(), words.end(), std::uint64_t{0}) * sizeof words[0];
  });
  table.row({"sum of a buffer of 256 MiB", std::to_string(rate.runs), "-",
             whole_millions(rate.per_second)});
}

}  // namespace

void bench_traces(const std::vector<std::string>& files, double min_seconds) {
  TextTable table({"per CPU second", "runs", "masks", "bytes"});
  for (const std::string& file : files) add_replay(table, file, min_seconds);
  add_sum(table, min_seconds);
  print_to(stdout, table.text());
}

}  // namespace lanefold
