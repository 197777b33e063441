// SPDX-License-Identifier: Apache-2.0
// The shapes of the four register files, and the range of assumptions about them.
#include "tools/cost/register_file_area.h"

#include <algorithm>

#include "lanefold/register_file.h"
#include "tools/cost/storage.h"
#include "tools/cost/whole_numbers.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kRegisters = 64;  ///< 32 of integers, 32 of floating-point numbers

/// With four cycles, one port reads three operands and writes a result (ISCA'13 section 4.3).
void add_ports(const CoreConfig& core, ArrayShape& shape) {
  const auto cycles = static_cast<unsigned>(ceil_divided(core.warp_width, core.alu_width));
  if (cycles > kOperands) return;
  shape.read_write_ports = 0;
  shape.read_ports = static_cast<unsigned>(ceil_divided(kOperands, cycles));
  shape.write_ports = 1;
}

/// What one variant changes, of a file or of the constants.
struct Change {
  const char* assumption;
  const char* value;
  std::function<void(RegisterFileKind file, ArrayShape&, ArrayConstants&)> apply;
};

void nothing(RegisterFileKind, ArrayShape&, ArrayConstants&) {}

std::function<void(RegisterFileKind, ArrayShape&, ArrayConstants&)> shape_with(
    const std::function<void(ArrayShape&)>& change) {
  return [change](RegisterFileKind, ArrayShape& shape, ArrayConstants&) { change(shape); };
}

std::function<void(RegisterFileKind, ArrayShape&, ArrayConstants&)> constants_with(
    const std::function<void(ArrayConstants&)>& change) {
  return [change](RegisterFileKind, ArrayShape&, ArrayConstants& constants) { change(constants); };
}

void set_ports(ArrayShape& shape, unsigned read_write, unsigned read, unsigned write) {
  shape.read_write_ports = read_write;
  shape.read_ports = read;
  shape.write_ports = write;
}

void divide(ArrayShape& shape, unsigned files) {
  shape.rows = ceil_divided(shape.rows, files);
  shape.banks *= files;
  shape.latched_bits *= files;
}

void half_rows(RegisterFileKind file, ArrayShape& shape, ArrayConstants&) {
  if (file != RegisterFileKind::Bcc) return;
  shape.rows *= shape.banks;
  shape.banks = 1;
}

void share_decoder(RegisterFileKind file, ArrayShape& shape, ArrayConstants&) {
  shape.shared_decoder = file == RegisterFileKind::Bcc;
}

/// The first of each assumption is the usual one.
const std::vector<Change>& changes() {
  static const std::vector<Change> kChanges{
      {"rows on a bit line", "at most 256", nothing},
      {"rows on a bit line", "at most 64", shape_with([](auto& s) { s.subarray_rows = 64; })},
      {"rows on a bit line", "at most 128", shape_with([](auto& s) { s.subarray_rows = 128; })},
      {"rows on a bit line", "all", shape_with([](auto& s) { s.subarray_rows = s.rows; })},
      {"words side by side", "1", nothing},
      {"words side by side", "2", shape_with([](auto& s) { s.column_mux = 2; })},
      {"words side by side", "4", shape_with([](auto& s) { s.column_mux = 4; })},
      {"ports", "as few as it takes", nothing},
      {"ports", "1 to read, 1 to write", shape_with([](auto& s) { set_ports(s, 0, 1, 1); })},
      {"ports", "3 to read, 1 to write", shape_with([](auto& s) { set_ports(s, 0, 3, 1); })},
      {"files side by side", "1", nothing},
      {"files side by side", "4", shape_with([](auto& s) { divide(s, 4); })},
      {"row gates and drivers, by standard cells", "x 1", nothing},
      {"row gates and drivers, by standard cells", "x 2",
       constants_with([](auto& c) { c.row_area = 2; })},
      {"row gates and drivers, by standard cells", "x 4",
       constants_with([](auto& c) { c.row_area = 4; })},
      {"predecoded wires", "above the row gates", nothing},
      {"predecoded wires", "beside them",
       constants_with([](auto& c) { c.wires_beside_gates = true; })},
      {"cell of one port", "146 F2", nothing},
      {"cell of one port", "171 F2", constants_with([](auto& c) { c.cell = 171; })},
      {"halves of the BCC file", "a decoder each", nothing},
      {"halves of the BCC file", "one decoder", share_decoder},
      {"halves of the BCC file", "rows of their own", half_rows},
      {"latch of an operand", "counted", nothing},
      {"latch of an operand", "left out", shape_with([](auto& s) { s.latched_bits = 0; })},
      {"addresses on their way to banks", "counted", nothing},
      {"addresses on their way to banks", "left out",
       constants_with([](auto& c) { c.bus_pitch = 0; })},
  };
  return kChanges;
}

double area_with(const Change& change, RegisterFileKind file, const CoreConfig& core) {
  ArrayShape shape = register_file_shape(file, core);
  ArrayConstants constants;
  change.apply(file, shape, constants);
  return area_of_array(shape, constants).total();
}

}  // namespace

ArrayShape register_file_shape(RegisterFileKind organisation, const CoreConfig& core) {
  const std::uint64_t quad = kWordBits * core.alu_width;
  ArrayShape shape;
  shape.bits = 2 * quad;
  switch (register_file_of(organisation, core.compaction)) {
    case RegisterFileKind::Auto:  // never: it stands for another
    case RegisterFileKind::Baseline:
      break;
    case RegisterFileKind::Bcc:
      shape.bits = quad;
      shape.banks = 2;
      break;
    case RegisterFileKind::Interwarp:
      shape.bits = kWordBits;
      shape.banks = 2 * core.alu_width;
      break;
    case RegisterFileKind::Scc:
      shape.bits = kWordBits * core.warp_width;
      break;
  }
  const std::uint64_t all = kRegisters * kWordBits * core.warps * core.warp_width;
  shape.rows = ceil_divided(all, shape.bits * shape.banks);
  shape.latched_bits = shape.bits * shape.banks;
  add_ports(core, shape);
  return shape;
}

RegisterFileKind register_file_of(const CoreConfig& core) {
  return register_file_of(core.register_file, core.compaction);
}

std::vector<RegisterFileVariant> register_file_variants(const CoreConfig& core) {
  std::vector<RegisterFileVariant> variants;
  for (const Change& change : changes()) {
    RegisterFileVariant variant;
    variant.assumption = change.assumption;
    variant.value = change.value;
    variant.usual = variants.empty() || variants.back().assumption != variant.assumption;
    variant.baseline = area_with(change, RegisterFileKind::Baseline, core);
    for (std::size_t file = 0; file < kComparedFiles.size(); ++file) {
      variant.overheads[file] =
          area_with(change, kComparedFiles[file], core) / variant.baseline - 1;
    }
    variants.push_back(variant);
  }
  return variants;
}

DecidingAssumption deciding_assumption(const std::vector<RegisterFileVariant>& variants,
                                       std::size_t file) {
  DecidingAssumption deciding;
  DecidingAssumption one;
  for (const RegisterFileVariant& variant : variants) {
    const double overhead = variant.overheads[file];
    if (one.assumption != variant.assumption) one = {variant.assumption, overhead, overhead};
    one.least = std::min(one.least, overhead);
    one.most = std::max(one.most, overhead);
    if (one.most - one.least > deciding.most - deciding.least) deciding = one;
  }
  return deciding;
}

}  // namespace lanefold
