// SPDX-License-Identifier: Apache-2.0
// What core.scalar makes of one instruction: part of the payload of the pipeline.
#pragma once

#include <cstdint>

namespace lanefold {

/// What is known of the addresses of a load or store.
enum class AddressPattern : std::uint8_t { Unknown, Affine, Uniform };

struct ScalarWork {
  bool once = false;          ///< its active lanes have the same operands: one lane does for all
  bool compared = false;      ///< of such a one: found by comparing operands when they were fetched
  std::uint8_t operands = 0;  ///< bit k: operand k is in a scalar row
  bool writes_row = false;    ///< its result goes to a scalar row
  bool regenerates = false;   ///< its register leaves the scalar row, for lanes that keep it
  AddressPattern addresses = AddressPattern::Unknown;

  bool in_row(unsigned operand) const { return (operands >> operand & 1U) != 0; }
};

}  // namespace lanefold
