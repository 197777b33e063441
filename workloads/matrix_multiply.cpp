// SPDX-License-Identifier: Apache-2.0
// Matrix product with tiles in local memory: input, reference and check.
#include "workloads/matrix_multiply.h"

#include <string>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/request_reader.h"

namespace lanefold {

std::vector<float> multiply_matrices(const MatrixShape& shape, const std::vector<float>& a,
                                     const std::vector<float>& b) {
  std::vector<float> c(std::size_t{shape.rows} * shape.columns);
  for (std::size_t row = 0; row < shape.rows; ++row) {
    for (std::size_t k = 0; k < shape.inner; ++k) {
      const float factor = a[row * shape.inner + k];
      for (std::size_t column = 0; column < shape.columns; ++column) {
        c[row * shape.columns + column] += factor * b[k * shape.columns + column];
      }
    }
  }
  return c;
}

namespace {

std::vector<float> random_matrix(SplitMix64& random, std::uint32_t rows, std::uint32_t columns) {
  std::vector<float> values(std::size_t{rows} * columns);
  for (float& value : values) value = random.between(-1.0F, 1.0F);
  return values;
}

class MatrixMultiply final : public Workload {
 public:
  std::string name() const override { return "matrix-multiply"; }
  std::string description() const override {
    return "float matrix product with tiles in local memory and barriers";
  }
  std::string source_file() const override { return "matrix_multiply.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    // Three different multiples of 8, so that exchanged sides are noticed.
    const auto shape = reader.by_size<MatrixShape>({40, 48, 56}, {136, 144, 152}, {248, 256, 264});
    SplitMix64 random(request.seed);
    const std::vector<float> a = random_matrix(random, shape.rows, shape.inner);
    const std::vector<float> b = random_matrix(random, shape.inner, shape.columns);

    const DeviceArray<float> device_a(device, a);
    const DeviceArray<float> device_b(device, b);
    const DeviceArray<float> device_c(device, std::size_t{shape.rows} * shape.columns);
    const std::uint32_t side = square_side(device);
    const LocalBytes tile{side * side * 4};
    launch(device, program, "matrix_multiply", square_range(device, shape.columns, shape.rows),
           device_a, device_b, device_c, shape.columns, shape.inner, tile, tile);

    OutputCheck check;
    check.equal("product", device_c.download(), multiply_matrices(shape, a, b));
    return check.result(std::to_string(shape.rows) + " x " + std::to_string(shape.inner) + " by " +
                        std::to_string(shape.inner) + " x " + std::to_string(shape.columns) +
                        ", tiles of " + std::to_string(side) + " x " + std::to_string(side));
  }
};

}  // namespace

std::unique_ptr<Workload> make_matrix_multiply() { return std::make_unique<MatrixMultiply>(); }

}  // namespace lanefold
