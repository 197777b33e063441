// SPDX-License-Identifier: Apache-2.0
// The arithmetic of SC'09 table 1, IPDPS'12 section IV-B and ISCA'13 section 4.2.
#include "tools/cost/storage.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "decisions/scalar/scalar_use.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "decisions/warp_slices/slice_table.h"
#include "lanefold/compactor.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kByte = 8;

/// Structures of one mechanism, one after the other.
class Mechanism {
 public:
  Mechanism(std::vector<StorageStructure>& all, std::string name, std::string setting, bool present)
      : all_(all), name_(std::move(name)), setting_(std::move(setting)), present_(present) {}

  void add(std::string name, std::string source, std::vector<StorageField> fields,
           std::uint64_t entries, StorageKind kind = StorageKind::Table) {
    all_.push_back({name_, setting_, present_, std::move(name), std::move(source),
                    std::move(fields), entries, kind});
  }

 private:
  std::vector<StorageStructure>& all_;
  std::string name_;
  std::string setting_;
  bool present_;
};

void add_compaction(const CoreConfig& core, std::vector<StorageStructure>& all) {
  const bool present = make_compactor(core.compaction)->register_file() == RegisterFileKind::Scc;
  Mechanism scc(all, "Swizzled Cycle Compression", "core.compaction=scc", present);
  scc.add("operand latch", "ISCA'13 section 4.2", {{"values", kWordBits * core.warp_width}},
          kOperands, StorageKind::Registers);
}

void add_slip(const CoreConfig& core, unsigned pc_bits, std::vector<StorageStructure>& all) {
  const std::uint64_t lanes = core.warp_width;
  const std::uint64_t slices = divides_warps(core) ? slots_of(core) : core.warps;
  const std::uint64_t entries = std::uint64_t{core.slip.table_entries} * slices;
  Mechanism slip(all, "Diverge on Miss", "core.on_miss=slip", core.on_miss == OnMiss::Slip);
  slip.add("memory divergence table", "SC'09 table 1", {{"pc", pc_bits}, {"lanes", lanes}},
           entries);
  slip.add("slip counters", "SC'09 table 1", {{"count", 8}}, lanes * slices,
           StorageKind::Registers);
  slip.add("slip-limit masks", "SC'09 table 1", {{"lanes", lanes}}, slices, StorageKind::Registers);
  slip.add("limit of slip", "SC'09 table 1", {{"count", 8}}, 1, StorageKind::Registers);
  Mechanism buffer(all, "loads by lane", "core.on_miss=slip", core.on_miss == OnMiss::Slip);
  buffer.add(
      "memory coalescing buffer", "SC'09 section 3.2",
      {{"states", 2 * lanes}, {"addresses, then values", kWordBits * lanes}, {"register", 6}},
      entries);
}

/// Entries have whole bytes, as the paper counts them.
void add_slices(const CoreConfig& core, unsigned pc_bits, Mechanism& mechanism) {
  const SliceStorage storage = storage_of_slices(core.warps, core.warp_width, core.slices, pc_bits);
  const SliceEntryBits entry = entry_of_slice(core.warps, core.warp_width, core.slices, pc_bits);
  mechanism.add("warp-slice table", "IPDPS'12 section IV-B",
                {{"lanes", entry.lanes},
                 {"warp", entry.warp},
                 {"pc", entry.pc},
                 {"slice", entry.slice},
                 {"status", entry.status},
                 {"top of stack", entry.top_of_stack},
                 {"padding", storage.table / core.slices * kByte - entry.all()}},
                core.slices);
  mechanism.add("columns of the stacks", "IPDPS'12 section IV-B",
                {{"pcs of 8 layers in each warp's stack", storage.stacks / core.slices * kByte}},
                core.slices);
}

void add_robust_simd(const CoreConfig& core, unsigned pc_bits, std::vector<StorageStructure>& all) {
  Mechanism robust(all, "Robust SIMD", "core.adaptation.strategy=dwrep",
                   adapts(core) || !core.keeps_whole_warps());
  add_slices(core, pc_bits, robust);
  Mechanism unit(all, "Robust SIMD", "core.adaptation.strategy=dwrep", adapts(core));
  unit.add("adaptation state unit", "IPDPS'12 section IV-B",
           {{"registers", kAdaptationBytes * kByte}}, 1, StorageKind::Registers);
}

void add_subdivision(const CoreConfig& core, unsigned pc_bits, std::vector<StorageStructure>& all) {
  Mechanism subdivision(all, "dynamic warp subdivision", "core.on_miss=divide", subdivides(core));
  add_slices(core, pc_bits, subdivision);
}

void add_scalars(const CoreConfig& core, std::vector<StorageStructure>& all) {
  CoreConfig with = core;
  const bool present = core.scalar.execution != ScalarExecution::Off;
  if (!present) with.scalar.execution = ScalarExecution::OneCycle;
  const ScalarStorage storage = storage_of_scalars(with);
  Mechanism scalars(all, "scalar execution",
                    std::string("core.scalar.execution=") + name_of(with.scalar.execution),
                    present);
  scalars.add("scalar rows", "docs/method/modelling-scalar.md", {{"value", kWordBits}},
              storage.row_bits / kWordBits);
  scalars.add("more in programs with doubles", "docs/method/modelling-scalar.md",
              {{"upper half", kWordBits}},
              (storage_of_scalars(with, 64).row_bits - storage.row_bits) / kWordBits,
              StorageKind::Beside);
  scalars.add("tags", "docs/method/modelling-scalar.md", {{"in its row", 1}}, storage.tag_bits,
              StorageKind::Beside);
}

}  // namespace

std::uint64_t StorageStructure::entry_bits() const {
  return std::accumulate(fields.begin(), fields.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const StorageField& f) { return sum + f.bits; });
}

std::vector<StorageStructure> storage_of(const MachineConfig& config, unsigned pc_bits) {
  std::vector<StorageStructure> all;
  add_compaction(config.core, all);
  add_slip(config.core, pc_bits, all);
  add_robust_simd(config.core, pc_bits, all);
  add_subdivision(config.core, pc_bits, all);
  add_scalars(config.core, all);
  return all;
}

}  // namespace lanefold
