// SPDX-License-Identifier: Apache-2.0
// What the analysis tells hardware.
#include <gtest/gtest.h>

#include "analysis/uniformity/scalar_marking.h"
#include "lanefold/memory_map.h"
#include "lanefold/program.h"
#include "tests/top/cycle_bench.h"

namespace lanefold {
namespace {

class Marks : public ::testing::Test {
 protected:
  void analyse(const Code& code) {
    program_ = make_program(code);
    LaunchShape shape;
    shape.local = {16, 1, 1};
    shape.warp_width = 16;
    const KernelUniformity kernel(program_->image(), kCodeBase, shape);
    marks_ = std::make_unique<ScalarMarks>(mark_scalar_work(program_->image(), kernel));
  }
  const ScalarMark& at(unsigned index) const { return marks_->at_pc(kCodeBase + 4 * index); }

  std::shared_ptr<const Program> program_;
  std::unique_ptr<ScalarMarks> marks_;
};

TEST_F(Marks, NameScalarWorkAndAddressPatterns) {
  analyse({lui(5, kGlobalBase), local_id(6), encode(Opcode::Slli, {7, 6, 0, 0, 2}), add(7, 7, 5),
           lw(8, 5), lw(9, 7), sw(8, 7), encode(Opcode::Mul, {10, 6, 6}), add(10, 10, 5),
           lw(11, 10), add(12, 8, 8), kExit});
  const std::vector<bool> once{true,  false, false, false, true, false,
                               false, false, false, false, true, false};
  for (unsigned i = 0; i + 1 < once.size(); ++i) EXPECT_EQ(at(i).once, once[i]) << i;
  EXPECT_EQ(at(4).addresses, AddressPattern::Uniform);
  EXPECT_EQ(at(5).addresses, AddressPattern::Affine);
  EXPECT_EQ(at(6).addresses, AddressPattern::Affine);
  EXPECT_EQ(at(9).addresses, AddressPattern::Unknown);
  EXPECT_EQ(at(0).addresses, AddressPattern::Unknown);  // it accesses nothing
}

// x6 - x6 is 0 in all lanes, but its operands differ.
TEST_F(Marks, WantOperandsThatAreUniformToo) {
  analyse({local_id(6), encode(Opcode::Sub, {7, 6, 6}), kExit});
  EXPECT_FALSE(at(1).once);
}

TEST_F(Marks, SayNothingOfCodeThatIsNotReached) {
  analyse({kExit, lui(5, kGlobalBase), kExit});
  EXPECT_FALSE(at(1).once);
}

}  // namespace
}  // namespace lanefold
