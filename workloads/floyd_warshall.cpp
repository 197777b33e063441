// SPDX-License-Identifier: Apache-2.0
// All shortest paths of a weighted graph: input, reference and check.
#include "workloads/floyd_warshall.h"

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// A tenth of all edges, so that most paths have several.
ShortestPaths random_edges(SplitMix64& random, std::uint32_t nodes) {
  ShortestPaths paths{
      nodes, {}, std::vector<std::uint32_t>(std::size_t{nodes} * nodes, kUnreachable)};
  for (std::uint32_t edge = 0; edge < nodes * nodes; ++edge) {
    const std::uint32_t length = random.below(10) == 0 ? 1 + random.below(100) : kUnreachable;
    paths.distance.push_back(edge / nodes == edge % nodes ? 0 : length);
  }
  return paths;
}

class FloydWarshall final : public Workload {
 public:
  std::string name() const override { return "floyd-warshall"; }
  std::string description() const override {
    return "all shortest paths: an update where a detour is shorter";
  }
  std::string source_file() const override { return "floyd_warshall.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto nodes = reader.by_size<std::uint32_t>(33, 97, 215);
    SplitMix64 random(request.seed);
    ShortestPaths paths = random_edges(random, nodes);

    const DeviceArray<std::uint32_t> distance(device, paths.distance);
    const DeviceArray<std::uint32_t> via(device, paths.via);
    for (std::uint32_t between = 0; between < nodes; ++between) {
      launch(device, program, "floyd_warshall", square_range(device, nodes, nodes), distance, via,
             nodes, between);
    }

    find_shortest_paths(paths);
    OutputCheck check;
    check.equal("distance", distance.download(), paths.distance);
    check.equal("via", via.download(), paths.via);
    return check.result(std::to_string(nodes) + " nodes");
  }
};

}  // namespace

void find_shortest_paths(ShortestPaths& paths) {
  const std::size_t nodes = paths.nodes;
  for (std::size_t between = 0; between < nodes; ++between) {
    for (std::size_t pair = 0; pair < nodes * nodes; ++pair) {
      const std::uint32_t first = paths.distance[pair / nodes * nodes + between];
      const std::uint32_t second = paths.distance[between * nodes + pair % nodes];
      if (first == kUnreachable || second == kUnreachable) continue;
      if (first + second >= paths.distance[pair]) continue;
      paths.distance[pair] = first + second;
      paths.via[pair] = static_cast<std::uint32_t>(between);
    }
  }
}

std::unique_ptr<Workload> make_floyd_warshall() { return std::make_unique<FloydWarshall>(); }

}  // namespace lanefold
