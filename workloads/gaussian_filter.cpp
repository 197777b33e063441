// SPDX-License-Identifier: Apache-2.0
// Gaussian blur, a row of a tile for each work-item: input, reference and check.
#include "workloads/gaussian_filter.h"

#include <algorithm>
#include <utility>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kTile = 32;  ///< pixels in each direction

std::vector<std::uint8_t> expected_blur(const std::vector<std::uint8_t>& pixels, int width,
                                        int height) {
  constexpr int kWeights[] = {1, 2, 1};
  std::vector<std::uint8_t> blurred;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int sum = 8;  // rounds
      for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
          const int row = std::clamp(y + j, 0, height - 1);
          const int column = std::clamp(x + i, 0, width - 1);
          sum += kWeights[i + 1] * kWeights[j + 1] *
                 pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(column)];
        }
      }
      blurred.push_back(static_cast<std::uint8_t>(sum / 16));
    }
  }
  return blurred;
}

class GaussianBlur final : public Workload {
 public:
  explicit GaussianBlur(BlurKernel kernel) : kernel_(std::move(kernel)) {}
  std::string name() const override { return kernel_.workload; }
  std::string description() const override { return kernel_.description; }
  std::string source_file() const override { return "gaussian_filter.cl"; }
  std::string source_file_for(const WorkloadRequest& request) const override {
    return request.asks_for("taps", "rolled") ? "gaussian_filter_rolled.cl" : source_file();
  }
  std::vector<WorkloadParameter> parameters() const override {
    if (kernel_.rolled_function.empty()) return {};
    return {{"taps", "column",
             "loads for each pixel: column for the three that are new, or rolled for all nine in "
             "a loop of one load"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({131, 75}, {2'048, 256}, {2'048, 2'048});
    const bool rolled =
        !kernel_.rolled_function.empty() && reader.choice("taps", {"column", "rolled"}) == "rolled";
    SplitMix64 random(request.seed);
    std::vector<std::uint8_t> image(std::size_t{shape.width} * shape.height);
    for (std::uint8_t& pixel : image) pixel = random.below(2) == 0 ? 0 : 255;

    const DeviceArray<std::uint8_t> pixels(device, image);
    const DeviceArray<std::uint8_t> blurred(device, image.size());
    NDRange range;
    range.dimensions = 2;
    range.local = {group_size(device, kTile), 1, 1};
    range.global = {round_up(shape.height, range.local[0]), round_up(shape.width, kTile) / kTile,
                    1};
    launch(device, program, rolled ? kernel_.rolled_function : kernel_.function, range, pixels,
           blurred, shape.width, shape.height, kTile);

    OutputCheck check;
    check.equal(
        "pixel", blurred.download(),
        expected_blur(image, static_cast<int>(shape.width), static_cast<int>(shape.height)));
    return check.result(by(shape.width, shape.height) + " pixels");
  }

 private:
  BlurKernel kernel_;
};

}  // namespace

std::unique_ptr<Workload> make_blur(BlurKernel kernel) {
  return std::make_unique<GaussianBlur>(std::move(kernel));
}

std::unique_ptr<Workload> make_gaussian_filter() {
  return make_blur({"gaussian-filter",
                    "Gaussian blur of 3 x 3 pixels, a row of a tile for each work-item",
                    "gaussian_filter", "gaussian_filter_rolled"});
}

}  // namespace lanefold
