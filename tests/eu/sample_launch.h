// SPDX-License-Identifier: Apache-2.0
// Launches of tests/zebin/sample.bin on machines of Gen8.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "lanefold/config.h"
#include "lanefold/device.h"
#include "lanefold/program.h"
#include "tests/zebin/sample.h"

namespace lanefold {

inline MachineConfig eu_config() {
  MachineConfig config = load_machine("ivb-eu");
  config.core.isa = InstructionSet::Gen8;
  return config;
}

inline std::shared_ptr<const Program> sample_program() {
  return load_gen8_program(gen8::sample_file("tests/zebin/sample.bin"), "sample.bin");
}

template <class T>
Buffer upload(Device& device, const std::vector<T>& values) {
  const Buffer buffer = device.allocate(values.size() * sizeof(T));
  device.write(buffer, 0, values.data(), values.size() * sizeof(T));
  return buffer;
}

template <class T>
std::vector<T> download(const Device& device, const Buffer& buffer) {
  std::vector<T> values(buffer.size / sizeof(T));
  device.read(buffer, 0, values.data(), buffer.size);
  return values;
}

inline NDRange range_of(unsigned dimensions, std::array<std::uint32_t, 3> global,
                        std::array<std::uint32_t, 3> local) {
  NDRange range;
  range.dimensions = dimensions;
  range.global = global;
  range.local = local;
  return range;
}

/// As in sample.cl.
struct Rule {
  float scale;
  std::int32_t steps[2];
  char sign;
};
struct Float4 {
  float x, y, z, w;
};

constexpr unsigned kColumns = 32;
constexpr unsigned kRows = 4;
inline const NDRange kApply = range_of(2, {kColumns, kRows, 1}, {16, 2, 1});

inline std::vector<ArgumentValue> apply_arguments(const Buffer& in, const Buffer& out) {
  return {in, out, argument(Rule{0.5F, {1, 3}, 1}), LocalBytes{64}, argument(Float4{0, 0, 10, 0})};
}

}  // namespace lanefold
