// SPDX-License-Identifier: Apache-2.0
// A factory of blocks with RTL inside.
#include "twins/loop/rtl_machine.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include "lanefold/error.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_adaptation_state_unit.h"
#include "twins/loop/rtl_alu_pipe.h"
#include "twins/loop/rtl_blocks.h"
#include "twins/loop/rtl_compaction_control.h"
#include "twins/loop/rtl_data_path.h"
#include "twins/loop/rtl_execution_mask.h"
#include "twins/loop/rtl_load_store_unit.h"
#include "twins/loop/rtl_memory_divergence_table.h"
#include "twins/loop/rtl_miss_completion_buffer.h"
#include "twins/loop/rtl_scoreboard.h"
#include "twins/loop/rtl_slip_controller.h"
#include "twins/loop/rtl_slip_unit.h"
#include "twins/loop/rtl_warp_slice_table.h"
#include "twins/loop/rtl_widths.h"
#include "twins/plugin/plugin.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {
namespace {

class RtlBlockFactory final : public BlockFactory {
 public:
  RtlBlockFactory(const RtlBlocks& blocks, RtlWorld world)
      : blocks_(blocks), world_(std::move(world)) {}

  std::unique_ptr<ExecutionMask> execution_mask(const char* name,
                                                const CoreContext& core) override {
    if (!blocks_.has("exec_mask")) return BlockFactory::execution_mask(name, core);
    return std::make_unique<RtlExecutionMask>(name, core, world_);
  }
  std::unique_ptr<PredicateMask> predicate_mask(const char* name,
                                                const CoreContext& core) override {
    if (!blocks_.has("exec_mask")) return BlockFactory::predicate_mask(name, core);
    return std::make_unique<RtlPredicateMask>(name, core, world_);
  }
  std::unique_ptr<ScoreboardBlock> scoreboard(const char* name,
                                              const PipelineContext& core) override {
    if (!blocks_.has("scoreboard")) return BlockFactory::scoreboard(name, core);
    return std::make_unique<RtlScoreboard>(name, core, world_);
  }
  std::unique_ptr<CompactionControl> compaction_control(const char* name,
                                                        const CoreContext& core) override {
    if (!blocks_.compact()) return BlockFactory::compaction_control(name, core);
    return std::make_unique<RtlCompactionControl>(name, core, blocks_, world_);
  }
  std::unique_ptr<OperandLatch> operand_latch(const char* name, const CoreContext& core) override {
    if (!blocks_.has("operand_latch")) return BlockFactory::operand_latch(name, core);
    return std::make_unique<RtlOperandLatch>(name, core, world_);
  }
  std::unique_ptr<CrossbarBlock> swizzle_crossbar(const char* name,
                                                  const CoreContext& core) override {
    if (!blocks_.has("swizzle_crossbar")) return BlockFactory::swizzle_crossbar(name, core);
    return std::make_unique<RtlSwizzleCrossbar>(name, core, world_);
  }
  std::unique_ptr<AluPipeBlock> alu_pipe(const char* name, Unit unit, unsigned lanes,
                                         const PipelineContext& core, PipeState& state) override {
    const bool alu = unit == Unit::Fpu || unit == Unit::Em;
    if (!alu || !blocks_.datapath()) {
      return BlockFactory::alu_pipe(name, unit, lanes, core, state);
    }
    return std::make_unique<RtlAluPipe>(name, lanes, core, state, world_);
  }
  std::unique_ptr<Unswizzle> unswizzle(const char* name, const CoreContext& core) override {
    if (blocks_.datapath()) return std::make_unique<ResultsInPlace>(name, core);
    if (!blocks_.has("unswizzle")) return BlockFactory::unswizzle(name, core);
    return std::make_unique<RtlUnswizzle>(name, core, world_);
  }
  std::unique_ptr<LoadStoreBlock> load_store_unit(const char* name,
                                                  const PipelineContext& core) override {
    if (!blocks_.has("coalescer")) return BlockFactory::load_store_unit(name, core);
    return std::make_unique<RtlLoadStoreUnit>(name, core, world_);
  }
  std::unique_ptr<CompletionBlock> miss_completion_buffer(const char* name,
                                                          const CoreContext& core) override {
    if (blocks_.has("slip_unit")) {
      return std::make_unique<WatchedCompletionBuffer>(name, core, units_.at(core.index));
    }
    if (!blocks_.has("mcb")) return BlockFactory::miss_completion_buffer(name, core);
    return std::make_unique<RtlMissCompletionBuffer>(name, core, world_);
  }
  std::unique_ptr<MdtBlock> memory_divergence_table(const char* name,
                                                    const CoreContext& core) override {
    if (blocks_.has("slip_unit")) {
      auto table = std::make_unique<WatchedDivergenceTable>(name, core, world_);
      units_[core.index] = table->units();
      return table;
    }
    if (!blocks_.has("mdt")) return BlockFactory::memory_divergence_table(name, core);
    return std::make_unique<RtlMemoryDivergenceTable>(name, core, world_);
  }
  std::unique_ptr<SlipBlock> slip_controller(const char* name, const CoreContext& core) override {
    if (blocks_.has("slip_unit")) {
      return std::make_unique<WatchedSlipController>(name, core, units_.at(core.index));
    }
    if (!blocks_.has("slip_controller")) return BlockFactory::slip_controller(name, core);
    return std::make_unique<RtlSlipController>(name, core, world_);
  }
  std::unique_ptr<MemoryDivergenceBlock> memory_divergence(const char* name,
                                                           const PipelineContext& core) override {
    if (!blocks_.has("slip_unit")) return BlockFactory::memory_divergence(name, core);
    return std::make_unique<RtlMemoryDivergence>(name, core, units_.at(core.index), world_);
  }
  std::unique_ptr<SliceTableBlock> warp_slice_table(const char* name,
                                                    const CoreContext& core) override {
    if (!blocks_.has("warp_slice_table")) return BlockFactory::warp_slice_table(name, core);
    return std::make_unique<RtlWarpSliceTable>(name, core, world_);
  }
  std::unique_ptr<AdaptationBlock> adaptation_state_unit(const char* name,
                                                         const CoreContext& core) override {
    if (!blocks_.has("asu")) return BlockFactory::adaptation_state_unit(name, core);
    return std::make_unique<RtlAdaptationStateUnit>(name, core, world_);
  }

