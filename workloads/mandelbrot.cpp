// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set by escape time: view, reference and check.
#include "workloads/mandelbrot.h"

#include <string>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

std::uint32_t escape_time(float real, float imaginary, std::uint32_t limit) {
  float x = 0.0F;
  float y = 0.0F;
  for (std::uint32_t count = 0; count < limit; ++count) {
    const float x_squared = x * x;
    const float y_squared = y * y;
    if (!(x_squared + y_squared <= 4.0F)) return count;
    const float product = x * y;
    y = product + product + imaginary;
    x = x_squared - y_squared + real;
  }
  return limit;
}

class Mandelbrot final : public Workload {
 public:
  std::string name() const override { return "mandelbrot"; }
  std::string description() const override {
    return "escape-time fractal: arithmetic in a loop of uneven length";
  }
  std::string source_file() const override { return "mandelbrot.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    auto view = reader.by_size<MandelbrotView>({60, 44, 0, 0, 0, 64}, {252, 188, 0, 0, 0, 128},
                                               {508, 380, 0, 0, 0, 320});
    // The whole set, moved a little by the seed.
    SplitMix64 random(request.seed);
    view.step = 3.0F / static_cast<float>(view.width);
    view.left = -2.25F + random.between(0.0F, 0.1F);
    view.top = 1.125F + random.between(0.0F, 0.1F);

    const DeviceArray<std::uint32_t> iterations(device, std::size_t{view.width} * view.height);
    launch(device, program, "mandelbrot", square_range(device, view.width, view.height), iterations,
           view.width, view.height, view.left, view.top, view.step, view.limit);

    OutputCheck check;
    check.equal("iterations", iterations.download(), mandelbrot_iterations(view));
    return check.result(std::to_string(view.width) + " x " + std::to_string(view.height) +
                        " pixels, at most " + std::to_string(view.limit) + " iterations");
  }
};

}  // namespace

std::vector<std::uint32_t> mandelbrot_iterations(const MandelbrotView& view) {
  std::vector<std::uint32_t> iterations;
  iterations.reserve(std::size_t{view.width} * view.height);
  for (std::uint32_t row = 0; row < view.height; ++row) {
    const float imaginary = view.top - view.step * static_cast<float>(row);
    for (std::uint32_t column = 0; column < view.width; ++column) {
      const float real = view.left + view.step * static_cast<float>(column);
      iterations.push_back(escape_time(real, imaginary, view.limit));
    }
  }
  return iterations;
}

std::unique_ptr<Workload> make_mandelbrot() { return std::make_unique<Mandelbrot>(); }

}  // namespace lanefold
