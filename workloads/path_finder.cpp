// SPDX-License-Identifier: Apache-2.0
// Cheapest ways through a grid of costs: input, reference and check.
#include "workloads/path_finder.h"

#include <algorithm>
#include <utility>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

std::vector<std::uint32_t> ways_on_device(Device& device, const Program& program,
                                          const std::vector<std::uint32_t>& costs,
                                          std::uint32_t width) {
  const auto height = static_cast<std::uint32_t>(costs.size() / width);
  NDRange range;
  range.local[0] = group_size(device);
  const std::uint32_t most_rows = std::min(8U, (range.local[0] - 1) / 2);
  const DeviceArray<std::uint32_t> device_costs(device, costs);
  const DeviceArray<std::uint32_t> first(
      device, std::vector<std::uint32_t>(costs.begin(), costs.begin() + width));
  const DeviceArray<std::uint32_t> second(device, width);
  const DeviceArray<std::uint32_t>* now = &first;
  const DeviceArray<std::uint32_t>* next = &second;
  const LocalBytes part{range.local[0] * 4};
  for (std::uint32_t row = 1; row < height;) {
    const std::uint32_t rows = std::min(most_rows, height - row);
    const std::uint32_t valid = range.local[0] - 2 * rows;
    range.global[0] = (width + valid - 1) / valid * range.local[0];
    launch(device, program, "path_finder", range, device_costs, *now, *next, width, row, rows, part,
           part);
    row += rows;
    std::swap(now, next);
  }
  return now->download();
}

class PathFinder final : public Workload {
 public:
  std::string name() const override { return "path-finder"; }
  std::string description() const override {
    return "dynamic programming down a grid, with edges that shrink";
  }
  std::string source_file() const override { return "path_finder.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({503, 22}, {5'003, 60}, {20'011, 150});
    SplitMix64 random(request.seed);
    const auto costs = random_numbers(random, std::size_t{shape.width} * shape.height, 10);
    OutputCheck check;
    check.equal("cost", ways_on_device(device, program, costs, shape.width),
                cheapest_ways(costs, shape.width));
    return check.result(by(shape.width, shape.height) + " cells");
  }
};

}  // namespace

std::vector<std::uint32_t> cheapest_ways(const std::vector<std::uint32_t>& costs,
                                         std::uint32_t width) {
  std::vector<std::uint32_t> ways(costs.begin(), costs.begin() + width);
  for (std::size_t row = width; row < costs.size(); row += width) {
    std::vector<std::uint32_t> next;
    for (std::size_t column = 0; column < width; ++column) {
      std::uint32_t least = ways[column];
      if (column > 0) least = std::min(least, ways[column - 1]);
      if (column + 1 < width) least = std::min(least, ways[column + 1]);
      next.push_back(least + costs[row + column]);
    }
    ways = next;
  }
  return ways;
}

std::unique_ptr<Workload> make_path_finder() { return std::make_unique<PathFinder>(); }

}  // namespace lanefold