 private:
  RtlBlocks blocks_;
  RtlWorld world_;
  std::map<unsigned, std::shared_ptr<SlipUnits>> units_;  ///< by core
};

/// RTL of the user's own, as it was loaded.
struct Loaded {
  OwnRtl own;
  PluginModels plugin;
};
std::vector<Loaded> load_all(const MachineConfig& config, const RtlRequest& request) {
  std::vector<Loaded> all;
  for (const OwnRtl& own : own_rtl_of(request.blocks)) {
    all.push_back({own, load_own_rtl(own, {rtl_alu_lanes(config.core), config.core.alu_width})});
  }
  return all;
}

/// What notes the first of many sentences.
std::function<void(const std::string&)> first_to(std::vector<std::string>* notes) {
  if (notes == nullptr) return {};
  const auto told = std::make_shared<bool>(false);
  return [notes, told](const std::string& sentence) {
    if (!*told) notes->push_back(sentence);
    *told = true;
  };
}

/// Throws for RTL of the user's own that has no shape of this machine; notes what has not all.
void check_use(const std::vector<Loaded>& all, const TwinSession& session,
               std::vector<std::string>* notes) {
  for (const auto& [own, plugin] : all) {
    const std::string what = own.files.front() + ": " + plugin.left_out;
    if (!session.uses_own_model(own.block)) {
      throw Error(ErrorKind::Configuration, what + ", which is not what this machine needs");
    }
    if (notes == nullptr || plugin.left_out.empty()) continue;
    notes->push_back(what + "; rtl/" + own.block + ".sv is used for the others");
  }
}

/// Whether the scope, such as core0_scc_control_32, is one of the block.
bool belongs_to(const std::string& scope, const std::string& block) {
  const std::string twin = scope.substr(scope.find('_') + 1);
  if (block == "exec_mask" && twin.rfind("predicate_mask", 0) == 0) return true;
  return twin == block || twin.rfind(block + "_", 0) == 0;
}

WavePart part_of(const WaveSelection& wanted, const MachineConfig& config) {
  // A machine is elaborated in its first cycle, and a launch begins with an issue period.
  const std::uint64_t issue = config.core.issue.period;
  const std::uint64_t begin = (1 / issue + 1) * issue;
  const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t picoseconds = 1'000'000 / config.clock_mhz;
  const auto time_of = [&](std::uint64_t cycle) {
    return cycle > last / picoseconds - begin ? last : (begin + cycle) * picoseconds;
  };
  WavePart part{time_of(wanted.window.from), time_of(wanted.window.to)};
  if (wanted.window.from == 0) part.from = 0;
  part.records = [wanted](const std::string& scope) {
    const auto is_of = [&](const std::string& block) { return belongs_to(scope, block); };
    const bool of_core =
        !wanted.core || scope.rfind("core" + std::to_string(*wanted.core) + "_", 0) == 0;
    return of_core && (wanted.blocks.empty() ||
                       std::any_of(wanted.blocks.begin(), wanted.blocks.end(), is_of));
  };
  return part;
}

}  // namespace

std::unique_ptr<Machine> make_rtl_machine(const MachineConfig& config, const RtlRequest& request) {
  const RtlBlocks blocks = select_rtl_blocks(request.blocks, config);
  MachineConfig simulated = config;
  if (blocks.carries_values()) simulated.core.datapath = DatapathFidelity::Exact;
  const std::vector<Loaded> loaded = load_all(config, request);
  std::vector<RtlModel> models;
  for (const auto& [own, plugin] : loaded) {
    models.insert(models.end(), plugin.models.begin(), plugin.models.end());
  }
  RtlWorld world{std::make_shared<TwinSession>(std::move(models)), request.questions,
                 first_to(request.notes)};
  if (world.questions == nullptr) world.questions = std::make_shared<RtlQuestions>();
  RtlBlockFactory factory(blocks, world);
  std::unique_ptr<Machine> machine = make_timed_machine(simulated, factory);
  check_use(loaded, *world.session, request.notes);
  if (request.waves) world.session->trace(*request.waves, part_of(request.recorded, config));
  return machine;
}

}  // namespace lanefold
