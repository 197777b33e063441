// SPDX-License-Identifier: Apache-2.0
// The micro-benchmark of ISCA'13 section 5.2: input, reference and check.
#include "workloads/divergence_pattern.h"

#include <cstdio>
#include <string>
#include <vector>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

DivergencePattern requested_pattern(const RequestReader& reader) {
  DivergencePattern pattern;
  if (reader.text("mask") == "none") {
    pattern.level = reader.number("level", 0, 4);
    return pattern;
  }
  if (reader.given("level") && reader.number("level", 0, 4) != 0) {
    reader.refuse("parameters 'level' and 'mask' exclude each other; give only one of them");
  }
  pattern.by_mask = true;
  pattern.mask = reader.number("mask", 0, 0xffff, 16);
  return pattern;
}

std::string describe(const DivergencePattern& pattern) {
  if (!pattern.by_mask) {
    return "level " + std::to_string(pattern.level) + ", " + std::to_string(1U << pattern.level) +
           (pattern.level == 0 ? " path" : " paths");
  }
  char text[16];
  std::snprintf(text, sizeof text, "mask 0x%04X", pattern.mask);
  return text;
}

class DivergencePatternWorkload final : public Workload {
 public:
  std::string name() const override { return "divergence-pattern"; }
  std::string description() const override {
    return "nested if/else or a chosen mask, equal work on every path (ISCA'13 section 5.2)";
  }
  std::string source_file() const override { return "divergence_pattern.cl"; }
  std::vector<WorkloadParameter> parameters() const override {
    return {{"level", "3", "if/else nested so deep over the bits of the lane number, 0 to 4"},
            {"mask", "none", "instead of levels: 16 bits in hexadecimal, one if/else"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const DivergencePattern pattern = requested_pattern(reader);
    const auto items = reader.by_size<std::uint32_t>(576, 2'304, 9'216);
    const auto rounds = reader.by_size<std::uint32_t>(8, 64, 128);
    SplitMix64 random(request.seed);
    std::vector<std::uint32_t> values(items);
    for (std::uint32_t& value : values) value = random.next_word();

    const DeviceArray<std::uint32_t> device_values(device, values);
    const NDRange range = linear_range(device, items);
    if (pattern.by_mask) {
      launch(device, program, "divergence_mask", range, device_values, rounds, pattern.mask);
    } else {
      launch(device, program, "divergence_level" + std::to_string(pattern.level), range,
             device_values, rounds);
    }

    for (std::uint32_t item = 0; item < items; ++item) {
      const std::uint32_t path = divergence_path(pattern, item % range.local[0]);
      values[item] = divergence_result(values[item], rounds, path);
    }
    OutputCheck check;
    check.equal("value", device_values.download(), values);
    return check.result(describe(pattern) + ", " + std::to_string(items) + " work-items, " +
                        std::to_string(rounds) + " rounds");
  }
};

}  // namespace

std::uint32_t divergence_path(const DivergencePattern& pattern, std::uint32_t local_id) {
  if (pattern.by_mask) return pattern.mask >> (local_id & 15U) & 1U;
  std::uint32_t path = 0;
  for (std::uint32_t bit = 0; bit < pattern.level; ++bit) {
    path = 2 * path + (local_id >> bit & 1U);
  }
  return path;
}

std::uint32_t divergence_result(std::uint32_t value, std::uint32_t rounds, std::uint32_t path) {
  const std::uint32_t one = 0x9e3779b9U * (path + 1);
  const std::uint32_t two = 0x85ebca6bU * (path + 1);
  std::uint32_t result = 0;
  for (std::uint32_t k = 0; k < 4; ++k) {
    std::uint32_t x = value + k;
    for (std::uint32_t step = 0; step < 4 * rounds; ++step) {
      x = step % 2 == 0 ? (x + one) ^ two : (x + two) ^ one;
    }
    result ^= x;
  }
  return result;
}

std::unique_ptr<Workload> make_divergence_pattern() {
  return std::make_unique<DivergencePatternWorkload>();
}

}  // namespace lanefold
