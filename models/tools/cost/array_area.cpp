// SPDX-License-Identifier: Apache-2.0
// Counts the transistors and wires around the cells, bank by bank and row by row.
#include "tools/cost/array_area.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lanefold/error.h"
#include "tools/cost/whole_numbers.h"

namespace lanefold {
namespace {

/// Inverters, each `stage_effort` times as strong as the one before it, which together drive
/// `load` inverters of strength 1.
double drivers(double load, const ArrayConstants& constants) {
  double area = 0;
  double strength = load / constants.stage_effort;
  while (strength > 1) {
    area += constants.drive * (1 + strength);
    strength /= constants.stage_effort;
  }
  return std::max(area, 2 * constants.drive);
}

/// One bank, as it is laid out.
class Bank {
 public:
  Bank(const ArrayShape& shape, const ArrayConstants& constants)
      : shape_(shape),
        constants_(constants),
        rows_(ceil_divided(shape.rows, shape.column_mux)),
        columns_(shape.bits * shape.column_mux),
        address_bits_(bits_to_tell(shape.rows)) {
    const unsigned groups = (bits_to_tell(rows_) + 2) / 3;  // of up to three bits of an address
    for (unsigned i = 0; i < groups; ++i) {
      groups_.push_back((bits_to_tell(rows_) + i) / groups);
    }
  }

  double cell_height() const {
    return std::sqrt(constants_.cell * constants_.cell_aspect) + port_wires();
  }
  double cell_width() const {
    return std::sqrt(constants_.cell / constants_.cell_aspect) + port_wires();
  }
  double width() const { return columns_ * cell_width(); }
  double cells() const { return rows_ * columns_ * cell_height() * cell_width(); }

  /// Area of a port without the word-line drivers.
  double decoder() const { return predecoders() + rows_ * row_decoder(); }

  /// Area of the word-line drivers of a port.
  double word_line_drivers() const {
    const double load = columns_ * constants_.access_gates * (1 + constants_.word_line_wire) /
                        constants_.inverter_gates;
    return rows_ * constants_.row_area * drivers(load, constants_);
  }

  /// Area of the bit lines of all ports: each sub-array has its own.
  double bit_lines() const {
    const double switches = shape_.column_mux > 1 ? constants_.column_switch : 0;
    const double column = (constants_.precharge + switches) * shape_.ports();
    const double bit = constants_.read * (shape_.read_write_ports + shape_.read_ports) +
                       constants_.write * (shape_.read_write_ports + shape_.write_ports);
    return ceil_divided(rows_, shape_.subarray_rows) * constants_.transistor *
           (columns_ * column + shape_.bits * bit);
  }

  unsigned address_bits() const { return address_bits_; }

 private:
  double port_wires() const { return 2 * constants_.wire_pitch * (shape_.ports() - 1); }

  /// A gate with an input from each group, below or beside the predecoded wires. With one group,
  /// its wires are the word lines.
  double row_decoder() const {
    if (groups_.size() < 2) return 0;
    double wires = 0;
    for (const unsigned group : groups_) wires += std::pow(2, group);
    const double strip = wires * constants_.wire_pitch * cell_height();
    const double gate = constants_.row_area * 2 * groups_.size() * constants_.transistor;
    return constants_.wires_beside_gates ? strip + gate : std::max(strip, gate);
  }

  /// Latches of the address, gates of the groups, drivers of their wires to the rows, and control.
  double predecoders() const {
    double area = address_bits_ * constants_.latch + constants_.control * constants_.transistor;
    for (const unsigned group : groups_) {
      const double wires = std::pow(2, group);
      area += wires * (2 * group * constants_.transistor + drivers(rows_ / wires, constants_));
    }
    return area;
  }

  const ArrayShape& shape_;
  const ArrayConstants& constants_;
  std::uint64_t rows_;
  std::uint64_t columns_;
  unsigned address_bits_;
  std::vector<unsigned> groups_;
};

}  // namespace

ArrayArea area_of_array(const ArrayShape& shape, const ArrayConstants& constants) {
  const bool counted = shape.rows > 0 && shape.bits > 0 && shape.banks > 0 && shape.ports() > 0 &&
                       shape.column_mux > 0 && shape.subarray_rows > 0;
  if (!counted) throw Error(ErrorKind::Internal, "an array has rows, bits, banks and a port");
  const Bank bank(shape, constants);
  const double banks = static_cast<double>(shape.banks);
  const double decoders = shape.shared_decoder ? 1 : banks;
  ArrayArea area;
  area.cells = banks * bank.cells();
  area.decoders = decoders * shape.ports() * bank.decoder();
  area.word_line_drivers = banks * shape.ports() * bank.word_line_drivers();
  area.bit_lines = banks * bank.bit_lines();
  // On average an address crosses half of the banks' width.
  area.routing = (decoders - 1) * shape.ports() * bank.address_bits() * constants.bus_pitch *
                 banks * bank.width() / 2;
  area.latches = static_cast<double>(shape.latched_bits) * constants.latch;
  return area;
}

}  // namespace lanefold
