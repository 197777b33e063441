// SPDX-License-Identifier: Apache-2.0
// Speckle reducing anisotropic diffusion: input, reference and check.
#include <algorithm>
#include <array>
#include <cmath>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

struct SpeckledImage {
  std::uint32_t width = 0, height = 0;
  std::vector<float> pixels;
};

constexpr float kSradStep = 0.5F;

/// Speckle, squared and relative: less with each iteration.
float speckle_after(std::uint32_t iterations) {
  const float speckle = std::exp(-0.1F * static_cast<float>(iterations));
  return speckle * speckle;
}

/// To the north, south, west and east.
std::array<float, 4> differences_at(const SpeckledImage& image, std::size_t x, std::size_t y) {
  const std::size_t pixel = y * image.width + x;
  const auto less = [&](std::size_t other) { return image.pixels[other] - image.pixels[pixel]; };
  return {less(y == 0 ? pixel : pixel - image.width),
          less(y + 1 == image.height ? pixel : pixel + image.width),
          less(x == 0 ? pixel : pixel - 1), less(x + 1 == image.width ? pixel : pixel + 1)};
}

float coefficient_of(float centre, const std::array<float, 4>& away, float speckle) {
  const auto& [n, s, w, e] = away;
  const float gradient = (n * n + s * s + w * w + e * e) / (centre * centre);
  const float laplacian = (n + s + w + e) / centre;
  const float base = 1.0F + 0.25F * laplacian;
  const float variation = (0.5F * gradient - 0.0625F * laplacian * laplacian) / (base * base);
  const float coefficient = 1.0F / (1.0F + (variation - speckle) / (speckle * (1.0F + speckle)));
  return std::clamp(coefficient, 0.0F, 1.0F);
}

void diffuse(SpeckledImage& image, float speckle) {
  const std::size_t width = image.width;
  std::vector<std::array<float, 4>> away;
  std::vector<float> coefficients;
  for (std::size_t pixel = 0; pixel < image.pixels.size(); ++pixel) {
    away.push_back(differences_at(image, pixel % width, pixel / width));
    coefficients.push_back(coefficient_of(image.pixels[pixel], away.back(), speckle));
  }
  for (std::size_t pixel = 0; pixel < image.pixels.size(); ++pixel) {
    const auto& [n, s, w, e] = away[pixel];
    const float here = coefficients[pixel];
    const float south = pixel / width + 1 == image.height ? here : coefficients[pixel + width];
    const float east = pixel % width + 1 == width ? here : coefficients[pixel + 1];
    const float flow = here * n + south * s + here * w + east * e;
    image.pixels[pixel] += 0.25F * kSradStep * flow;
  }
}

class Srad final : public Workload {
 public:
  std::string name() const override { return "srad"; }
  std::string description() const override {
    return "speckle reducing anisotropic diffusion: stencils with borders, divisions";
  }
  std::string source_file() const override { return "srad.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height, iterations;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({43, 37, 2}, {251, 203, 4}, {509, 403, 10});
    SplitMix64 random(request.seed);
    SpeckledImage image{shape.width, shape.height, {}};
    image.pixels = random_floats(random, std::size_t{shape.width} * shape.height, 1.0F, 2.75F);

    const DeviceArray<float> pixels(device, image.pixels);
    const DeviceArray<std::array<float, 4>> differences(device, image.pixels.size());
    const DeviceArray<float> coefficients(device, image.pixels.size());
    const NDRange range = square_range(device, shape.width, shape.height);
    for (std::uint32_t iteration = 0; iteration < shape.iterations; ++iteration) {
      const float speckle = speckle_after(iteration);
      launch(device, program, "srad_coefficients", range, pixels, differences, coefficients,
             shape.width, shape.height, speckle);
      launch(device, program, "srad_update", range, pixels, differences, coefficients, shape.width,
             shape.height, kSradStep);
      diffuse(image, speckle);
    }

    OutputCheck check;
    check.equal("pixel", pixels.download(), image.pixels);
    return check.result(by(shape.width, shape.height) + " pixels, " +
                        std::to_string(shape.iterations) + " iterations");
  }
};

}  // namespace

std::unique_ptr<Workload> make_srad() { return std::make_unique<Srad>(); }

}  // namespace lanefold
