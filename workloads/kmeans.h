// SPDX-License-Identifier: Apache-2.0
// k-means clustering of integer points: minimum search, atomics in local and global memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "workloads/workload.h"

namespace lanefold {

enum class PointLayout : std::uint8_t {
  Interleaved,  ///< a feature of all points, then the next: neighbouring lanes read a whole line
  Rows,         ///< all features of a point, then the next point: each lane reads its own lines
};

/// Points to cluster.
struct PointSet {
  std::uint32_t count = 0, features = 0;
  std::vector<std::int32_t> values;
  PointLayout layout = PointLayout::Interleaved;

  /// Where the feature of the point is among the values.
  std::size_t place(std::uint32_t point, std::uint32_t feature) const {
    return layout == PointLayout::Rows ? std::size_t{point} * features + feature
                                       : std::size_t{feature} * count + point;
  }
};

struct Clustering {
  std::vector<std::int32_t> centroids;    ///< feature f of cluster c is centroids[c * features + f]
  std::vector<std::uint32_t> membership;  ///< of each point; the first of the nearest centroids
  std::uint32_t rounds = 0;               ///< until nothing moved, or the limit
};

/// No point belongs to it at first, so that every point moves in the first round.
constexpr std::uint32_t kNoCluster = std::numeric_limits<std::uint32_t>::max();

/// The first `clusters` points, from which clustering starts.
std::vector<std::int32_t> first_centroids(const PointSet& points, std::uint32_t clusters);
/// Lloyd's algorithm; means are rounded towards zero and an empty cluster stays where it is.
Clustering cluster_points(const PointSet& points, std::uint32_t clusters, std::uint32_t rounds);

struct KmeansShape {
  std::uint32_t points, features, clusters;
  std::uint32_t rounds;  ///< at most
};

/// Clusters random points by `cluster`, and checks clusters, centroids and rounds.
WorkloadResult check_clustering(const KmeansShape& shape, PointLayout layout, std::uint64_t seed,
                                const std::function<Clustering(const PointSet&)>& cluster);
/// Clusters random points on the device by the kernels of kmeans.cl, and checks clusters, centroids
/// and rounds.
WorkloadResult run_kmeans(Device& device, const Program& program, const KmeansShape& shape,
                          PointLayout layout, std::uint64_t seed);

}  // namespace lanefold
