// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip, cell by cell (IPDPS'12 table II: HotSpot): launches and check.
#include <utility>

#include "workloads/hotspot.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

std::vector<float> step_cells_on_device(Device& device, const Program& program,
                                        const HotspotGrid& grid, const HotspotMaterial& material,
                                        std::uint32_t steps) {
  const DeviceArray<float> first(device, grid.temperature);
  const DeviceArray<float> second(device, grid.temperature.size());
  const DeviceArray<float> power(device, grid.power);
  const DeviceArray<float>* now = &first;
  const DeviceArray<float>* next = &second;
  const NDRange range = linear_range(device, grid.width * grid.height);
  for (std::uint32_t step = 0; step < steps; ++step) {
    launch(device, program, "hotspot_cells", range, *now, power, *next, grid.width, grid.height,
           material.step, material.x, material.y, material.z, material.around);
    std::swap(now, next);
  }
  return now->download();
}

class HotspotCells final : public Workload {
 public:
  std::string name() const override { return "hotspot-cells"; }
  std::string description() const override {
    return "heat flow on a chip: a cell per work-item, without local memory";
  }
  std::string source_file() const override { return "hotspot_cells.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height, steps;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({45, 45, 4}, {150, 150, 10}, {300, 300, 100});
    SplitMix64 random(request.seed);
    const HotspotGrid grid = random_hotspot_grid(random, shape.width, shape.height);
    const HotspotMaterial material;

    OutputCheck check;
    check.equal("temperature", step_cells_on_device(device, program, grid, material, shape.steps),
                hotspot_temperatures(grid, material, shape.steps));
    return check.result(by(shape.width, shape.height) + " cells, " + std::to_string(shape.steps) +
                        " steps");
  }
};

}  // namespace

std::unique_ptr<Workload> make_hotspot_cells() { return std::make_unique<HotspotCells>(); }

}  // namespace lanefold
