// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip: input, reference and check.
#include "workloads/hotspot.h"

#include <string>
#include <utility>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kStepsPerLaunch = 2;

template <class Number>
Number step_cell(const HotspotGridOf<Number>& grid, const std::vector<Number>& now,
                 const HotspotMaterialOf<Number>& material, std::uint32_t column,
                 std::uint32_t row) {
  const std::size_t cell = std::size_t{row} * grid.width + column;
  const Number centre = now[cell];
  const Number west = column > 0 ? now[cell - 1] : centre;
  const Number east = column + 1 < grid.width ? now[cell + 1] : centre;
  const Number north = row > 0 ? now[cell - grid.width] : centre;
  const Number south = row + 1 < grid.height ? now[cell + grid.width] : centre;
  const Number flow = (west + east - 2 * centre) * material.x +
                      (north + south - 2 * centre) * material.y +
                      (material.around - centre) * material.z;
  return centre + material.step * (grid.power[cell] + flow);
}

std::vector<float> temperatures_on_device(Device& device, const Program& program,
                                          const HotspotGrid& grid, const HotspotMaterial& material,
                                          std::uint32_t launches) {
  const DeviceArray<float> first(device, grid.temperature);
  const DeviceArray<float> second(device, grid.temperature.size());
  const DeviceArray<float> power(device, grid.power);
  const DeviceArray<float>* now = &first;
  const DeviceArray<float>* next = &second;
  const NDRange range = square_range(device, grid.width, grid.height);
  const std::uint32_t side = range.local[0] + 2 * kStepsPerLaunch;
  const LocalBytes tile{side * side * 4};
  for (std::uint32_t count = 0; count < launches; ++count) {
    launch(device, program, "hotspot", range, *now, power, *next, grid.width, grid.height,
           kStepsPerLaunch, material, tile, tile);
    std::swap(now, next);
  }
  return now->download();
}

class Hotspot final : public Workload {
 public:
  std::string name() const override { return "hotspot"; }
  std::string description() const override {
    return "heat flow on a chip: stencil with halo and borders";
  }
  std::string source_file() const override { return "hotspot.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height, launches;
    };
    const RequestReader reader(*this, request);
    // Not multiples of the block, so that the last blocks are partial.
    const auto shape = reader.by_size<Shape>({36, 30, 2}, {124, 130, 3}, {252, 260, 5});
    SplitMix64 random(request.seed);
    const HotspotGrid grid = random_hotspot_grid(random, shape.width, shape.height);
    const HotspotMaterial material;
    const std::uint32_t steps = shape.launches * kStepsPerLaunch;

    OutputCheck check;
    check.equal("temperature",
                temperatures_on_device(device, program, grid, material, shape.launches),
                hotspot_temperatures(grid, material, steps));
    return check.result(std::to_string(shape.width) + " x " + std::to_string(shape.height) +
                        " cells, " + std::to_string(steps) + " steps");
  }
};

}  // namespace

template <class Number>
HotspotGridOf<Number> random_hotspot_grid(SplitMix64& random, std::uint32_t width,
                                          std::uint32_t height) {
  HotspotGridOf<Number> grid{width, height, {}, {}};
  const std::size_t cells = std::size_t{width} * height;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    grid.temperature.push_back(random.between(320.0F, 340.0F));
    // A few busy cells among idle ones.
    grid.power.push_back(random.below(8) == 0 ? random.between(1.0F, 4.0F) : 0.0F);
  }
  return grid;
}

template <class Number>
std::vector<Number> hotspot_temperatures(const HotspotGridOf<Number>& grid,
                                         const HotspotMaterialOf<Number>& material,
                                         std::uint32_t steps) {
  std::vector<Number> now = grid.temperature;
  std::vector<Number> next(now.size());
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t row = 0; row < grid.height; ++row) {
      for (std::uint32_t column = 0; column < grid.width; ++column) {
        next[std::size_t{row} * grid.width + column] = step_cell(grid, now, material, column, row);
      }
    }
    now.swap(next);
  }
  return now;
}

template HotspotGridOf<float> random_hotspot_grid(SplitMix64&, std::uint32_t, std::uint32_t);
template HotspotGridOf<double> random_hotspot_grid(SplitMix64&, std::uint32_t, std::uint32_t);
template std::vector<float> hotspot_temperatures(const HotspotGridOf<float>&,
                                                 const HotspotMaterialOf<float>&, std::uint32_t);
template std::vector<double> hotspot_temperatures(const HotspotGridOf<double>&,
                                                  const HotspotMaterialOf<double>&, std::uint32_t);

std::unique_ptr<Workload> make_hotspot() { return std::make_unique<Hotspot>(); }

}  // namespace lanefold
