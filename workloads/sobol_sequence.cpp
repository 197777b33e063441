// SPDX-License-Identifier: Apache-2.0
// Quasi-random points: input, reference and check.
#include "workloads/sobol_sequence.h"

#include <array>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// A primitive polynomial x^degree + coefficients + 1 and the first direction numbers, as Joe and
/// Kuo chose them (new-joe-kuo-6.21201) for dimensions 2 to 8.
struct SobolPolynomial {
  std::uint32_t degree, coefficients;
  std::array<std::uint32_t, 5> first;
};
constexpr SobolPolynomial kPolynomials[kSobolDimensions - 1] = {
    {1, 0, {1}},          {2, 1, {1, 3}},        {3, 1, {1, 3, 1}},       {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}}, {4, 4, {1, 3, 5, 13}}, {5, 2, {1, 1, 5, 5, 17}}};

void add_directions(std::vector<std::uint32_t>& directions, const SobolPolynomial& polynomial) {
  const std::size_t begin = directions.size();
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    if (bit < polynomial.degree) {
      directions.push_back(polynomial.first.at(bit) << (31 - bit));
      continue;
    }
    const std::uint32_t oldest = directions[begin + bit - polynomial.degree];
    std::uint32_t direction = oldest ^ (oldest >> polynomial.degree);
    for (std::uint32_t k = 1; k < polynomial.degree; ++k) {
      const std::uint32_t coefficient = polynomial.coefficients >> (polynomial.degree - 1 - k);
      if ((coefficient & 1U) != 0) direction ^= directions[begin + bit - k];
    }
    directions.push_back(direction);
  }
}

class SobolSequence final : public Workload {
 public:
  std::string name() const override { return "sobol-sequence"; }
  std::string description() const override {
    return "quasi-random points: a loop over the bits of the index";
  }
  std::string source_file() const override { return "sobol_sequence.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    // The sequence has no randomness; the seed only moves its end.
    SplitMix64 random(request.seed);
    const std::uint32_t count =
        reader.by_size<std::uint32_t>(601, 12'003, 150'003) + 2 * random.below(8);

    const DeviceArray<std::uint32_t> directions(device, sobol_directions());
    const DeviceArray<float> points(device, std::size_t{count} * kSobolDimensions);
    NDRange range = linear_range(device, count);
    range.dimensions = 2;
    range.global[1] = kSobolDimensions;
    launch(device, program, "sobol_sequence", range, directions, points, count);

    OutputCheck check;
    check.equal("coordinate", points.download(), sobol_points(count));
    return check.result(std::to_string(count) + " points in " + std::to_string(kSobolDimensions) +
                        " dimensions");
  }
};

}  // namespace

std::vector<std::uint32_t> sobol_directions() {
  std::vector<std::uint32_t> directions;
  for (std::uint32_t bit = 0; bit < 32; ++bit) directions.push_back(1U << (31 - bit));
  for (const SobolPolynomial& polynomial : kPolynomials) add_directions(directions, polynomial);
  return directions;
}

std::vector<float> sobol_points(std::uint32_t count) {
  const std::vector<std::uint32_t> directions = sobol_directions();
  std::vector<float> points;
  for (std::size_t dimension = 0; dimension < kSobolDimensions; ++dimension) {
    std::uint32_t bits = 0;
    for (std::uint32_t point = 0; point < count; ++point) {
      points.push_back(static_cast<float>(bits >> 8) * 0x1p-24F);
      std::size_t lowest_zero = 0;
      while ((point >> lowest_zero & 1U) != 0) ++lowest_zero;
      bits ^= directions[dimension * 32 + lowest_zero];
    }
  }
  return points;
}

std::unique_ptr<Workload> make_sobol_sequence() { return std::make_unique<SobolSequence>(); }

}  // namespace lanefold
