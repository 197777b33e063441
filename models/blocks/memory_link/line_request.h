// SPDX-License-Identifier: Apache-2.0
// A line request on the TLM-2.0 base protocol: generic payload, its data, and what it is for.
#pragma once

#include <tlm.h>

#include <utility>
#include <vector>

#include "blocks/memory_link/atomic_extension.h"
#include "blocks/memory_link/journey.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

struct OutstandingLoad;

/// Says whom a request serves. Ignorable: a target that does not know it behaves the same (IEEE
/// 1666-2011, 14.21).
struct LaneExtension : tlm::tlm_extension<LaneExtension> {
  unsigned core = 0;
  unsigned slot = 0;  ///< hardware thread
  std::uint32_t pc = 0;
  std::uint64_t instruction = 0;  ///< id within the core
  LaneMask lanes;
  bool scheduled = false;      ///< the lanes have passed the banks of the first cache on the way
  bool needs_look_up = false;  ///< of a miss, by LOOK_UP_MISSED
  bool droppable = false;      ///< if no MSHR has room for its miss, or the line leaves: no data
  bool hit = false;            ///< the answer: the first cache on the way had the line

  tlm_extension_base* clone() const override { return new LaneExtension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const LaneExtension&>(other);
  }
};

/// A payload with a buffer of one line; reference-counted, back to its pool at the last release.
class LineRequest : public tlm::tlm_generic_payload {
 public:
  LineRequest(tlm::tlm_mm_interface* pool, std::uint32_t line_bytes)
      : tlm::tlm_generic_payload(pool), data_(line_bytes), enables_(line_bytes) {
    set_extension(&extension_);
    set_data_ptr(data_.data());
    set_data_length(line_bytes);
    set_streaming_width(line_bytes);
  }
  ~LineRequest() override {
    clear_extension(&extension_);
    clear_extension(&atomic_);
    clear_extension(&journey_);
  }
  LineRequest(const LineRequest&) = delete;
  LineRequest& operator=(const LineRequest&) = delete;

  LaneExtension& lanes() { return extension_; }
  /// Makes it an atomic, or a plain read or write again.
  AtomicExtension& make_atomic() {
    set_extension(&atomic_);
    is_atomic_ = true;
    return atomic_;
  }
  void make_plain() {
    if (std::exchange(is_atomic_, false)) clear_extension(&atomic_);
  }
  /// From now on, the levels of memory say how long it has been in each.
  void begin_journey(Cycle now) {
    journey_.begin(now);
    if (!std::exchange(travels_, true)) set_extension(&journey_);
  }
  const Journey& journey() const { return journey_; }
  unsigned char* data() { return data_.data(); }
  unsigned char* enables() { return enables_.data(); }
  /// The load that waits for the response; nullptr for stores.
  OutstandingLoad* waiting = nullptr;
  /// Of the instruction, on a machine that counts by instruction; nullptr otherwise.
  InstructionCounts* counts = nullptr;
  /// The first cache on the way has reported that the line of this load missed.
  bool miss_reported = false;
  /// Place of the operation among those of the thread that memory has not answered.
  unsigned place = 0;
  /// Launch to which the request belongs: answers to an abandoned one are ignored.
  std::uint64_t launch = 0;

 private:
  std::vector<unsigned char> data_;
  std::vector<unsigned char> enables_;
  LaneExtension extension_;
  AtomicExtension atomic_;
  Journey journey_;
  bool is_atomic_ = false;
  bool travels_ = false;  ///< has its journey as an extension
};

}  // namespace lanefold
