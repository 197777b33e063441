// SPDX-License-Identifier: Apache-2.0
// Register-file banks: what operand fetch and write-back cost, and in the exact data path the
// values themselves (ISCA'13 figure 5, section 4.3).
#pragma once

#include <memory>
#include <systemc>
#include <utility>

#include "blocks/datapath/datapath_blocks.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/core_geometry.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/machine_config.h"
#include "lanefold/register_file.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// The prices of an organisation. The latest is kept: instructions in a row mostly have the same
/// masks.
class RegisterPrices {
 public:
  explicit RegisterPrices(std::unique_ptr<RegisterFileOrganisation> organisation)
      : organisation_(std::move(organisation)) {}

  const OperandFetch& fetch(LaneMask active, LaneMask issued, const QuadGeometry& geometry) {
    if (active != active_ || issued != issued_ || &geometry != geometry_) {
      latest_ = organisation_->fetch(active, issued, geometry);
      active_ = active;
      issued_ = issued;
      geometry_ = &geometry;
    }
    return latest_;
  }

 private:
  std::unique_ptr<RegisterFileOrganisation> organisation_;
  LaneMask active_;
  LaneMask issued_;
  const QuadGeometry* geometry_ = nullptr;
  OperandFetch latest_;
};

class RegisterBanks final : public sc_core::sc_module, public RegisterBanksBlock {
 public:
  WarpTarget<RegisterBanks> scheduled{"scheduled", this, &RegisterBanks::read};
  WarpTarget<RegisterBanks> write_port{"write_port", this, &RegisterBanks::write};
  WarpInitiator operands{"operands"};    ///< to the operand latch
  WarpInitiator addresses{"addresses"};  ///< to the load/store unit

  RegisterBanks(const sc_core::sc_module_name& name, const CoreConfig& config,
                const CoreGeometry& geometry, LaunchStatistics& statistics);

  Sockets sockets() override { return {scheduled, operands, addresses, write_port}; }

 private:
  void read(WarpInstruction& instruction);
  void read_values(WarpInstruction& instruction);
  void write(WarpInstruction& instruction);
  OperandFetch fetch(RegisterPrices& prices, const WarpInstruction& instruction,
                     const RegisterOperand& operand);
  OperandFetch fetch_own(RegisterPrices& prices, const WarpInstruction& instruction,
                         const RegisterOperand& operand);
  void count_read(WarpInstruction& instruction, const RegisterOperand& operand, unsigned operands);
  void add_reads(const WarpInstruction& instruction, std::uint64_t accesses, std::uint64_t bits);
  void add_writes(const WarpInstruction& instruction, std::uint64_t accesses, std::uint64_t bits);
  void count_scalar_read(WarpInstruction& instruction, unsigned operand);
  const QuadGeometry& register_geometry(const WarpInstruction& instruction) const;
  void count_write(const WarpInstruction& instruction);

  const CoreGeometry& geometry_;
  LaunchStatistics& statistics_;
  RegisterPrices prices_;
  /// The path to the load/store unit stays as wide as today whatever the register file is: SCC
  /// leaves the times of other accesses unchanged (ISCA'13 section 4.2).
  RegisterPrices send_prices_;
  const ScalarUse scalar_;
  bool exact_;
};

}  // namespace lanefold
