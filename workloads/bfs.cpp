// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a random graph: input, reference and check.
#include "workloads/bfs.h"

#include <string>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/request_reader.h"

namespace lanefold {

Graph random_graph(SplitMix64& random, std::uint32_t nodes) {
  Graph graph;
  graph.first_edge.reserve(nodes + std::size_t{1});
  for (std::uint32_t node = 0; node < nodes; ++node) {
    graph.first_edge.push_back(static_cast<std::uint32_t>(graph.targets.size()));
    const std::uint32_t degree = 1 + random.below(random.below(8) == 0 ? 24 : 4);
    for (std::uint32_t edge = 0; edge < degree; ++edge) {
      graph.targets.push_back(random.below(nodes));
    }
  }
  graph.first_edge.push_back(static_cast<std::uint32_t>(graph.targets.size()));
  return graph;
}

std::vector<std::int32_t> bfs_distances(const Graph& graph, std::uint32_t source) {
  std::vector<std::int32_t> distance(graph.nodes(), -1);
  std::vector<std::uint32_t> queue{source};
  distance[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t node = queue[head];
    for (std::uint32_t edge = graph.first_edge[node]; edge < graph.first_edge[node + 1]; ++edge) {
      const std::uint32_t target = graph.targets[edge];
      if (distance[target] >= 0) continue;
      distance[target] = distance[node] + 1;
      queue.push_back(target);
    }
  }
  return distance;
}

namespace {

std::vector<std::int32_t> distances_on_device(Device& device, const Program& program,
                                              const Graph& graph, std::uint32_t source) {
  const std::uint32_t nodes = graph.nodes();
  std::vector<std::int32_t> distance(nodes, -1);
  std::vector<std::uint8_t> start(nodes, 0);
  distance[source] = 0;
  start[source] = 1;

  const DeviceArray<std::uint32_t> first_edge(device, graph.first_edge);
  const DeviceArray<std::uint32_t> targets(device, graph.targets);
  const DeviceArray<std::uint8_t> frontier(device, start);
  const DeviceArray<std::uint8_t> visited(device, start);
  const DeviceArray<std::uint8_t> reached(device, nodes);
  const DeviceArray<std::int32_t> device_distance(device, distance);
  DeviceArray<std::uint32_t> more(device, 1);
  const NDRange range = linear_range(device, nodes);
  // A correct search ends after at most as many levels as there are nodes.
  for (std::uint32_t level = 0; level < nodes; ++level) {
    more.upload({0});
    launch(device, program, "bfs_expand", range, first_edge, targets, frontier, visited, reached,
           device_distance, nodes);
    launch(device, program, "bfs_advance", range, frontier, visited, reached, more, nodes);
    if (more.download()[0] == 0) break;
  }
  return device_distance.download();
}

class Bfs final : public Workload {
 public:
  std::string name() const override { return "bfs"; }
  std::string description() const override {
    return "level-synchronous breadth-first search of a random graph";
  }
  std::string source_file() const override { return "bfs.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto nodes = reader.by_size<std::uint32_t>(2'000, 36'000, 200'000);
    SplitMix64 random(request.seed);
    const Graph graph = random_graph(random, nodes);
    const std::uint32_t source = random.below(nodes);

    OutputCheck check;
    check.equal("distance", distances_on_device(device, program, graph, source),
                bfs_distances(graph, source));
    return check.result(std::to_string(nodes) + " nodes, " + std::to_string(graph.targets.size()) +
                        " edges, from node " + std::to_string(source));
  }
};

}  // namespace

std::unique_ptr<Workload> make_bfs() { return std::make_unique<Bfs>(); }

}  // namespace lanefold
