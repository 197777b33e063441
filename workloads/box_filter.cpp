// SPDX-License-Identifier: Apache-2.0
// Box filter of a colour image: input, reference and check.
#include <algorithm>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Four colours per pixel.
struct ColourImage {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> values;
};

std::vector<std::uint8_t> box_means(const ColourImage& image, std::uint32_t radius) {
  const auto first = [&](std::uint32_t at) { return at > radius ? at - radius : 0; };
  std::vector<std::uint8_t> means;
  for (std::uint32_t y = 0; y < image.height; ++y) {
    const std::uint32_t last_row = std::min(y + radius, image.height - 1);
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const std::uint32_t last_column = std::min(x + radius, image.width - 1);
      const std::uint32_t pixels = (last_row - first(y) + 1) * (last_column - first(x) + 1);
      for (std::uint32_t colour = 0; colour < 4; ++colour) {
        std::uint32_t sum = 0;
        for (std::size_t row = first(y); row <= last_row; ++row) {
          for (std::size_t column = first(x); column <= last_column; ++column) {
            sum += image.values[(row * image.width + column) * 4 + colour];
          }
        }
        means.push_back(static_cast<std::uint8_t>(sum / pixels));
      }
    }
  }
  return means;
}

class BoxFilter final : public Workload {
 public:
  std::string name() const override { return "box-filter"; }
  std::string description() const override {
    return "box filter of a colour image: windows cut off at the border";
  }
  std::string source_file() const override { return "box_filter.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height, radius;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({45, 35, 2}, {203, 151, 4}, {703, 553, 6});
    SplitMix64 random(request.seed);
    const std::size_t pixels = std::size_t{shape.width} * shape.height;
    ColourImage image{shape.width, shape.height, {}};
    for (const std::uint32_t value : random_numbers(random, pixels * 4, 256)) {
      image.values.push_back(static_cast<std::uint8_t>(value));
    }

    const DeviceArray<std::uint8_t> input(device, image.values);
    const DeviceArray<std::uint32_t> sums(device, pixels * 4);
    const DeviceArray<std::uint8_t> output(device, pixels * 4);
    const NDRange range = square_range(device, shape.width, shape.height);
    launch(device, program, "box_rows", range, input, sums, shape.width, shape.height,
           shape.radius);
    launch(device, program, "box_columns", range, sums, output, shape.width, shape.height,
           shape.radius);

    OutputCheck check;
    check.equal("colour", output.download(), box_means(image, shape.radius));
    return check.result(by(shape.width, shape.height) + " pixels, radius " +
                        std::to_string(shape.radius));
  }
};

}  // namespace

std::unique_ptr<Workload> make_box_filter() { return std::make_unique<BoxFilter>(); }

}  // namespace lanefold
