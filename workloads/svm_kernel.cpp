// SPDX-License-Identifier: Apache-2.0
// Kernel of a support vector machine (IPDPS'12 table II: SVM): input, reference and check.
#include "workloads/svm_kernel.h"

#include "workloads/device_math.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class SvmKernel final : public Workload {
 public:
  std::string name() const override { return "svm-kernel"; }
  std::string description() const override {
    return "kernel of a support vector machine: similarity of vectors of 20 dimensions";
  }
  std::string source_file() const override { return "svm_kernel.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    constexpr std::uint32_t kDimensions = 20;
    constexpr std::uint32_t kRows = 4;
    constexpr float kGamma = 1.0F / kDimensions;
    const RequestReader reader(*this, request);
    const auto count = reader.by_size<std::uint32_t>(403, 20'000, 100'000);
    SplitMix64 random(request.seed);
    const auto vectors = random_floats(random, std::size_t{count} * kDimensions, -1.0F, 1.0F);

    const DeviceArray<float> device_vectors(device, vectors);
    const DeviceArray<float> rows(device, std::size_t{kRows} * count);
    std::vector<float> expected;
    for (std::uint32_t row = 0; row < kRows; ++row) {
      const std::uint32_t chosen = random.below(count);
      launch(device, program, "svm_row", linear_range(device, count), device_vectors, rows, count,
             kDimensions, row, chosen, kGamma);
      const std::vector<float> similar = svm_kernel_row(vectors, kDimensions, chosen, kGamma);
      expected.insert(expected.end(), similar.begin(), similar.end());
    }

    OutputCheck check(request.functions);
    check.equal("similarity", rows.download(), expected);
    return check.result(std::to_string(kRows) + " rows of " + std::to_string(count) +
                        " vectors of " + std::to_string(kDimensions) + " dimensions");
  }
};

}  // namespace

std::vector<float> svm_kernel_row(const std::vector<float>& vectors, std::uint32_t dimensions,
                                  std::uint32_t chosen, float gamma) {
  std::vector<float> row;
  for (std::size_t vector = 0; vector < vectors.size(); vector += dimensions) {
    float distance = 0.0F;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const float offset = vectors[vector + i] - vectors[std::size_t{chosen} * dimensions + i];
      distance += offset * offset;
    }
    row.push_back(device_exp(-gamma * distance));
  }
  return row;
}

std::unique_ptr<Workload> make_svm_kernel() { return std::make_unique<SvmKernel>(); }

}  // namespace lanefold
