// SPDX-License-Identifier: Apache-2.0
// Fast Fourier transform: input, reference and check.
#include <cmath>
#include <utility>

#include "workloads/signals.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

struct FftShape {
  std::uint32_t signals, size;
};

template <class Number>
std::vector<Number> parts_of(const ComplexVector<Number>& values) {
  std::vector<Number> parts;
  for (const auto& value : values) parts.insert(parts.end(), {value.real, value.imaginary});
  return parts;
}

/// The parts are float values in either type, so that both forms have the same input.
template <class Number>
ComplexVector<Number> random_signal(SplitMix64& random, std::uint32_t size) {
  ComplexVector<Number> signal(size);
  for (auto& value : signal) {
    value.real = random.between(-1.0F, 1.0F);
    value.imaginary = random.between(-1.0F, 1.0F);
  }
  return signal;
}

template <class Number>
WorkloadResult transform_signals(Device& device, const Program& program, const FftShape& shape,
                                 std::uint64_t seed) {
  SplitMix64 random(seed);
  ComplexVector<Number> signals;
  ComplexVector<Number> expected;
  for (std::uint32_t count = 0; count < shape.signals; ++count) {
    const auto signal = random_signal<Number>(random, shape.size);
    const auto transformed = fft_transformed(signal);
    signals.insert(signals.end(), signal.begin(), signal.end());
    expected.insert(expected.end(), transformed.begin(), transformed.end());
  }

  using Values = DeviceArray<ComplexOf<Number>>;
  const Values first(device, signals);
  const Values second(device, signals.size());
  const Values twiddles(device, fft_twiddles<Number>(shape.size));
  const Values* now = &first;
  const Values* next = &second;
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

class Fft final : public Workload {
 public:
  std::string name() const override { return "fft"; }
  std::string description() const override {
    return "fast Fourier transforms by radix 2: strided accesses";
  }
  std::string source_file() const override { return "fft.cl"; }
  std::string source_file_for(const WorkloadRequest& request) const override {
    return source_by_numbers(request, "fft");
  }
  std::vector<WorkloadParameter> parameters() const override {
    return {{"signals", "several", "several, or one of 262,144 values at size paper"},
            numbers_parameter()};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto shape = reader.choice("signals", {"several", "one"}) == "one"
                           ? reader.by_size<FftShape>({1, 1'024}, {1, 32'768}, {1, 262'144})
                           : reader.by_size<FftShape>({3, 512}, {19, 2'048}, {121, 4'096});
    return wants_doubles(reader) ? transform_signals<double>(device, program, shape, request.seed)
                                 : transform_signals<float>(device, program, shape, request.seed);
  }
};

}  // namespace

template <class Number>
ComplexVector<Number> fft_twiddles(std::uint32_t size) {
  ComplexVector<Number> twiddles;
  for (std::uint32_t k = 0; k < size / 2; ++k) {
    const double angle = -2.0 * std::acos(-1.0) * k / size;
    twiddles.push_back(
        {static_cast<Number>(std::cos(angle)), static_cast<Number>(std::sin(angle))});
  }
  return twiddles;
}

template <class Number>
ComplexVector<Number> fft_transformed(ComplexVector<Number> signal) {
  const std::size_t half = signal.size() / 2;
  const auto twiddles = fft_twiddles<Number>(static_cast<std::uint32_t>(signal.size()));
  ComplexVector<Number> next(signal.size());
  for (std::size_t span = 1; span < signal.size(); span *= 2) {
    for (std::size_t butterfly = 0; butterfly < half; ++butterfly) {
      const std::size_t offset = butterfly % span;
      const auto twiddle = twiddles[offset * (half / span)];
      const auto one = signal[butterfly];
      const auto two = signal[butterfly + half];
      const ComplexOf<Number> turned{two.real * twiddle.real - two.imaginary * twiddle.imaginary,
                                     two.real * twiddle.imaginary + two.imaginary * twiddle.real};
      const std::size_t place = (butterfly - offset) * 2 + offset;
      next[place] = {one.real + turned.real, one.imaginary + turned.imaginary};
      next[place + span] = {one.real - turned.real, one.imaginary - turned.imaginary};
    }
    signal.swap(next);
  }
  return signal;
}

template ComplexVector<float> fft_transformed(ComplexVector<float>);
template ComplexVector<double> fft_transformed(ComplexVector<double>);

std::unique_ptr<Workload> make_fft() { return std::make_unique<Fft>(); }

}  // namespace lanefold
