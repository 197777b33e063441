// SPDX-License-Identifier: Apache-2.0
// k-means clustering of integer points: minimum search, atomics in local and global memory.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// Points to cluster. Feature f of point p is values[f * count + p].
struct PointSet {
  std::uint32_t count = 0, features = 0;
  std::vector<std::int32_t> values;
};

struct Clustering {
  std::vector<std::int32_t> centroids;    ///< feature f of cluster c is centroids[c * features + f]
  std::vector<std::uint32_t> membership;  ///< of each point; the first of the nearest centroids
  std::uint32_t rounds = 0;               ///< until nothing moved, or the limit
};

/// The first `clusters` points, from which clustering starts.
std::vector<std::int32_t> first_centroids(const PointSet& points, std::uint32_t clusters);
/// Lloyd's algorithm; means are rounded towards zero and an empty cluster stays where it is.
Clustering cluster_points(const PointSet& points, std::uint32_t clusters, std::uint32_t rounds);

}  // namespace lanefold
