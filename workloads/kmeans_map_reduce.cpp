// SPDX-License-Identifier: Apache-2.0
// k-means clustering by map and reduce (IPDPS'12 table II: KMeans): launches.
#include "workloads/kmeans.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kPointsOfAPart = 128;

Clustering map_and_reduce(Device& device, const Program& program, const PointSet& points,
                          const KmeansShape& shape) {
  const std::uint32_t slots = shape.clusters * (shape.features + 1) + 1;
  const std::uint32_t parts = (shape.points + kPointsOfAPart - 1) / kPointsOfAPart;
  const DeviceArray<std::int32_t> values(device, points.values);
  const DeviceArray<std::int32_t> centroids(device, first_centroids(points, shape.clusters));
  const DeviceArray<std::uint32_t> membership(device,
                                              std::vector<std::uint32_t>(shape.points, kNoCluster));
  const DeviceArray<std::uint32_t> moved(device, shape.points);
  const DeviceArray<std::int32_t> partial(device, std::size_t{parts} * slots);
  const DeviceArray<std::int32_t> sums(device, slots);
  Clustering result;
  while (result.rounds < shape.rounds) {
    launch(device, program, "kmeans_assign", linear_range(device, shape.points), values, centroids,
           membership, moved, shape.points, shape.features, shape.clusters);
    launch(device, program, "kmeans_add", linear_range(device, parts), values, membership, moved,
           partial, shape.points, shape.features, shape.clusters, kPointsOfAPart);
    launch(device, program, "kmeans_reduce", linear_range(device, slots), partial, sums, slots,
           parts);
    result.rounds += 1;
    if (sums.download().back() == 0) break;
    launch(device, program, "kmeans_move", linear_range(device, shape.clusters), centroids, sums,
           shape.features, shape.clusters);
  }
  result.centroids = centroids.download();
  result.membership = membership.download();
  return result;
}

class KmeansMapReduce final : public Workload {
 public:
  std::string name() const override { return "kmeans-map-reduce"; }
  std::string description() const override {
    return "k-means clustering of rows of 8 features: a short map, long reductions";
  }
  std::string source_file() const override { return "kmeans_map_reduce.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto shape =
        reader.by_size<KmeansShape>({600, 8, 8, 1}, {18'000, 8, 8, 3}, {30'000, 8, 8, 4});
    return check_clustering(shape, PointLayout::Rows, request.seed, [&](const PointSet& points) {
      return map_and_reduce(device, program, points, shape);
    });
  }
};

}  // namespace

std::unique_ptr<Workload> make_kmeans_map_reduce() { return std::make_unique<KmeansMapReduce>(); }

}  // namespace lanefold
