// SPDX-License-Identifier: Apache-2.0
// Discrete cosine transform of 8 x 8 blocks: input, reference and check.
#include <cmath>

#include "workloads/signals.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class Dct final : public Workload {
 public:
  std::string name() const override { return "dct"; }
  std::string description() const override {
    return "discrete cosine transform of 8 x 8 blocks of an image";
  }
  std::string source_file() const override { return "dct.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({56, 40}, {392, 296}, {1'208, 904});
    SplitMix64 random(request.seed);
    const std::size_t pixels = std::size_t{shape.width} * shape.height;
    const std::vector<float> image = random_floats(random, pixels, -128.0F, 127.0F);

    const DeviceArray<float> device_image(device, image);
    const DeviceArray<float> cosines(device, dct_cosines());
    const DeviceArray<float> rows(device, pixels);
    const DeviceArray<float> result(device, pixels);
    const NDRange range = square_range(device, shape.width, shape.height);
    launch(device, program, "dct_rows", range, device_image, cosines, rows, shape.width,
           shape.height);
    launch(device, program, "dct_columns", range, rows, cosines, result, shape.width, shape.height);

    OutputCheck check;
    check.equal("coefficient", result.download(), dct_transformed(image, shape.width));
    return check.result(by(shape.width, shape.height) + " pixels");
  }
};

}  // namespace

std::vector<float> dct_cosines() {
  std::vector<float> cosines;
  for (int u = 0; u < 8; ++u) {
    const double scale = u == 0 ? std::sqrt(0.125) : 0.5;
    for (int i = 0; i < 8; ++i) {
      cosines.push_back(
          static_cast<float>(scale * std::cos((2 * i + 1) * u * std::acos(-1.0) / 16)));
    }
  }
  return cosines;
}

std::vector<float> dct_transformed(const std::vector<float>& image, std::uint32_t width) {
  const std::vector<float> cosines = dct_cosines();
  std::vector<float> rows(image.size());
  for (std::size_t pixel = 0; pixel < image.size(); ++pixel) {
    const std::size_t first = pixel / 8 * 8;
    for (std::size_t i = 0; i < 8; ++i)
      rows[pixel] += image[first + i] * cosines[pixel % 8 * 8 + i];
  }
  std::vector<float> result(image.size());
  for (std::size_t pixel = 0; pixel < image.size(); ++pixel) {
    const std::size_t y = pixel / width;
    const std::size_t first = y / 8 * 8 * width + pixel % width;
    for (std::size_t i = 0; i < 8; ++i)
      result[pixel] += cosines[y % 8 * 8 + i] * rows[first + i * width];
  }
  return result;
}

std::unique_ptr<Workload> make_dct() { return std::make_unique<Dct>(); }

}  // namespace lanefold
