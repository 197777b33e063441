// SPDX-License-Identifier: Apache-2.0
// Binary search for keys in a sorted array: input, reference and check.
#include <algorithm>
#include <limits>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class BinarySearch final : public Workload {
 public:
  std::string name() const override { return "binary-search"; }
  std::string description() const override {
    return "binary search of a sorted array: ends early where the key is found";
  }
  std::string source_file() const override { return "binary_search.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t count, keys;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({1'003, 2'003}, {60'007, 80'003}, {500'009, 600'007});
    SplitMix64 random(request.seed);
    // Ascending without equal neighbours, so that a key has one place at most.
    std::vector<std::uint32_t> sorted = random_numbers(random, shape.count, 3);
    for (std::size_t i = 1; i < sorted.size(); ++i) sorted[i] += sorted[i - 1] + 1;
    const std::vector<std::uint32_t> keys =
        random_numbers(random, shape.keys, sorted.back() + sorted.back() / 16);

    const DeviceArray<std::uint32_t> device_sorted(device, sorted);
    const DeviceArray<std::uint32_t> device_keys(device, keys);
    const DeviceArray<std::uint32_t> places(device, shape.keys);
    launch(device, program, "binary_search", linear_range(device, shape.keys), device_sorted,
           shape.count, device_keys, places, shape.keys);

    std::vector<std::uint32_t> expected;
    for (const std::uint32_t key : keys) {
      const auto place = std::lower_bound(sorted.begin(), sorted.end(), key);
      const bool found = place != sorted.end() && *place == key;
      expected.push_back(found ? static_cast<std::uint32_t>(place - sorted.begin())
                               : std::numeric_limits<std::uint32_t>::max());
    }
    OutputCheck check;
    check.equal("place", places.download(), expected);
    return check.result(std::to_string(shape.keys) + " keys in " + std::to_string(shape.count) +
                        " numbers");
  }
};

}  // namespace

std::unique_ptr<Workload> make_binary_search() { return std::make_unique<BinarySearch>(); }

}  // namespace lanefold
