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
    const auto items = reader.by_size<std::uint32_t>(256, 1'024, 4'096);
    const auto rounds = reader.by_size<std::uint32_t>(16, 160, 320);
    SplitMix64 random(request.seed);
    std::vector<float> values(items);
    for (float& value : values) value = random.unit();

    const DeviceArray<float> device_values(device, values);
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

float divergence_result(float value, std::uint32_t rounds, std::uint32_t path) {
  constexpr float kFactors[] = {0.9995F, 1.0002F, 0.9998F, 0.9996F};
  const float addend = 0.125F * static_cast<float>(path + 1);
  for (std::uint32_t step = 0; step < rounds * 8; ++step) {
    value = value * kFactors[step % 4] + addend;
  }
  return value;
}

std::unique_ptr<Workload> make_divergence_pattern() {
  return std::make_unique<DivergencePatternWorkload>();
}

}  // namespace lanefold
