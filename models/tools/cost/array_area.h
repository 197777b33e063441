// SPDX-License-Identifier: Apache-2.0
// Area of SRAM arrays: cells, decoders, word-line drivers, bit-line circuits, latches.
#pragma once

#include <cstdint>

#include "tools/cost/technology.h"

namespace lanefold {

/// An array of equal banks, each with decoders of its own. Counts are at least 1, but for ports and
/// latches; an array has at least one port.
struct ArrayShape {
  std::uint64_t rows = 1;  ///< words of a bank
  std::uint64_t bits = 1;  ///< of a word: what one port of a bank reads at once
  std::uint64_t banks = 1;
  unsigned read_write_ports = 1;
  unsigned read_ports = 0;
  unsigned write_ports = 0;
  unsigned column_mux = 1;            ///< words side by side in a row of cells
  std::uint64_t subarray_rows = 256;  ///< rows of cells on one bit line, at most
  std::uint64_t latched_bits = 0;     ///< of the whole array, which hold what has been read
  bool shared_decoder = false;        ///< one for all banks, each with word-line drivers

  unsigned ports() const { return read_write_ports + read_ports + write_ports; }
  std::uint64_t all_bits() const { return rows * bits * banks; }
};

/// In F^2.
struct ArrayArea {
  double cells = 0;
  double decoders = 0;  ///< predecoders, control and address latches of banks; gates of rows
  double word_line_drivers = 0;
  double bit_lines = 0;  ///< precharge, column switches, sense amplifiers, write drivers
  double routing = 0;    ///< addresses on their way to banks
  double latches = 0;

  double total() const {
    return cells + decoders + word_line_drivers + bit_lines + routing + latches;
  }
};

/// Sums areas of parts: what lies idle between them is not counted. Throws Error(Internal) for a
/// shape without cells or ports.
ArrayArea area_of_array(const ArrayShape& shape, const ArrayConstants& constants = {});

}  // namespace lanefold
