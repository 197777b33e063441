// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of a symmetric tridiagonal matrix by bisection: input, reference and check.
#include "workloads/eigenvalue.h"

#include <algorithm>
#include <cmath>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

std::uint32_t eigenvalues_below(const TridiagonalMatrix& matrix, float x) {
  std::uint32_t below = 0;
  float pivot = 1.0F;
  for (std::size_t row = 0; row < matrix.diagonal.size(); ++row) {
    pivot = matrix.diagonal[row] - x - matrix.squares[row] / pivot;
    if (pivot == 0.0F) pivot = 1.0e-20F;
    if (pivot < 0.0F) ++below;
  }
  return below;
}

/// The eigenvalue of that index, which is known to be between the two.
float bisect(const TridiagonalMatrix& matrix, std::uint32_t index, float from, float to,
             float tolerance) {
  while (to - from > tolerance * std::fmax(std::fabs(from), std::fabs(to))) {
    const float middle = 0.5F * (from + to);
    if (middle <= from || middle >= to) break;
    (eigenvalues_below(matrix, middle) > index ? to : from) = middle;
  }
  return 0.5F * (from + to);
}

class Eigenvalue final : public Workload {
 public:
  std::string name() const override { return "eigenvalue"; }
  std::string description() const override {
    return "eigenvalues of a tridiagonal matrix by bisection with Sturm sequences";
  }
  std::string source_file() const override { return "eigenvalue.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    constexpr float kTolerance = 1.0e-5F;
    const RequestReader reader(*this, request);
    const auto rows = reader.by_size<std::uint32_t>(51, 230, 750);
    SplitMix64 random(request.seed);
    TridiagonalMatrix matrix;
    matrix.diagonal = random_floats(random, rows, -10.0F, 10.0F);
    matrix.squares = random_floats(random, rows, 0.0F, 4.0F);
    matrix.squares[0] = 0.0F;
    const Spectrum spectrum = spectrum_of(matrix, rows);

    const DeviceArray<float> diagonal(device, matrix.diagonal);
    const DeviceArray<float> squares(device, matrix.squares);
    const DeviceArray<float> eigenvalues(device, rows);
    const DeviceArray<std::uint32_t> found(device, spectrum.intervals);
    launch(device, program, "eigenvalue", linear_range(device, spectrum.intervals), diagonal,
           squares, eigenvalues, found, rows, spectrum.intervals, spectrum.low, spectrum.width,
           kTolerance);

    const Eigenvalues expected = eigenvalues_of(matrix, spectrum, kTolerance);
    OutputCheck check;
    check.equal("eigenvalue", eigenvalues.download(), expected.values);
    check.equal("found", found.download(), expected.found);
    return check.result(std::to_string(rows) + " rows");
  }
};

}  // namespace

Spectrum spectrum_of(const TridiagonalMatrix& matrix, std::uint32_t intervals) {
  float low = matrix.diagonal[0];
  float high = low;
  const std::size_t rows = matrix.diagonal.size();
  for (std::size_t row = 0; row < rows; ++row) {
    const float radius = std::sqrt(matrix.squares[row]) +
                         (row + 1 < rows ? std::sqrt(matrix.squares[row + 1]) : 0.0F);
    low = std::min(low, matrix.diagonal[row] - radius);
    high = std::max(high, matrix.diagonal[row] + radius);
  }
  // A little more, so that rounding leaves no eigenvalue outside.
  const float margin = (high - low) * 0.01F;
  return {low - margin, (high - low + 2.0F * margin) / static_cast<float>(intervals), intervals};
}

Eigenvalues eigenvalues_of(const TridiagonalMatrix& matrix, const Spectrum& spectrum,
                           float tolerance) {
  Eigenvalues eigenvalues;
  for (std::uint32_t interval = 0; interval < spectrum.intervals; ++interval) {
    const float left = spectrum.low + spectrum.width * static_cast<float>(interval);
    const float right = spectrum.low + spectrum.width * static_cast<float>(interval + 1);
    const std::uint32_t first = eigenvalues_below(matrix, left);
    const std::uint32_t last = eigenvalues_below(matrix, right);
    eigenvalues.found.push_back(last - first);
    for (std::uint32_t index = first; index < last; ++index) {
      eigenvalues.values.push_back(bisect(matrix, index, left, right, tolerance));
    }
  }
  return eigenvalues;
}

std::unique_ptr<Workload> make_eigenvalue() { return std::make_unique<Eigenvalue>(); }

}  // namespace lanefold
