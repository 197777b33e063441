// SPDX-License-Identifier: Apache-2.0
// Register-file banks.
#include "blocks/datapath/register_banks.h"

#include <algorithm>

#include "decisions/execute/datapath.h"
#include "decisions/execute/warp.h"
#include "decisions/profile/flight_profile.h"
#include "decisions/program/program_image.h"

namespace lanefold {
namespace {

/// Copies a register's content in some lanes: 64 bits for float registers of programs with doubles,
/// else 32.
void read_register(const LaneRegisters& registers, unsigned row, LaneMask lanes, bool has_double,
                   LaneValues& values) {
  const auto* low = registers.row(row);
  if (!has_double || row < kFloatRow || row >= kFloatHighRow) {
    for_each_lane(lanes, [&](unsigned lane) { values[lane] = low[lane]; });
    return;
  }
  const auto* high = registers.row(row + (kFloatHighRow - kFloatRow));
  for_each_lane(lanes,
                [&](unsigned lane) { values[lane] = std::uint64_t{high[lane]} << 32 | low[lane]; });
}

void write_register(LaneRegisters& registers, unsigned row, unsigned lane, bool has_double,
                    std::uint64_t value) {
  registers.row(row)[lane] = static_cast<std::uint32_t>(value);
  if (has_double && row >= kFloatRow && row < kFloatHighRow) {
    registers.row(row + (kFloatHighRow - kFloatRow))[lane] =
        static_cast<std::uint32_t>(value >> 32);
  }
}

}  // namespace

RegisterBanks::RegisterBanks(const sc_core::sc_module_name& name, const CoreConfig& config,
                             const CoreGeometry& geometry, LaunchStatistics& statistics)
    : sc_module(name),
      geometry_(geometry),
      statistics_(statistics),
      prices_(make_register_file(config.register_file, config.compaction)),
      send_prices_(make_register_file(RegisterFileKind::Baseline, config.compaction)),
      scalar_(scalar_use(config)),
      exact_(moves_quads(config)) {}

/// What all lanes of a warp have, as all of RISC-V's, is decided at once.
inline OperandFetch RegisterBanks::fetch(RegisterPrices& prices, const WarpInstruction& instruction,
                                         const RegisterOperand& operand) {
  if (instruction.instruction->lanes != 0) return fetch_own(prices, instruction, operand);
  return prices.fetch(instruction.active, instruction.issued_lanes,
                      geometry_.of_bits(operand.bits));
}

/// Of an instruction that has lanes of its own. Whole registers come one after the other, each a
/// row of eight lanes.
OperandFetch RegisterBanks::fetch_own(RegisterPrices& prices, const WarpInstruction& instruction,
                                      const RegisterOperand& operand) {
  const PipelineInstruction& decoded = *instruction.instruction;
  if (operand.shape == RegisterOperand::Shape::PerLane) {
    return prices.fetch(own_lanes(decoded, instruction.active),
                        own_lanes(decoded, instruction.issued_lanes),
                        geometry_.of(decoded, operand.bits));
  }
  if (operand.shape == RegisterOperand::Shape::One) {
    const LaneMask first = LaneMask::lane(0);
    return prices.fetch(first, first, geometry_.of(decoded, operand.bits));
  }
  const QuadGeometry& geometry = geometry_.of_register();
  OperandFetch all = prices.fetch(geometry.all_lanes(), geometry.all_lanes(), geometry);
  all.accesses *= operand.count;
  all.bits *= operand.count;
  all.cycles *= operand.count;
  return all;
}

inline void RegisterBanks::add_reads(const WarpInstruction& instruction, std::uint64_t accesses,
                                     std::uint64_t bits) {
  statistics_.register_reads += accesses;
  statistics_.register_bits += bits;
  if (instruction.profile == nullptr) return;
  instruction.profile->counts->register_reads += accesses;
  instruction.profile->counts->register_bits += bits;
}

inline void RegisterBanks::add_writes(const WarpInstruction& instruction, std::uint64_t accesses,
                                      std::uint64_t bits) {
  statistics_.register_writes += accesses;
  statistics_.register_bits += bits;
  if (instruction.profile == nullptr) return;
  instruction.profile->counts->register_writes += accesses;
  instruction.profile->counts->register_bits += bits;
}

void RegisterBanks::count_read(WarpInstruction& instruction, const RegisterOperand& operand,
                               unsigned operands) {
  const OperandFetch one = fetch(prices_, instruction, operand);
  const unsigned cycles = instruction.unit == Unit::Send
                              ? fetch(send_prices_, instruction, operand).cycles
                              : one.cycles;
  instruction.fetch_cycles = std::max(instruction.fetch_cycles, cycles);
  add_reads(instruction, std::uint64_t{one.accesses} * operands,
            std::uint64_t{one.bits} * operands);
}

/// An operand in a scalar row is a word; of one known to be the same in all lanes, a lane does.
void RegisterBanks::count_scalar_read(WarpInstruction& instruction, unsigned operand) {
  const ScalarWork& work = instruction.scalar;
  const QuadGeometry& geometry =
      geometry_.of(*instruction.instruction, instruction.instruction->operands[operand].bits);
  const bool in_row = work.in_row(operand);
  const LaneMask one = LaneMask::lane(instruction.active.lowest());
  const bool of_one = work.once && !work.compared;
  const LaneMask active = of_one ? one : instruction.active;
  const LaneMask issued = of_one ? one : instruction.issued_lanes;
  if (in_row) {
    ++statistics_.scalar.reads;
    add_reads(instruction, 0, geometry.operand_bits());
  } else {
    const OperandFetch fetch = prices_.fetch(active, issued, geometry);
    add_reads(instruction, fetch.accesses, fetch.bits);
  }
  RegisterPrices& path = instruction.unit == Unit::Send ? send_prices_ : prices_;
  const unsigned cycles =
      !scalar_.saves_time
          ? path.fetch(instruction.active, instruction.issued_lanes, geometry).cycles
          : (in_row ? 1 : path.fetch(active, issued, geometry).cycles);
  instruction.fetch_cycles = std::max(instruction.fetch_cycles, cycles);
}

void RegisterBanks::read(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  instruction.fetch_cycles = 0;
  if (scalar_.executes_once) {
    for (unsigned k = 0; k < decoded.sources; ++k) count_scalar_read(instruction, k);
  } else if (decoded.sources != 0) {
    count_read(instruction, decoded.operands[0], decoded.alike);
    for (unsigned k = decoded.alike; k < decoded.sources; ++k) {
      count_read(instruction, decoded.operands[k], 1);
    }
  }
  if (instruction.unit == Unit::Send) {
    addresses.send(instruction);
    return;
  }
  if (exact_ && computes_lanes(decoded)) read_values(instruction);
  operands.send(instruction);
}

void RegisterBanks::read_values(WarpInstruction& instruction) {
  const Instruction& decoded = instruction.riscv();
  const LaneRegisters& registers = instruction.warp->registers();
  const bool has_double = instruction.warp->launch().image->traits.has_double;
  const auto rows = decoded.source_rows();
  if (instruction.values == nullptr) instruction.values = std::make_unique<DatapathValues>();
  for (unsigned k = 0; k < decoded.sources; ++k) {
    LaneValues& values = instruction.values->read[k];
    read_register(registers, rows[k], instruction.issued_lanes, has_double, values);
    if (!instruction.scalar.in_row(k)) continue;
    const std::uint64_t word = values[instruction.active.lowest()];
    for_each_lane(instruction.issued_lanes, [&](unsigned lane) { values[lane] = word; });
  }
}

/// Geometry of the whole register that an instruction writes.
const QuadGeometry& RegisterBanks::register_geometry(const WarpInstruction& instruction) const {
  const bool is_double =
      instruction.riscv().rd >= kFloatRow && instruction.warp->launch().image->traits.has_double;
  return is_double ? geometry_.bits_64 : geometry_.bits_32;
}

void RegisterBanks::count_write(const WarpInstruction& instruction) {
  const RegisterOperand& result = instruction.instruction->result;
  if (instruction.scalar.writes_row) {
    ++statistics_.scalar.writes;
    add_writes(instruction, 0, result.bits);
    return;
  }
  const auto count = [&](const OperandFetch& one) {
    add_writes(instruction, one.accesses, one.bits);
  };
  if (instruction.scalar.regenerates) {
    count(prices_.fetch(instruction.dispatched, instruction.dispatched,
                        register_geometry(instruction)));
  }
  count(fetch(prices_, instruction, result));
}

void RegisterBanks::write(WarpInstruction& instruction) {
  if (instruction.instruction->result.shape == RegisterOperand::Shape::None) return;
  count_write(instruction);
  if (!exact_ || instruction.instruction->kind != InstructionClass::Alu) return;
  const bool has_double = instruction.warp->launch().image->traits.has_double;
  LaneRegisters& registers = instruction.warp->registers();
  for_each_lane(instruction.values->written, [&](unsigned lane) {
    write_register(registers, instruction.riscv().rd, lane, has_double,
                   instruction.values->write[lane]);
  });
}

}  // namespace lanefold
