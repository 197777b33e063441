// SPDX-License-Identifier: Apache-2.0
// k nearest neighbours in a plane: input, reference and check.
#include <algorithm>
#include <utility>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kNeighbours = 8;

struct PlanePoint {
  float x = 0, y = 0;
};

std::vector<PlanePoint> random_plane_points(SplitMix64& random, std::uint32_t count) {
  std::vector<PlanePoint> points(count);
  for (PlanePoint& point : points) {
    point.x = random.between(-90.0F, 90.0F);
    point.y = random.between(-180.0F, 180.0F);
  }
  return points;
}

/// Squared distances and indices of the nearest points, by sorting.
std::vector<std::pair<float, std::uint32_t>> nearest_points(const std::vector<PlanePoint>& points,
                                                            PlanePoint centre) {
  std::vector<std::pair<float, std::uint32_t>> all;
  all.reserve(points.size());
  for (const PlanePoint& point : points) {
    const float x = point.x - centre.x;
    const float y = point.y - centre.y;
    all.emplace_back(x * x + y * y, static_cast<std::uint32_t>(all.size()));
  }
  std::partial_sort(all.begin(), all.begin() + kNeighbours, all.end());
  all.resize(kNeighbours);
  return all;
}

class KNearest final : public Workload {
 public:
  std::string name() const override { return "k-nearest"; }
  std::string description() const override {
    return "k nearest neighbours: insertion into a sorted list in private memory";
  }
  std::string source_file() const override { return "k_nearest.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t points, queries;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({180, 203}, {1'501, 1'003}, {6'007, 2'503});
    SplitMix64 random(request.seed);
    const std::vector<PlanePoint> points = random_plane_points(random, shape.points);
    const std::vector<PlanePoint> queries = random_plane_points(random, shape.queries);

    const DeviceArray<PlanePoint> device_points(device, points);
    const DeviceArray<PlanePoint> device_queries(device, queries);
    const DeviceArray<std::uint32_t> nearest(device, std::size_t{shape.queries} * kNeighbours);
    const DeviceArray<float> squares(device, std::size_t{shape.queries} * kNeighbours);
    launch(device, program, "k_nearest", linear_range(device, shape.queries), device_points,
           shape.points, device_queries, shape.queries, nearest, squares);

    std::vector<std::uint32_t> expected_nearest;
    std::vector<float> expected_squares;
    for (const PlanePoint& query : queries) {
      for (const auto& [square, point] : nearest_points(points, query)) {
        expected_nearest.push_back(point);
        expected_squares.push_back(square);
      }
    }
    OutputCheck check;
    check.equal("nearest", nearest.download(), expected_nearest);
    check.equal("square", squares.download(), expected_squares);
    return check.result(std::to_string(shape.queries) + " queries, " +
                        std::to_string(shape.points) + " points");
  }
};

}  // namespace

std::unique_ptr<Workload> make_k_nearest() { return std::make_unique<KNearest>(); }

}  // namespace lanefold
