// SPDX-License-Identifier: Apache-2.0
// k-means clustering of integer points: input, reference and check.
#include "workloads/kmeans.h"

#include <limits>
#include <string>
#include <utility>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

/// Clouds of points around random centres.
PointSet random_points(SplitMix64& random, std::uint32_t count, std::uint32_t features,
                       std::uint32_t clouds, PointLayout layout) {
  PointSet points{count, features, std::vector<std::int32_t>(std::size_t{count} * features),
                  layout};
  std::vector<std::int32_t> centres(std::size_t{clouds} * features);
  for (std::int32_t& value : centres) value = static_cast<std::int32_t>(random.below(1000));
  for (std::uint32_t point = 0; point < count; ++point) {
    const std::uint32_t cloud = random.below(clouds);
    for (std::uint32_t feature = 0; feature < features; ++feature) {
      const auto noise = static_cast<std::int32_t>(random.below(401)) - 200;
      points.values[points.place(point, feature)] = centres[cloud * features + feature] + noise;
    }
  }
  return points;
}

std::uint32_t nearest_centroid(const PointSet& points, std::uint32_t point,
                               const std::vector<std::int32_t>& centroids) {
  std::uint32_t nearest = 0;
  auto least = std::numeric_limits<std::int64_t>::max();
  const auto clusters = static_cast<std::uint32_t>(centroids.size() / points.features);
  for (std::uint32_t cluster = 0; cluster < clusters; ++cluster) {
    std::int64_t distance = 0;
    for (std::uint32_t feature = 0; feature < points.features; ++feature) {
      const std::int64_t offset = points.values[points.place(point, feature)] -
                                  centroids[cluster * points.features + feature];
      distance += offset * offset;
    }
    if (distance < least) {
      least = distance;
      nearest = cluster;
    }
  }
  return nearest;
}

void move_centroids(const PointSet& points, Clustering& clustering) {
  const std::uint32_t features = points.features;
  std::vector<std::int64_t> sums(clustering.centroids.size());
  std::vector<std::int64_t> members(sums.size() / features);
  for (std::uint32_t point = 0; point < points.count; ++point) {
    const std::uint32_t cluster = clustering.membership[point];
    members[cluster] += 1;
    for (std::uint32_t feature = 0; feature < features; ++feature) {
      sums[cluster * features + feature] += points.values[points.place(point, feature)];
    }
  }
  for (std::size_t slot = 0; slot < sums.size(); ++slot) {
    if (members[slot / features] == 0) continue;
    clustering.centroids[slot] = static_cast<std::int32_t>(sums[slot] / members[slot / features]);
  }
}

Clustering cluster_on_device(Device& device, const Program& program, const PointSet& points,
                             std::uint32_t clusters, std::uint32_t rounds) {
  const std::uint32_t slots = clusters * (points.features + 1);
  const DeviceArray<std::int32_t> values(device, points.values);
  const DeviceArray<std::int32_t> centroids(device, first_centroids(points, clusters));
  const DeviceArray<std::uint32_t> membership(device,
                                              std::vector<std::uint32_t>(points.count, kNoCluster));
  const DeviceArray<std::int32_t> sums(device, slots);
  DeviceArray<std::uint32_t> moved(device, 1);
  const NDRange range = linear_range(device, points.count);
  Clustering result;
  while (result.rounds < rounds) {
    moved.upload({0});
    launch(device, program, "kmeans_assign", range, values, centroids, membership, moved,
           points.count, points.features, clusters);
    result.rounds += 1;
    if (moved.download()[0] == 0) break;
    launch(device, program, "kmeans_accumulate", range, values, membership, sums, points.count,
           points.features, clusters, LocalBytes{slots * 4});
    launch(device, program, "kmeans_move", linear_range(device, clusters), centroids, sums,
           points.features, clusters);
  }
  result.centroids = centroids.download();
  result.membership = membership.download();
  return result;
}

class Kmeans final : public Workload {
 public:
  std::string name() const override { return "kmeans"; }
  std::string description() const override {
    return "k-means clustering of integer points, with local and global atomics";
  }
  std::string source_file() const override { return "kmeans.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto shape =
        reader.by_size<KmeansShape>({1'000, 4, 5, 3}, {16'000, 8, 5, 4}, {48'000, 8, 8, 6});
    return run_kmeans(device, program, shape, PointLayout::Interleaved, request.seed);
  }
};

}  // namespace

std::vector<std::int32_t> first_centroids(const PointSet& points, std::uint32_t clusters) {
  std::vector<std::int32_t> centroids;
  for (std::uint32_t cluster = 0; cluster < clusters; ++cluster) {
    for (std::uint32_t feature = 0; feature < points.features; ++feature) {
      centroids.push_back(points.values[points.place(cluster, feature)]);
    }
  }
  return centroids;
}

Clustering cluster_points(const PointSet& points, std::uint32_t clusters, std::uint32_t rounds) {
  Clustering clustering{first_centroids(points, clusters),
                        std::vector<std::uint32_t>(points.count, kNoCluster), 0};
  while (clustering.rounds < rounds) {
    std::vector<std::uint32_t> membership(points.count);
    for (std::uint32_t point = 0; point < points.count; ++point) {
      membership[point] = nearest_centroid(points, point, clustering.centroids);
    }
    clustering.rounds += 1;
    const bool settled = membership == clustering.membership;
    clustering.membership = std::move(membership);
    if (settled) break;
    move_centroids(points, clustering);
  }
  return clustering;
}

WorkloadResult run_kmeans(Device& device, const Program& program, const KmeansShape& shape,
                          PointLayout layout, std::uint64_t seed) {
  return check_clustering(shape, layout, seed, [&](const PointSet& points) {
    return cluster_on_device(device, program, points, shape.clusters, shape.rounds);
  });
}

WorkloadResult check_clustering(const KmeansShape& shape, PointLayout layout, std::uint64_t seed,
                                const std::function<Clustering(const PointSet&)>& cluster) {
  SplitMix64 random(seed);
  const PointSet points =
      random_points(random, shape.points, shape.features, shape.clusters + 2, layout);
  const Clustering actual = cluster(points);
  const Clustering expected = cluster_points(points, shape.clusters, shape.rounds);

  OutputCheck check;
  check.equal("rounds", actual.rounds, expected.rounds);
  check.equal("membership", actual.membership, expected.membership);
  check.equal("centroid", actual.centroids, expected.centroids);
  return check.result(std::to_string(shape.points) + " points of " +
                      std::to_string(shape.features) + " features, " +
                      std::to_string(shape.clusters) + " clusters, " +
                      std::to_string(expected.rounds) + " rounds");
}

std::unique_ptr<Workload> make_kmeans() { return std::make_unique<Kmeans>(); }

}  // namespace lanefold
