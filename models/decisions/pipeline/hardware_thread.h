// SPDX-License-Identifier: Apache-2.0
// What the pipeline asks of the thread in one of a core's slots, whatever instruction set its code
// is of. The pipeline knows when something happens; the thread knows what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "decisions/isa/pipeline_instruction.h"
#include "decisions/pipeline/miss_counts.h"
#include "lanefold/error.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"

namespace lanefold {

class ThreadGroup;
struct WarpInstruction;

/// Where a thread is.
struct ThreadPlace {
  std::uint32_t pc = 0;  ///< of the instruction that is next
  bool done = false;     ///< none is: it has ended
  bool waits = false;    ///< its lanes wait for values, or for other slices
};

/// The lanes that may execute an instruction, by what switches them off (ISCA'13 section 2.2).
struct ThreadMasks {
  LaneMask dispatched;
  LaneMask control_flow;
  LaneMask predicate;      ///< as far as it is known when the instruction is decoded
  LaneMask off_by_memory;  ///< lanes that are off because loads took different times
  LaneMask enabled;        ///< by control flow, whether the instruction heeds it or not
};

/// One for each slot of a core; it gets one thread of work-items after another.
class HardwareThread {
 public:
  HardwareThread() = default;
  HardwareThread(const HardwareThread&) = delete;
  HardwareThread& operator=(const HardwareThread&) = delete;
  virtual ~HardwareThread() = default;

  /// An instruction of the thread is fetched: says whose it is in the payload.
  virtual void enter(WarpInstruction& instruction) = 0;
  virtual ThreadPlace place() const = 0;
  /// The instruction there.
  virtual const PipelineInstruction& next() const = 0;
  /// Bytes of the `count` instructions from `pc` on, as far as there are any: what fetch asks for.
  virtual std::uint32_t code_bytes(std::uint32_t pc, unsigned count) const = 0;

  /// For the instruction that has been decoded, the next one.
  virtual ThreadMasks masks(const PipelineInstruction& instruction) const = 0;
  /// Goes on behind an instruction that does not resolve late.
  virtual void advance(const PipelineInstruction& instruction) = 0;

  /// The registers that predicate the instruction have their values: those of its active lanes that
  /// execute it.
  virtual LaneMask predicate(const WarpInstruction& instruction) const = 0;
  /// Carries out an instruction that issues, unless it resolves late; one that accesses memory
  /// fills in `access`.
  virtual void execute(WarpInstruction& instruction) = 0;

  /// The lanes that take a branch, which completes.
  virtual LaneMask taken(const WarpInstruction& branch) const = 0;
  /// An instruction completes.
  virtual void complete(const WarpInstruction& instruction) = 0;
  /// Goes on behind one that has resolved late. Returns whether lanes go different ways.
  virtual bool resolve(const WarpInstruction& instruction, LaneMask taken) = 0;
  /// Asked at the ends of blocks, where every loop comes to; `late` says whether the instruction
  /// there, at `pc`, has resolved late. Throws Error(NoProgress) if the thread has executed too
  /// long without changing anything, and if it never will end.
  virtual void check_quiet(std::uint32_t pc, bool late, const LimitsConfig& limits) = 0;
  /// Instructions that have completed since it last changed memory or met a barrier.
  virtual std::uint64_t quiet_instructions() const { return 0; }
  /// Whether the thread has come back to a state that it has been in since the latest change of its
  /// launch, of which there have been so many (LaunchActivity).
  virtual bool repeats(std::uint64_t /*changes*/) const { return false; }
  /// The error of a launch that stands still, with this thread named.
  virtual Error standstill() const { return {ErrorKind::NoProgress, "the launch stands still"}; }
  /// Of the warp whose lanes it has now.
  virtual MissCounts& misses() = 0;

  /// Places at which lanes are.
  virtual std::size_t split_count() const = 0;
  /// Times that lanes from one place have met lanes from another, since construction.
  virtual std::uint64_t merges() const { return 0; }
  /// Lanes that loads have left behind.
  virtual LaneMask left_behind() const { return {}; }
  /// Entries of the memory divergence table whose lanes have caught up, since construction.
  virtual std::uint64_t catch_ups() const { return 0; }
  virtual ThreadGroup& group() const = 0;

  /// Assembler text.
  virtual std::string text(const PipelineInstruction& instruction) const = 0;
  /// "file.cl:12", or empty if that is not known.
  virtual std::string source_line(std::uint32_t pc) const = 0;

  /// Schedules these lanes of the core's warp `number` from now on. A thread that is not active
  /// gets no work-items of kernels that take them slice by slice.
  void assign(unsigned number, LaneMask lanes, bool active) {
    number_ = number;
    assigned_ = lanes;
    active_ = active;
  }
  /// Number of the core's warp whose lanes the thread has.
  unsigned warp_number() const { return number_; }
  LaneMask assigned() const { return assigned_; }
  bool active() const { return active_; }

  /// Whose slot is free when this thread has ended; nullptr if others still have lanes of its warp.
  const HardwareThread* frees() const { return frees_; }
  void set_frees(const HardwareThread* thread) { frees_ = thread; }

  /// Instructions of the thread between fetch and write-back.
  unsigned in_flight() const { return in_flight_; }
  void leave_pipeline() { --in_flight_; }
  void empty_pipeline() { in_flight_ = 0; }

  bool at_barrier() const { return at_barrier_; }
  void leave_barrier() { at_barrier_ = false; }

  /// Which of the machine's hardware threads it is.
  unsigned number() const { return thread_; }
  void set_number(unsigned number) { thread_ = number; }

 protected:
  void enter_pipeline() { ++in_flight_; }
  void reach_barrier() { at_barrier_ = true; }

 private:
  unsigned number_ = 0;
  LaneMask assigned_;
  bool active_ = true;
  bool at_barrier_ = false;
  unsigned thread_ = 0;
  unsigned in_flight_ = 0;
  const HardwareThread* frees_ = this;
};

/// Assembler text of an instruction on its way.
std::string text_of(const WarpInstruction& instruction);

}  // namespace lanefold
