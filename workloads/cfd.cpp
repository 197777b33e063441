// SPDX-License-Identifier: Apache-2.0
// Inviscid flow on an unstructured grid: input, reference and check.
#include <cmath>
#include <utility>

#include "workloads/ray_vector.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

constexpr std::size_t kFaces = 4;
constexpr float kGamma = 1.4F;
constexpr std::int32_t kWall = -1;
constexpr std::int32_t kFarField = -2;

/// Density, momentum and density of energy; the layout is the kernel's.
struct Flow {
  float density = 0;
  RayVector momentum;
  float energy = 0;
};
static_assert(sizeof(Flow) == 20);

/// The layout is that of a float4.
struct FaceNormal {
  RayVector vector;
  float unused = 0;
};

/// Face f of cell c is number f x cells + c.
struct FlowGrid {
  std::vector<std::int32_t> neighbours;
  std::vector<FaceNormal> normals;
  std::vector<float> factors;  ///< time step over volume
  Flow far;
};

float pressure_of(const Flow& flow) {
  return (kGamma - 1.0F) * (flow.energy - 0.5F * dot(flow.momentum, flow.momentum) / flow.density);
}

Flow flux_of(const Flow& flow, RayVector normal) {
  const float pressure = pressure_of(flow);
  const float through = dot(flow.momentum, normal) / flow.density;
  return {flow.density * through, flow.momentum * through + normal * pressure,
          (flow.energy + pressure) * through};
}

float wave_speed(const Flow& flow) {
  return std::sqrt(dot(flow.momentum, flow.momentum)) / flow.density +
         std::sqrt(kGamma * pressure_of(flow) / flow.density);
}

/// Adds what flows out through one face.
void add_flux(Flow& sum, const Flow& mine, const Flow& other, RayVector normal) {
  const float area = std::sqrt(dot(normal, normal));
  const float dissipation = 0.5F * area * std::fmax(wave_speed(mine), wave_speed(other));
  const Flow here = flux_of(mine, normal);
  const Flow there = flux_of(other, normal);
  sum.density +=
      0.5F * (here.density + there.density) - dissipation * (other.density - mine.density);
  sum.momentum = sum.momentum + ((here.momentum + there.momentum) * 0.5F -
                                 (other.momentum - mine.momentum) * dissipation);
  sum.energy += 0.5F * (here.energy + there.energy) - dissipation * (other.energy - mine.energy);
}

std::vector<Flow> flows_after(const FlowGrid& grid, const std::vector<Flow>& flows) {
  std::vector<Flow> next;
  for (std::size_t cell = 0; cell < flows.size(); ++cell) {
    Flow sum;
    for (std::size_t face = 0; face < kFaces; ++face) {
      const RayVector normal = grid.normals[face * flows.size() + cell].vector;
      const std::int32_t neighbour = grid.neighbours[face * flows.size() + cell];
      if (neighbour == kWall) {
        sum.momentum = sum.momentum + normal * pressure_of(flows[cell]);
      } else {
        add_flux(sum, flows[cell],
                 neighbour >= 0 ? flows[static_cast<std::size_t>(neighbour)] : grid.far, normal);
      }
    }
    const float factor = grid.factors[cell];
    next.push_back({flows[cell].density - factor * sum.density,
                    flows[cell].momentum - sum.momentum * factor,
                    flows[cell].energy - factor * sum.energy});
  }
  return next;
}

/// Neighbours among the next 200 cells; one face in 16 is at a wall, one open to the far field.
FlowGrid random_flow_grid(SplitMix64& random, std::uint32_t cells) {
  FlowGrid grid{{}, {}, random_floats(random, cells, 0.001F, 0.002F), {1.0F, {1.2F, 0, 0}, 3.2F}};
  for (std::size_t face = 0; face < kFaces; ++face) {
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      const std::uint32_t kind = random.below(16);
      const auto neighbour = static_cast<std::int32_t>((cell + random.below(200)) % cells);
      grid.neighbours.push_back(kind == 0 ? kWall : kind == 1 ? kFarField : neighbour);
      const RayVector normal{random.between(-1.0F, 1.0F), random.between(-1.0F, 1.0F),
                             random.between(-1.0F, 1.0F)};
      grid.normals.push_back({normal, 0});
    }
  }
  return grid;
}

std::vector<float> flow_values(const std::vector<Flow>& flows) {
  std::vector<float> values;
  for (const auto& [density, momentum, energy] : flows) {
    values.insert(values.end(), {density, momentum.x, momentum.y, momentum.z, energy});
  }
  return values;
}

class Cfd final : public Workload {
 public:
  std::string name() const override { return "cfd"; }
  std::string description() const override {
    return "Euler equations on an unstructured grid: scattered neighbours, walls";
  }
  std::string source_file() const override { return "cfd.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t cells, steps;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({403, 2}, {10'003, 3}, {40'009, 8});
    SplitMix64 random(request.seed);
    const FlowGrid grid = random_flow_grid(random, shape.cells);
    std::vector<Flow> flows(shape.cells, grid.far);
    for (Flow& flow : flows) flow.density = random.between(0.9F, 1.1F);

    const DeviceArray<Flow> first(device, flows);
    const DeviceArray<Flow> second(device, shape.cells);
    const DeviceArray<std::int32_t> neighbours(device, grid.neighbours);
    const DeviceArray<FaceNormal> normals(device, grid.normals);
    const DeviceArray<float> factors(device, grid.factors);
    const DeviceArray<Flow>* now = &first;
    const DeviceArray<Flow>* next = &second;
    for (std::uint32_t step = 0; step < shape.steps; ++step) {
      launch(device, program, "cfd", linear_range(device, shape.cells), *now, *next, neighbours,
             normals, factors, shape.cells, grid.far);
      std::swap(now, next);
      flows = flows_after(grid, flows);
    }

    OutputCheck check;
    check.equal("flow", flow_values(now->download()), flow_values(flows));
    return check.result(std::to_string(shape.cells) + " cells, " + std::to_string(shape.steps) +
                        " steps");
  }
};

}  // namespace

std::unique_ptr<Workload> make_cfd() { return std::make_unique<Cfd>(); }

}  // namespace lanefold
