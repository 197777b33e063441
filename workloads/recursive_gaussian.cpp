// SPDX-License-Identifier: Apache-2.0
// Gaussian blur by a recursive filter: input, reference and check.
#include <cmath>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// The layout is the kernel's.
struct GaussianFilter {
  float a0, a1, a2, a3;
  float b1, b2;
  float start_down, start_up;
};

/// Deriche's filter of second order, whose weights add up to 1.
GaussianFilter gaussian_filter(double sigma) {
  const double alpha = 1.695 / sigma;
  const double decay = std::exp(-alpha);
  const double scale = (1 - decay) * (1 - decay) / (1 + 2 * alpha * decay - decay * decay);
  const double a0 = scale;
  const double a1 = scale * (alpha - 1) * decay;
  const double a2 = scale * (alpha + 1) * decay;
  const double a3 = -scale * decay * decay;
  const double b1 = -2 * decay;
  const double b2 = decay * decay;
  const double rest = 1 + b1 + b2;
  const auto rounded = [](double value) { return static_cast<float>(value); };
  return {rounded(a0),
          rounded(a1),
          rounded(a2),
          rounded(a3),
          rounded(b1),
          rounded(b2),
          rounded((a0 + a1) / rest),
          rounded((a2 + a3) / rest)};
}

/// Blurs the columns of an image and transposes it.
std::vector<float> blurred_columns(const std::vector<float>& image, std::size_t width,
                                   const GaussianFilter& filter) {
  const std::size_t height = image.size() / width;
  std::vector<float> result(image.size());
  for (std::size_t x = 0; x < width; ++x) {
    float input = image[x];
    float last = input * filter.start_down;
    float before = last;
    for (std::size_t y = 0; y < height; ++y) {
      const float pixel = image[y * width + x];
      const float output =
          filter.a0 * pixel + filter.a1 * input - filter.b1 * last - filter.b2 * before;
      result[x * height + y] = output;
      input = pixel;
      before = last;
      last = output;
    }
    float input2 = image[(height - 1) * width + x];
    input = input2;
    last = input * filter.start_up;
    before = last;
    for (std::size_t y = height; y-- > 0;) {
      const float output =
          filter.a2 * input + filter.a3 * input2 - filter.b1 * last - filter.b2 * before;
      input2 = input;
      input = image[y * width + x];
      before = last;
      last = output;
      result[x * height + y] += output;
    }
  }
  return result;
}

class RecursiveGaussian final : public Workload {
 public:
  std::string name() const override { return "recursive-gaussian"; }
  std::string description() const override {
    return "Gaussian blur by a recursive filter, one column per work-item";
  }
  std::string source_file() const override { return "recursive_gaussian.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({75, 61}, {411, 303}, {1'803, 1'407});
    SplitMix64 random(request.seed);
    const std::size_t pixels = std::size_t{shape.width} * shape.height;
    const std::vector<float> image = random_floats(random, pixels, 0.0F, 255.0F);
    const GaussianFilter filter = gaussian_filter(3.0);

    const DeviceArray<float> input(device, image);
    const DeviceArray<float> columns(device, pixels);
    const DeviceArray<float> result(device, pixels);
    launch(device, program, "recursive_gaussian", linear_range(device, shape.width), input, columns,
           shape.width, shape.height, filter);
    launch(device, program, "recursive_gaussian", linear_range(device, shape.height), columns,
           result, shape.height, shape.width, filter);

    OutputCheck check;
    check.equal("pixel", result.download(),
                blurred_columns(blurred_columns(image, shape.width, filter), shape.height, filter));
    return check.result(by(shape.width, shape.height) + " pixels");
  }
};

}  // namespace

std::unique_ptr<Workload> make_recursive_gaussian() {
  return std::make_unique<RecursiveGaussian>();
}

}  // namespace lanefold
