// SPDX-License-Identifier: Apache-2.0
// The coalescer against `coalesce`, cycle by cycle: accesses by the masks that programs make, and
// random streams of accesses, gaps, stalls and resets.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decisions/load_store/coalescer.h"
#include "lanefold/memory_map.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/coalescer_twin.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kLineBytes = 64;

/// Where private memory can begin so that its lines have numbers of 32 bits.
constexpr std::uint64_t kPrivateLines = (std::uint64_t{1} << 32) - (std::uint64_t{1} << 27);
/// Words of a lane side by side with those of its neighbours.
constexpr PrivatePlacement kInterleaved{kPrivatePhysicalBase, 64, 4};
/// Words of a lane on lines of its own: so many lines to those of the next one.
constexpr std::uint64_t kFewLines = 7;
constexpr unsigned kMostLineBits = 26;

/// An access, and where its private memory lies.
struct Access {
  LaneAccess access;
  PrivatePlacement placement = kInterleaved;
};

CoalescerPorts::LineOfLanes in_32_bits(const std::array<std::uint64_t, 64>& lines) {
  CoalescerPorts::LineOfLanes narrow{};
  std::transform(lines.begin(), lines.end(), narrow.begin(),
                 [](std::uint64_t line) { return static_cast<std::uint32_t>(line); });
  return narrow;
}

class CoalescerRun final : public SceneRun<CoalescerTwin> {
 public:
  CoalescerRun(const RunStart& start, unsigned lanes,
               std::shared_ptr<const std::vector<LaneMask>> masks,
               std::shared_ptr<CoalescerEvents> events)
      : SceneRun(start, {}, std::move(masks)), lanes_(lanes), events_(std::move(events)) {
    run(make_coalescer_twin(lanes, place("coalescer")));
    change_habits();
  }

 private:
  static constexpr unsigned kOften = 8;
  static constexpr unsigned kLongWait = 64;

  void change_habits() override {
    valid_ = random().one_in(2) ? kOften : random().below(kOften + 1);
    ready_ = random().one_in(2) ? kOften : 1 + random().below(kOften);
    waits_ = random().one_in(16);
    repeats_ = random().one_in(8);
  }

  /// The lanes of the mask, whose words are neighbours, the same, or on lines of their own that are
  /// shared with neighbours' last bytes.
  std::optional<Mismatch> play(LaneMask mask) override {
    std::optional<Mismatch> first;
    for (const std::uint32_t stride : {4U, 0U, 60U}) {
      Access next;
      next.access.lanes = mask;
      next.access.bytes = 8;
      for (unsigned lane = 0; lane < lanes_; ++lane) {
        next.access.address[lane] = 60 + lane * stride;
      }
      Inputs inputs = inputs_of(next);
      inputs.valid = inputs.ready = true;
      for (bool taken = false; !taken;) {
        next_ = next;
        taken = free(inputs);
        keep_first(first, cycle(inputs));
      }
    }
    return first;
  }

  static Inputs inputs_of(const Access& access) {
    const LinesOfLanes lines = lines_of_lanes(access.access, kLineBytes, access.placement);
    Inputs inputs;
    inputs.lanes = access.access.lanes;
    inputs.first = in_32_bits(lines.first);
    inputs.last = in_32_bits(lines.last);
    inputs.merge = shares_lines(access.access);
    return inputs;
  }

  /// Addresses that neighbours share lines of, or a few lines at random, or any.
  Access draw_access() {
    Access drawn;
    LaneAccess& access = drawn.access;
    access.lanes = random().mask(lanes_);
    access.kind = random().one_in(4) ? InstructionClass::Atomic : InstructionClass::Load;
    access.bytes = static_cast<std::uint16_t>(shares_lines(access) ? 1U << random().below(4)
                                                                   : 4U << random().below(2));
    access.space = random().one_in(4) ? AddressSpace::Private : AddressSpace::Global;
    drawn.placement = draw_placement();
    const bool far_words = drawn.placement.word_step > kLineBytes;
    const std::uint32_t base =
        access.space == AddressSpace::Private ? kPrivateBase : random().below(0x7fff'0000);
    const std::uint32_t reach = far_words ? 4 : 1U << (2 + random().below(14));
    const std::uint32_t stride = far_words ? 0 : random().below(3 * kLineBytes);
    const bool regular = random().one_in(2);
    // In global memory an access may begin at any byte, where the machine lets it.
    const bool anywhere = access.space == AddressSpace::Global && random().one_in(4);
    const std::uint32_t aligned = anywhere ? 1 : access.bytes;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      const std::uint32_t offset = regular ? lane * stride : random().below(reach);
      access.address[lane] = base + offset / aligned * aligned;
    }
    return drawn;
  }

