// SPDX-License-Identifier: Apache-2.0
// The policies among which an execution unit's parameters choose; core_config.h says what each
// parameter means.
#pragma once

#include <array>
#include <cstdint>

#include "lanefold/choice.h"

namespace lanefold {

/// `core.isa`: the instruction set of programs.
enum class InstructionSet : std::uint8_t {
  Riscv,  ///< RV32IMAF or RV32IMAFD, with work-item instructions
  Gen8,   ///< that of Intel's EU, as Intel's own compiler writes it
};
template <>
struct Names<InstructionSet> {
  static constexpr std::array kValues{"riscv", "gen8"};
};

/// `core.compaction`: how cycles without active lanes are skipped (ISCA'13 sections 3 and 4).
enum class CompactionPolicy : std::uint8_t {
  None,     ///< every quad takes a cycle
  Ivb,      ///< as Ivy Bridge: a half of the warp without active lanes is skipped (section 3.1)
  Bcc,      ///< every quad without active lanes is skipped (section 4.1)
  Scc,      ///< lanes are swizzled into as few cycles as can be (section 4.2)
  SccFifo,  ///< the same cycles, by figure 6 read literally
};
template <>
struct Names<CompactionPolicy> {
  static constexpr std::array kValues{"none", "ivb", "bcc", "scc", "scc-fifo"};
};

/// `core.slice_quads`: which quads a slice is issued in where the policy of compaction would issue
/// quads without active lanes.
enum class SliceQuads : std::uint8_t {
  Warp,   ///< those that the policy issues for a whole warp (IPDPS'12 section IV-A)
  Slice,  ///< of these, those that hold a lane of the slice
};
template <>
struct Names<SliceQuads> {
  static constexpr std::array kValues{"warp", "slice"};
};

/// `core.reconvergence`: where diverged lanes join again.
enum class ReconvergencePolicy : std::uint8_t {
  Wto,    ///< in the order of a weak topological order of the program's graph
  Ipdom,  ///< at the immediate post-dominator of the branch
  Yield,  ///< as wto, but those that wait get turns, so that every lane goes on at some time
};
template <>
struct Names<ReconvergencePolicy> {
  static constexpr std::array kValues{"wto", "ipdom", "yield"};
};

/// `core.arbiter`: which ready warps issue (ISCA'13 section 2.2, stage 4).
enum class IssueOrder : std::uint8_t {
  Rotating,  ///< the next one after the one that issued last
  Age,       ///< the one whose instruction was fetched first
};
template <>
struct Names<IssueOrder> {
  static constexpr std::array kValues{"rotating", "age"};
};

/// `core.register_file`: its organisation (ISCA'13 figure 5 and section 4.3).
enum class RegisterFileKind : std::uint8_t {
  Auto,  ///< the one that the paper builds for the policy of compaction
  Baseline,
  Bcc,
  Scc,
  Interwarp,
};
template <>
struct Names<RegisterFileKind> {
  static constexpr std::array kValues{"auto", "baseline", "bcc", "scc", "interwarp"};
};

/// `core.datapath`: results and cycles are the same in both.
enum class DatapathFidelity : std::uint8_t {
  Fast,   ///< a warp is executed at once
  Exact,  ///< every quad moves through banks, latch, crossbar, ALU and write-back
};
template <>
struct Names<DatapathFidelity> {
  static constexpr std::array kValues{"fast", "exact"};
};

/// `core.on_miss`: what a warp does at a load that misses.
enum class OnMiss : std::uint8_t {
  StallOnUse,  ///< goes on until a value is needed
  Block,       ///< waits for all lanes
  Slip,        ///< leaves behind those that miss (SC'09 section 4)
  Divide,      ///< divides into slices of those that hit and those that miss
};
template <>
struct Names<OnMiss> {
  static constexpr std::array kValues{"stall-on-use", "block", "slip", "divide"};
};

/// `core.slip.when_all_miss`: what runs while no running lane of a load has its value.
enum class AllMiss : std::uint8_t {
  Wait,        ///< nothing
  ReadyLanes,  ///< lanes that were left behind and have their values
  OtherPaths,  ///< these, or lanes on another path of a branch
};
template <>
struct Names<AllMiss> {
  static constexpr std::array kValues{"wait", "ready-lanes", "other-paths"};
};

/// `core.slip.counts`: the loads by which a lane can be ahead.
enum class SlipCount : std::uint8_t {
  Loads,           ///< all that some lanes pass while others are behind
  DivergentLoads,  ///< those of them at which a lane stays
};
template <>
struct Names<SlipCount> {
  static constexpr std::array kValues{"loads", "divergent-loads"};
};

/// `core.private_layout`: where lanes have their private memory.
enum class PrivateLayout : std::uint8_t {
  Interleaved,  ///< word by word, so that equal addresses of all lanes share lines
  OwnLines,     ///< each on lines of its own
};
template <>
struct Names<PrivateLayout> {
  static constexpr std::array kValues{"interleaved", "own-lines"};
};

/// `core.on_branch`: what a warp does at a branch that diverges.
enum class OnBranch : std::uint8_t {
  Serialize,  ///< runs one path after the other
  Divide,     ///< divides into slices that run side by side
};
template <>
struct Names<OnBranch> {
  static constexpr std::array kValues{"serialize", "divide"};
};

/// `core.division`: when loads divide a slice.
enum class LoadDivision : std::uint8_t {
  Eager,   ///< always
  Lazy,    ///< if no other slice can run when lines have been looked up
  Revive,  ///< whenever no other slice can run
};
template <>
struct Names<LoadDivision> {
  static constexpr std::array kValues{"eager", "lazy", "revive"};
};

/// `core.adaptation.strategy`: the dimensions of the search (IPDPS'12 section VI-A).
enum class AdaptationStrategy : std::uint8_t { Off, WidthOnly, DepthOnly, Dwrep };
template <>
struct Names<AdaptationStrategy> {
  static constexpr std::array kValues{"off", "width-only", "depth-only", "dwrep"};
};

/// `core.adaptation.convergence`: the strides of the search (IPDPS'12 section VI-B).
enum class AdaptationConvergence : std::uint8_t {
  Inc,     ///< of one
  Anneal,  ///< of half of all at first, then of less
};
template <>
struct Names<AdaptationConvergence> {
  static constexpr std::array kValues{"inc", "anneal"};
};

/// `core.adaptation.width_step`: what a step in width keeps.
enum class WidthStep : std::uint8_t {
  Depth,    ///< the slices that run, or all of them where these are fewer
  Threads,  ///< the lanes that run, all slices together: the nearest depth to that
};
template <>
struct Names<WidthStep> {
  static constexpr std::array kValues{"depth", "threads"};
};

/// `core.scalar.execution`: what becomes of an instruction that is the same in all lanes.
enum class ScalarExecution : std::uint8_t {
  Off,       ///< nothing: all lanes execute it
  Energy,    ///< executed once, in the same time (CS6120)
  OneCycle,  ///< executed once, in one cycle of its ALU
  Pipe,      ///< executed once, on a scalar pipe
};
template <>
struct Names<ScalarExecution> {
  static constexpr std::array kValues{"off", "energy", "one-cycle", "pipe"};
};

/// `core.scalar.knowledge`: who knows what is the same in all lanes.
enum class KnowledgeSource : std::uint8_t {
  Static,   ///< an analysis of the kernel
  Dynamic,  ///< hardware that compares lanes
};
template <>
struct Names<KnowledgeSource> {
  static constexpr std::array kValues{"static", "dynamic"};
};

}  // namespace lanefold
