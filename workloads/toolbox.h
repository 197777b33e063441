// SPDX-License-Identifier: Apache-2.0
// What a workload is made of: device arrays, launch shapes, random input, checks, requests.
#pragma once

#include <string>
#include <vector>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/request_reader.h"

namespace lanefold {

/// Values between `low` and `high`.
inline std::vector<float> random_floats(SplitMix64& random, std::size_t count, float low,
                                        float high) {
  std::vector<float> values(count);
  for (float& value : values) value = random.between(low, high);
  return values;
}

/// Values in 0..bound-1.
inline std::vector<std::uint32_t> random_numbers(SplitMix64& random, std::size_t count,
                                                 std::uint32_t bound) {
  std::vector<std::uint32_t> values(count);
  for (std::uint32_t& value : values) value = random.below(bound);
  return values;
}

/// How a workload in two dimensions is cut into groups, for `group_range`.
inline WorkloadParameter group_shape_parameter() {
  return {"groups", "square", "shape of work-groups: square, or row for parts of a row"};
}

/// At least `width` x `height` work-items in groups of the requested shape.
inline NDRange group_range(const RequestReader& reader, const Device& device, std::uint32_t width,
                           std::uint32_t height) {
  return reader.choice("groups", {"square", "row"}) == "row" ? row_range(device, width, height)
                                                             : square_range(device, width, height);
}

/// Whether a workload computes with floats or doubles, for `wants_doubles`.
inline WorkloadParameter numbers_parameter() {
  return {"numbers", "float", "type of the numbers: float, or double, which takes twice the bytes"};
}

inline bool wants_doubles(const RequestReader& reader) {
  return reader.choice("numbers", {"float", "double"}) == "double";
}

/// The source file of what was asked for: one for floats, or the one beside it for doubles.
inline std::string source_by_numbers(const WorkloadRequest& request, const std::string& stem) {
  return stem + (request.asks_for("numbers", "double") ? "_double.cl" : ".cl");
}

/// "3 x 4"
inline std::string by(std::uint32_t width, std::uint32_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

}  // namespace lanefold
