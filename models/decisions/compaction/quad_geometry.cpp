// SPDX-License-Identifier: Apache-2.0
// Checks the shape of a warp on an ALU and prepares what policies ask of it per instruction.
#include "lanefold/quad_geometry.h"

#include <string>

#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr unsigned kMaxLanes = 64;

void check_width(const char* what, unsigned width) {
  if (width < 1 || width > kMaxLanes) {
    throw Error(ErrorKind::Configuration, std::string(what) + " of " + std::to_string(width) +
                                              " lanes cannot be built; 1 to 64 are possible");
  }
}

unsigned lanes_of_a_pass(unsigned alu_width, unsigned operand_bits) {
  switch (operand_bits) {
    case 16:
      return 2 * alu_width;
    case 32:
      return alu_width;
    case 64:
      return std::max(alu_width / 2, 1U);
    default:
      throw Error(ErrorKind::Configuration, "operands of " + std::to_string(operand_bits) +
                                                " bits cannot be computed; 16, 32 and 64 are "
                                                "possible");
  }
}

}  // namespace

QuadGeometry::QuadGeometry(unsigned lanes, unsigned alu_width, unsigned operand_bits)
    : lanes_(lanes), alu_width_(alu_width), operand_bits_(operand_bits) {
  check_width("a warp", lanes);
  check_width("an ALU", alu_width);
  quad_lanes_ = lanes_of_a_pass(alu_width, operand_bits);
  quads_ = (lanes_ + quad_lanes_ - 1) / quad_lanes_;
  reciprocal_ = ((1U << kReciprocalBits) + quad_lanes_ - 1) / quad_lanes_;
  for (unsigned lane = 0; lane < lanes_; lane += quad_lanes_) {
    heads_.set(lane);
  }
}

}  // namespace lanefold
