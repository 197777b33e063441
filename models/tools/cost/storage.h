// SPDX-License-Identifier: Apache-2.0
// What the mechanisms of the papers must store in a core: structures, fields, entries and bytes,
// from a machine's parameters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/machine_config.h"

namespace lanefold {

constexpr std::uint64_t kWordBits = 32;  ///< of a register of one lane
constexpr std::uint64_t kOperands = 3;   ///< that an instruction reads at most

struct StorageField {
  std::string name;
  std::uint64_t bits = 0;
};

/// How the bits are built.
enum class StorageKind {
  Registers,  ///< latches, since all of them are read at once
  Table,      ///< entries that are addressed: an array, or latches where these are smaller
  Beside,     ///< further cells in the rows of an array that is there already
};

/// A table, or registers of one kind, of one core.
struct StorageStructure {
  std::string mechanism;             ///< as in "Diverge on Miss"
  std::string setting;               ///< of the machine's parameters, which has it
  bool present = false;              ///< this machine has it
  std::string name;                  ///< as in "memory divergence table"
  std::string source;                ///< paper and section
  std::vector<StorageField> fields;  ///< of an entry
  std::uint64_t entries = 0;
  StorageKind kind = StorageKind::Table;

  std::uint64_t entry_bits() const;
  /// An entry has its bits, and the whole is rounded up.
  std::uint64_t bytes() const { return (entry_bits() * entries + 7) / 8; }
};

/// Storage of every mechanism, whether or not the machine has it, with pcs of so many bits, 1
/// to 64. IPDPS'12 pads its entries to bytes and has pcs of 64 bits; SC'09 and this machine
/// have 32.
std::vector<StorageStructure> storage_of(const MachineConfig& config, unsigned pc_bits = 32);

}  // namespace lanefold
