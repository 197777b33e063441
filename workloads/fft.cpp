// SPDX-License-Identifier: Apache-2.0
// Fast Fourier transform: input, reference and check.
#include <cmath>
#include <utility>

#include "workloads/signals.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

std::vector<float> parts_of(const std::vector<Complex>& values) {
  std::vector<float> parts;
  for (const Complex& value : values) parts.insert(parts.end(), {value.real, value.imaginary});
  return parts;
}

std::vector<Complex> random_signal(SplitMix64& random, std::uint32_t size) {
  std::vector<Complex> signal(size);
  for (Complex& value : signal) {
    value.real = random.between(-1.0F, 1.0F);
    value.imaginary = random.between(-1.0F, 1.0F);
  }
  return signal;
}

class Fft final : public Workload {
 public:
  std::string name() const override { return "fft"; }
  std::string description() const override {
    return "fast Fourier transforms by radix 2: strided accesses";
  }
  std::string source_file() const override { return "fft.cl"; }
  std::vector<WorkloadParameter> parameters() const override {
    return {{"signals", "several", "several, or one of 262,144 values at size paper"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t signals, size;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.choice("signals", {"several", "one"}) == "one"
                           ? reader.by_size<Shape>({1, 1'024}, {1, 32'768}, {1, 262'144})
                           : reader.by_size<Shape>({3, 512}, {19, 2'048}, {121, 4'096});
    SplitMix64 random(request.seed);
    std::vector<Complex> signals;
    std::vector<Complex> expected;
    for (std::uint32_t count = 0; count < shape.signals; ++count) {
      const std::vector<Complex> signal = random_signal(random, shape.size);
      const std::vector<Complex> transformed = fft_transformed(signal);
      signals.insert(signals.end(), signal.begin(), signal.end());
      expected.insert(expected.end(), transformed.begin(), transformed.end());
    }

    const DeviceArray<Complex> first(device, signals);
    const DeviceArray<Complex> second(device, signals.size());
    const DeviceArray<Complex> twiddles(device, fft_twiddles(shape.size));
    const DeviceArray<Complex>* now = &first;
    const DeviceArray<Complex>* next = &second;
    const std::uint32_t butterflies = shape.signals * shape.size / 2;
    for (std::uint32_t span = 1; span < shape.size; span *= 2) {
      launch(device, program, "fft_stage", linear_range(device, butterflies), *now, twiddles, *next,
             shape.size, span, butterflies);
      std::swap(now, next);
    }

    OutputCheck check;
    check.equal("part", parts_of(now->download()), parts_of(expected));
    return check.result(std::to_string(shape.signals) +
                        (shape.signals == 1 ? " signal of " : " signals of ") +
                        std::to_string(shape.size) + " values");
  }
};

}  // namespace

std::vector<Complex> fft_twiddles(std::uint32_t size) {
  std::vector<Complex> twiddles;
  for (std::uint32_t k = 0; k < size / 2; ++k) {
    const double angle = -2.0 * std::acos(-1.0) * k / size;
    twiddles.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
  }
  return twiddles;
}

std::vector<Complex> fft_transformed(std::vector<Complex> signal) {
  const std::size_t half = signal.size() / 2;
  const auto twiddles = fft_twiddles(static_cast<std::uint32_t>(signal.size()));
  std::vector<Complex> next(signal.size());
  for (std::size_t span = 1; span < signal.size(); span *= 2) {
    for (std::size_t butterfly = 0; butterfly < half; ++butterfly) {
      const std::size_t offset = butterfly % span;
      const Complex twiddle = twiddles[offset * (half / span)];
      const Complex one = signal[butterfly];
      const Complex two = signal[butterfly + half];
      const Complex turned{two.real * twiddle.real - two.imaginary * twiddle.imaginary,
                           two.real * twiddle.imaginary + two.imaginary * twiddle.real};
      const std::size_t place = (butterfly - offset) * 2 + offset;
      next[place] = {one.real + turned.real, one.imaginary + turned.imaginary};
      next[place + span] = {one.real - turned.real, one.imaginary - turned.imaginary};
    }
    signal.swap(next);
  }
  return signal;
}

std::unique_ptr<Workload> make_fft() { return std::make_unique<Fft>(); }

}  // namespace lanefold
