// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip, cell by cell (IPDPS'12 table II: HotSpot): launches and check.
#include <utility>

#include "workloads/hotspot.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

struct CellsShape {
  std::uint32_t width, height, steps;
};

template <class Number>
std::vector<Number> step_cells_on_device(Device& device, const Program& program,
                                         const HotspotGridOf<Number>& grid,
                                         const HotspotMaterialOf<Number>& material,
                                         std::uint32_t steps) {
  const DeviceArray<Number> first(device, grid.temperature);
  const DeviceArray<Number> second(device, grid.temperature.size());
  const DeviceArray<Number> power(device, grid.power);
  const DeviceArray<Number>* now = &first;
  const DeviceArray<Number>* next = &second;
  const NDRange range = linear_range(device, grid.width * grid.height);
  for (std::uint32_t step = 0; step < steps; ++step) {
    launch(device, program, "hotspot_cells", range, *now, power, *next, grid.width, grid.height,
           material.step, material.x, material.y, material.z, material.around);
    std::swap(now, next);
  }
  return now->download();
}

template <class Number>
WorkloadResult step_cells(Device& device, const Program& program, const CellsShape& shape,
                          std::uint64_t seed) {
  SplitMix64 random(seed);
  const auto grid = random_hotspot_grid<Number>(random, shape.width, shape.height);
  const HotspotMaterialOf<Number> material;

  OutputCheck check;
  check.equal("temperature", step_cells_on_device(device, program, grid, material, shape.steps),
              hotspot_temperatures(grid, material, shape.steps));
  return check.result(by(shape.width, shape.height) + " cells, " + std::to_string(shape.steps) +
                      " steps");
}

class HotspotCells final : public Workload {
 public:
  std::string name() const override { return "hotspot-cells"; }
  std::string description() const override {
    return "heat flow on a chip: a cell per work-item, without local memory";
  }
  std::string source_file() const override { return "hotspot_cells.cl"; }
  std::string source_file_for(const WorkloadRequest& request) const override {
    return source_by_numbers(request, "hotspot_cells");
  }
  std::vector<WorkloadParameter> parameters() const override {
    return {numbers_parameter(),
            {"steps", "0", "steps in time, each a launch, up to 1000; 0 for those of the size"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    auto shape = reader.by_size<CellsShape>({45, 45, 4}, {150, 150, 10}, {300, 300, 100});
    if (const std::uint32_t steps = reader.number("steps", 0, 1000); steps != 0)
      shape.steps = steps;
    return wants_doubles(reader) ? step_cells<double>(device, program, shape, request.seed)
                                 : step_cells<float>(device, program, shape, request.seed);
  }
};

}  // namespace

std::unique_ptr<Workload> make_hotspot_cells() { return std::make_unique<HotspotCells>(); }

}  // namespace lanefold
