// SPDX-License-Identifier: Apache-2.0
// Start of a warp, and what its CSRs say.
#include "decisions/execute/warp.h"

#include <algorithm>

#include "decisions/execute/work_group.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

constexpr std::size_t kCacheLineWords = 16;

std::uint32_t padded(std::uint32_t lanes) {
  return (lanes + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
}

}  // namespace

Warp::Warp(const CoreConfig& core, const MemoryConfig& memory)
    : float_flags_(padded(core.warp_width)),
      float_rounding_(padded(core.warp_width)),
      private_memory_(memory.private_bytes, padded(core.warp_width)) {
  const std::uint32_t stride = padded(core.warp_width);
  const std::size_t words = std::size_t{kRegisterRows} * stride;
  storage_ = std::make_unique<std::uint32_t[]>(words + kCacheLineWords);
  void* aligned = storage_.get();
  std::size_t space = (words + kCacheLineWords) * sizeof(std::uint32_t);
  std::align(kCacheLineWords * sizeof(std::uint32_t), words * sizeof(std::uint32_t), aligned,
             space);
  registers_.rows = static_cast<std::uint32_t*>(aligned);
  registers_.stride = stride;
  registers_.full = LaneMask::first(core.warp_width);
  registers_.float_flags = float_flags_.data();
  registers_.float_rounding = float_rounding_.data();
  spaces_.private_memory = &private_memory_;
  spaces_.values = memory.values;
}

void Warp::start(const Launch& launch, WorkGroup& group) {
  launch_ = &launch;
  group_ = &group;
  end_quiet();
  snoop_hits_ = {};
  misses_ = {};
  scalar_rows_.clear();
  clear_rows(launch.image->rows);
  std::fill(float_flags_.begin(), float_flags_.end(), std::uint8_t{0});
  std::fill(float_rounding_.begin(), float_rounding_.end(), std::uint8_t{0});
  private_memory_.clear();
  dispatched_ = {};
  spaces_.global = group.global();
  spaces_.reservations = group.reservations();
  spaces_.local = group.local();
  spaces_.local_bytes = launch.local_bytes;
  spaces_.program = {launch.image->bytes.data(), launch.image->begin,
                     launch.image->begin + static_cast<std::uint32_t>(launch.image->bytes.size())};
  spaces_.reservations->drop_warp(registers_.rows);
}

/// The program does not see the others: they keep what they have.
void Warp::clear_rows(const RegisterSet& rows) {
  for (unsigned row = 0; row < kRegisterRows; ++row) {
    if (rows.test(row)) std::fill_n(registers_.row(row), registers_.stride, 0U);
  }
}

StateParts Warp::state(StateBytes places) const {
  const std::size_t words = std::size_t{kRegisterRows} * registers_.stride;
  return {{places,
           {registers_.rows, words * sizeof(std::uint32_t)},
           {float_flags_.data(), float_flags_.size()},
           {float_rounding_.data(), float_rounding_.size()}}};
}

std::array<std::uint32_t, 3> Warp::global_id(unsigned lane) const {
  std::array<std::uint32_t, 3> id{};
  for (unsigned d = 0; d < 3; ++d) {
    id[d] = items_[lane].group[d] * launch_->range.local[d] + items_[lane].local[d] +
            launch_->range.offset[d];
  }
  return id;
}

std::uint32_t Warp::sub_group_csr(WorkItemCsr csr, unsigned lane) const {
  if (csr == WorkItemCsr::MaxSubGroupSize) return launch_->warp_width;
  if (csr == WorkItemCsr::SubGroupCount) {
    return sub_group_count(launch_->group_size(), launch_->warp_width);
  }
  const SubGroupPlace place = launch_->sub_group_place(items_[lane]);
  if (csr == WorkItemCsr::SubGroupId) return place.id;
  if (csr == WorkItemCsr::SubGroupSize) return place.size;
  if (csr == WorkItemCsr::SubGroupLocalId) return place.local_id;
  if (launch_->sub_group_exchange == 0) return 0;
  return launch_->sub_group_exchange + kExchangeBytes * launch_->warp_width * place.id;
}

std::uint32_t Warp::work_item_csr(WorkItemCsr csr, unsigned lane) const {
  const auto within = [csr](WorkItemCsr first) {
    return csr >= first && static_cast<std::uint32_t>(csr) < static_cast<std::uint32_t>(first) + 3;
  };
  const auto index = [csr](WorkItemCsr first) {
    return static_cast<std::uint32_t>(csr) - static_cast<std::uint32_t>(first);
  };
  const NDRange& range = launch_->range;
  if (within(WorkItemCsr::LocalId0)) return items_[lane].local[index(WorkItemCsr::LocalId0)];
  if (within(WorkItemCsr::GroupId0)) return items_[lane].group[index(WorkItemCsr::GroupId0)];
  if (within(WorkItemCsr::GlobalId0)) return global_id(lane)[index(WorkItemCsr::GlobalId0)];
  if (within(WorkItemCsr::LocalSize0)) return range.local[index(WorkItemCsr::LocalSize0)];
  if (within(WorkItemCsr::GlobalSize0)) return range.global[index(WorkItemCsr::GlobalSize0)];
  if (within(WorkItemCsr::GroupCount0)) return launch_->groups()[index(WorkItemCsr::GroupCount0)];
  if (within(WorkItemCsr::GlobalOffset0)) return range.offset[index(WorkItemCsr::GlobalOffset0)];
  if (csr == WorkItemCsr::WorkDimensions) return range.dimensions;
  if (csr == WorkItemCsr::ArgumentBlock) return launch_->argument_block;
  if (csr == WorkItemCsr::PrintfBuffer) return launch_->printf_buffer;
  if (csr == WorkItemCsr::SnoopHit) return snoop_hits_.test(lane) ? 1 : 0;
  if (csr >= WorkItemCsr::MaxSubGroupSize) return sub_group_csr(csr, lane);
  return kPrivateBase + private_memory_.bytes();
}

}  // namespace lanefold
