// SPDX-License-Identifier: Apache-2.0
// Finds the Verilated module of a shape.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lanefold/error.h"
#include "twins/verilated/asu_twin.h"
#include "twins/verilated/coalescer_twin.h"
#include "twins/verilated/compaction_datapath_twin.h"
#include "twins/verilated/control_twin.h"
#include "twins/verilated/data_path_twins.h"
#include "twins/verilated/exec_mask_twin.h"
#include "twins/verilated/mcb_twin.h"
#include "twins/verilated/mdt_twin.h"
#include "twins/verilated/register_banks_twin.h"
#include "twins/verilated/rtl_models.h"
#include "twins/verilated/rtl_shapes.h"
#include "twins/verilated/scc_pipeline_twin.h"
#include "twins/verilated/scoreboard_twin.h"
#include "twins/verilated/sequencer_twin.h"
#include "twins/verilated/slip_controller_twin.h"
#include "twins/verilated/slip_unit_twin.h"
#include "twins/verilated/warp_slice_table_twin.h"

namespace lanefold {
namespace {

using Key = std::array<unsigned, 3>;

[[noreturn]] void throw_not_built(const std::string& module, const std::string& shape) {
  std::string shapes;
  for (const RtlShape& built : rtl_shapes()) {
    shapes += fmt::format("{}{}/{}", shapes.empty() ? "" : ", ", built.lanes, built.alu_width);
  }
  throw Error(ErrorKind::Configuration,
              fmt::format("there is no RTL of {} for {}: this build has the warp and ALU widths {} "
                          "of rtl/geometries.txt",
                          module, shape, shapes));
}

/// The model that makes the twins of a place: one of its session's own, or one of this build; null
/// if neither has the shape.
const RtlModel* find_model(const std::string& module, const Key& key, const TwinPlace& place) {
  const RtlModel* const own =
      place.session == nullptr ? nullptr : place.session->use_own_model(module, key);
  if (own != nullptr) return own;
  const std::vector<RtlModel>& built = rtl_models();
  const auto found = std::find_if(built.begin(), built.end(), [&](const RtlModel& model) {
    return model.module == module && model.key == key;
  });
  return found == built.end() ? nullptr : &*found;
}

/// Null if there is none. rtl/blocks.toml says which class the twins of a module have.
template <class AnyTwin>
std::unique_ptr<AnyTwin> find_twin(const std::string& module, const Key& key,
                                   const QuadGeometry& geometry, const TwinPlace& place) {
  const RtlModel* const model = find_model(module, key, place);
  if (model == nullptr) return nullptr;
  std::unique_ptr<Twin> twin = model->make(geometry, place);
  auto* const typed = dynamic_cast<AnyTwin*>(twin.get());
  if (typed == nullptr) {
    throw Error(ErrorKind::Internal, "the twin of " + module + " is of another class");
  }
  static_cast<void>(twin.release());
  return std::unique_ptr<AnyTwin>(typed);
}

template <class AnyTwin>
std::unique_ptr<AnyTwin> make(const std::string& module, const Key& key,
                              const QuadGeometry& geometry, const TwinPlace& place) {
  if (auto twin = find_twin<AnyTwin>(module, key, geometry, place)) return twin;
  throw_not_built(
      module, fmt::format("{} lanes on an ALU of width {} and {}-bit operands", geometry.lanes(),
                          geometry.alu_width(), geometry.operand_bits()));
}

/// For modules that know no quads. The key begins with the lanes.
template <class AnyTwin>
std::unique_ptr<AnyTwin> make_of_lanes(const Key& key, const std::string& module,
                                       const TwinPlace& place) {
  const QuadGeometry geometry(key[0], 1);
  if (auto twin = find_twin<AnyTwin>(module, key, geometry, place)) return twin;
  throw_not_built(module, fmt::format("{} lanes", key[0]));
}

template <class AnyTwin>
std::unique_ptr<AnyTwin> make_data_path(const char* module, const QuadGeometry& geometry,
                                        const TwinPlace& place) {
  return make<AnyTwin>(module, {geometry.lanes(), geometry.positions(), geometry.operand_bits()},
                       geometry, place);
}

/// For modules that divide the warps of a core.
template <class AnyTwin>
std::unique_ptr<AnyTwin> make_of_slices(const Key& key, const std::string& module,
                                        const TwinPlace& place) {
  const auto shapes = rtl_slice_shapes(key[0]);
  const auto same = [&](const SliceShape& shape) {
    return shape.warps == key[1] && shape.entries == key[2];
  };
  if (std::none_of(shapes.begin(), shapes.end(), same)) {
    std::string valid;
    for (const SliceShape& shape : shapes) {
      valid += fmt::format("{}{} and {}", valid.empty() ? "" : ", ", shape.warps, shape.entries);
    }
    throw Error(ErrorKind::Configuration,
                fmt::format("there is no RTL of {} with {} warps of {} lanes (core.warps) and {} "
                            "slices (core.slices); valid: {}",
                            module, key[1], key[0], key[2], valid));
  }
  return make_of_lanes<AnyTwin>(key, module, place);
}

template <class AnyTwin>
std::unique_ptr<AnyTwin> make_of_table(unsigned lanes, unsigned entries, const char* module,
                                       const TwinPlace& place) {
  const std::vector<unsigned>& counts = mdt_entry_counts();
  if (std::find(counts.begin(), counts.end(), entries) == counts.end()) {
    throw Error(ErrorKind::Configuration,
                fmt::format("there is no RTL of {} with {} entries (core.slip.table_entries); "
                            "valid: {}",
                            module, entries, fmt::join(counts, ", ")));
  }
  return make_of_lanes<AnyTwin>({lanes, entries, 0}, module, place);
}

}  // namespace

std::unique_ptr<ExecMaskTwin> make_exec_mask_twin(unsigned lanes, const TwinPlace& place) {
  return make_of_lanes<ExecMaskTwin>({lanes, 0, 0}, "exec_mask", place);
}

std::unique_ptr<ScoreboardTwin> make_scoreboard_twin(const TwinPlace& place) {
  constexpr unsigned kGroups = ScoreboardPorts::kGroups;
  constexpr unsigned kGroupRegisters = ScoreboardPorts::kGroupRegisters;
  const QuadGeometry unused(8, 4);  // it has registers, and no lanes
  if (auto twin =
          find_twin<ScoreboardTwin>("scoreboard", {kGroups, kGroupRegisters, 0}, unused, place)) {
    return twin;
  }
  throw Error(ErrorKind::Configuration,
              fmt::format("there is no RTL of scoreboard for {} groups of {} registers", kGroups,
                          kGroupRegisters));
}

std::unique_ptr<CoalescerTwin> make_coalescer_twin(unsigned lanes, const TwinPlace& place) {
  return make_of_lanes<CoalescerTwin>({lanes, 0, 0}, "coalescer", place);
}

std::unique_ptr<SlipControllerTwin> make_slip_controller_twin(unsigned lanes,
                                                              const TwinPlace& place) {
  return make_of_lanes<SlipControllerTwin>({lanes, 0, 0}, "slip_controller", place);
}

std::unique_ptr<McbTwin> make_mcb_twin(unsigned lanes, const TwinPlace& place) {
  return make_of_lanes<McbTwin>({lanes, mcb_entries(), 0}, "mcb", place);
}

std::unique_ptr<MdtTwin> make_mdt_twin(unsigned lanes, unsigned entries, const TwinPlace& place) {
  return make_of_table<MdtTwin>(lanes, entries, "mdt", place);
}

std::unique_ptr<SlipUnitTwin> make_slip_unit_twin(unsigned lanes, unsigned entries,
                                                  const TwinPlace& place) {
  return make_of_table<SlipUnitTwin>(lanes, entries, "slip_unit", place);
}

std::unique_ptr<AsuTwin> make_asu_twin(unsigned lanes, unsigned warps, unsigned slices,
                                       const TwinPlace& place) {
  return make_of_slices<AsuTwin>({lanes, warps, slices}, "asu", place);
}

std::unique_ptr<WarpSliceTableTwin> make_warp_slice_table_twin(unsigned lanes, unsigned warps,
                                                               unsigned entries,
                                                               const TwinPlace& place) {
  return make_of_slices<WarpSliceTableTwin>({lanes, warps, entries}, "warp_slice_table", place);
}

std::unique_ptr<ControlTwin> make_control_twin(ControlBlock block, const QuadGeometry& geometry,
                                               const TwinPlace& place) {
  const ControlBlockNames& names = kControlBlockNames[static_cast<std::size_t>(block)];
  return make<ControlTwin>(names.module, {geometry.lanes(), geometry.positions(), names.circuit},
                           geometry, place);
}

std::unique_ptr<SccPipelineTwin> make_scc_pipeline_twin(const QuadGeometry& geometry,
                                                        const TwinPlace& place) {
  return make<SccPipelineTwin>("scc_pipeline", {geometry.lanes(), geometry.positions(), 0},
                               geometry, place);
}

std::unique_ptr<OperandLatchTwin> make_operand_latch_twin(const QuadGeometry& geometry,
                                                          const TwinPlace& place) {
  return make_data_path<OperandLatchTwin>("operand_latch", geometry, place);
}
std::unique_ptr<SwizzleCrossbarTwin> make_swizzle_crossbar_twin(const QuadGeometry& geometry,
                                                                const TwinPlace& place) {
  return make_data_path<SwizzleCrossbarTwin>("swizzle_crossbar", geometry, place);
}
std::unique_ptr<SwizzleCrossbarTwin> make_wired_or_crossbar_twin(const QuadGeometry& geometry,
                                                                 const TwinPlace& place) {
  return make_data_path<SwizzleCrossbarTwin>("wired_or_crossbar", geometry, place);
}
std::unique_ptr<UnswizzleTwin> make_unswizzle_twin(const QuadGeometry& geometry,
                                                   const TwinPlace& place) {
  return make_data_path<UnswizzleTwin>("unswizzle", geometry, place);
}

std::unique_ptr<SequencerTwin> make_sequencer_twin(unsigned lanes, unsigned alu_width,
                                                   bool scc_fifo, const TwinPlace& place) {
  return make<SequencerTwin>("compaction_sequencer", {lanes, alu_width, scc_fifo ? 1U : 0U},
                             QuadGeometry(lanes, alu_width), place);
}

unsigned rtl_organisation(RegisterFileKind kind) {
  const auto& all = kRtlOrganisations;
  const auto* const found = std::find(all.begin(), all.end(), kind);
  if (found != all.end()) return static_cast<unsigned>(found - all.begin());
  throw Error(ErrorKind::Configuration,
              fmt::format("there is no RTL of register banks with core.register_file={}; valid: "
                          "baseline, bcc, scc",
                          name_of(kind)));
}

std::unique_ptr<RegisterBanksTwin> make_register_banks_twin(unsigned lanes, unsigned alu_width,
                                                            RegisterFileKind kind,
                                                            const TwinPlace& place) {
  return make<RegisterBanksTwin>("register_banks", {lanes, alu_width, rtl_organisation(kind)},
                                 QuadGeometry(lanes, alu_width), place);
}

std::unique_ptr<CompactionDatapathTwin> make_compaction_datapath_twin(unsigned lanes,
                                                                      unsigned alu_width,
                                                                      RegisterFileKind kind,
                                                                      const TwinPlace& place) {
  return make<CompactionDatapathTwin>("compaction_datapath",
                                      {lanes, alu_width, rtl_organisation(kind)},
                                      QuadGeometry(lanes, alu_width), place);
}

}  // namespace lanefold
