// SPDX-License-Identifier: Apache-2.0
// The warp-slice table of a core.
#include "blocks/warp_slices/warp_slice_table.h"

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

WarpSliceTable::WarpSliceTable(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name), table_(config.warps, config.warp_width, slots_of(config)) {}

void WarpSliceTable::carry_out(SliceRequest& request) {
  switch (request.kind) {
    case SliceRequest::Kind::Divide:
      return table_.divide(request.width);
    case SliceRequest::Kind::SplitOff:
      request.other = table_.split_off(request.slot, request.lanes);
      return;
    case SliceRequest::Kind::Merge:
      return table_.merge(request.slot, request.other);
  }
}

void SliceInitiator::divide(unsigned width) {
  SliceRequest request;
  request.kind = SliceRequest::Kind::Divide;
  request.width = width;
  send(request);
}

unsigned SliceInitiator::split_off(unsigned slot, LaneMask lanes) {
  SliceRequest request;
  request.kind = SliceRequest::Kind::SplitOff;
  request.slot = slot;
  request.lanes = lanes;
  send(request);
  return request.other;
}

void SliceInitiator::merge(unsigned slot, unsigned other) {
  SliceRequest request;
  request.kind = SliceRequest::Kind::Merge;
  request.slot = slot;
  request.other = other;
  send(request);
}

}  // namespace lanefold