  /// Lanes on lines of their own are a few lines apart, or their numbers differ in any bit alone;
  /// or the two words of each lane do.
  PrivatePlacement draw_placement() {
    PrivatePlacement placement = kInterleaved;
    std::uint64_t lines = 0;  // of all lanes
    if (random().one_in(2)) {
      const std::uint64_t step =
          random().one_in(2) ? kFewLines : std::uint64_t{1} << random().below(kMostLineBits);
      placement = {kPrivatePhysicalBase, 4, step * kLineBytes};
      lines = lanes_ * step;
    } else if (random().one_in(4)) {
      const std::uint64_t step = std::uint64_t{1} << (1 + random().below(kMostLineBits));
      placement = {kPrivatePhysicalBase, step * kLineBytes, 4};
      lines = lanes_ + step;
    }
    placement.base += random().bits() % (kPrivateLines - lines) * kLineBytes;
    return placement;
  }

  Inputs draw_inputs() override {
    if (!repeats_ || random().one_in(kOften)) next_ = draw_access();
    Inputs inputs = inputs_of(next_);
    inputs.valid = random().below(kOften) < valid_;
    inputs.ready = waits_ ? random().one_in(kLongWait) : random().below(kOften) < ready_;
    return inputs;
  }

  bool busy() const { return sent_ < lines_.count; }
  bool last() const { return sent_ + 1 >= lines_.count; }
  bool free(const Inputs& inputs) const { return !busy() || (inputs.ready && last()); }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    FirstMismatch compare([&] { return context(inputs); });
    compare("ready_o", free(inputs) ? 1 : 0, actual.ready ? 1 : 0);
    compare("valid_o", busy() ? 1 : 0, actual.valid ? 1 : 0);
    if (!busy()) return compare.found();
    const LineAccess& line = lines_.lines[sent_];
    compare("line_o", line.address / kLineBytes, actual.line);
    compare("lanes_o", line.lanes.bits(), actual.lanes.bits());
    compare("last_o", last() ? 1 : 0, actual.last ? 1 : 0);
    return compare.found();
  }

  std::string context(const Inputs& inputs) const {
    return fmt::format("line {} of {} of an access of lanes {}; valid {}, ready {}", sent_ + 1,
                       lines_.count, hex(held_.bits()), inputs.valid, inputs.ready);
  }

  void reset_oracle() override { lines_.count = sent_ = 0; }
  void clock_oracle(const Inputs& inputs) override {
    const bool takes = inputs.valid && free(inputs);
    if (busy() && inputs.ready) {
      ++events_->lines;
      events_->shared += lines_.lines[sent_].lanes.count() > 1 ? 1 : 0;
      ++sent_;
    }
    if (!takes) return;
    held_ = next_.access.lanes;
    coalesce(next_.access, kLineBytes, next_.placement, lines_);
    sent_ = 0;
  }

  unsigned lanes_;
  std::shared_ptr<CoalescerEvents> events_;
  Access next_;  ///< at the inputs
  LaneMask held_;
  LineAccesses lines_;
  unsigned sent_ = 0;
  unsigned valid_ = 0;
  unsigned ready_ = 0;
  bool waits_ = false;    ///< lines are seldom taken, as by a busy memory
  bool repeats_ = false;  ///< accesses come again, as in a loop
};

}  // namespace

Comparison coalescer_comparison(unsigned lanes, std::uint64_t random,
                                const std::shared_ptr<CoalescerEvents>& events) {
  const auto masks =
      std::make_shared<const std::vector<LaneMask>>(program_masks(lanes, Rotations::None));
  return {tried_masks(masks->size()) + ", and " + counted(random, "clock cycle") +
              " of random accesses",
          masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<CoalescerRun>(start, lanes, masks, events);
          }};
}

}  // namespace lanefold
