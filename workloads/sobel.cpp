// SPDX-License-Identifier: Apache-2.0
// Sobel operator on a grey image: input, reference and check.
#include <algorithm>
#include <cmath>

#include "workloads/face_cascade.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

std::uint8_t edge_at(const GreyImage& image, std::size_t x, std::size_t y) {
  if (x == 0 || y == 0 || x + 1 == image.width || y + 1 == image.height) return 0;
  const auto at = [&](std::size_t column, std::size_t row) {
    return int{image.pixels[row * image.width + column]};
  };
  int dx = 0;
  int dy = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const int weight = i == 1 ? 2 : 1;
    dx += weight * (at(x + 1, y + i - 1) - at(x - 1, y + i - 1));
    dy += weight * (at(x + i - 1, y + 1) - at(x + i - 1, y - 1));
  }
  const float magnitude = std::sqrt(static_cast<float>(dx * dx + dy * dy));
  return static_cast<std::uint8_t>(std::min(magnitude, 255.0F));
}

class Sobel final : public Workload {
 public:
  std::string name() const override { return "sobel"; }
  std::string description() const override {
    return "Sobel operator on a grey image, with a border";
  }
  std::string source_file() const override { return "sobel.cl"; }
  std::vector<WorkloadParameter> parameters() const override {
    return {group_shape_parameter(),
            {"image", "wide", "its shape: wide, or square with 500 x 500 pixels at size paper"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.choice("image", {"wide", "square"}) == "wide"
                           ? reader.by_size<Shape>({101, 75}, {611, 397}, {1'931, 1'283})
                           : reader.by_size<Shape>({90, 90}, {250, 250}, {500, 500});
    SplitMix64 random(request.seed);
    const GreyImage image = random_background(random, shape.width, shape.height);

    const DeviceArray<std::uint8_t> pixels(device, image.pixels);
    const DeviceArray<std::uint8_t> edges(device, image.pixels.size());
    launch(device, program, "sobel", group_range(reader, device, shape.width, shape.height), pixels,
           edges, shape.width, shape.height);

    std::vector<std::uint8_t> expected;
    for (std::size_t y = 0; y < shape.height; ++y) {
      for (std::size_t x = 0; x < shape.width; ++x) expected.push_back(edge_at(image, x, y));
    }
    OutputCheck check;
    check.equal("edge", edges.download(), expected);
    return check.result(by(shape.width, shape.height) + " pixels");
  }
};

}  // namespace

std::unique_ptr<Workload> make_sobel() { return std::make_unique<Sobel>(); }

}  // namespace lanefold
