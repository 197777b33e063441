// SPDX-License-Identifier: Apache-2.0
// Rows of requests.
#include "observers/pipeline_trace/request_recorder.h"

#include <algorithm>

namespace lanefold {
namespace {

/// "l1" of "l1_3": which one it is follows from the core.
std::string level_name(const sc_core::sc_object& module) {
  const std::string name = module.basename();
  const std::size_t end = name.find_last_not_of("0123456789");
  return end + 1 < name.size() && name[end] == '_' ? name.substr(0, end) : name;
}

std::string_view access_of(const tlm::tlm_generic_payload& payload) {
  if (payload.get_extension<AtomicExtension>() != nullptr) return "atomic";
  return payload.is_write() ? "write" : "read";
}

}  // namespace

RequestRecorder::RequestRecorder(const MachineConfig& config, std::optional<unsigned> core,
                                 RowQueue& rows, InstructionRecorder& instructions)
    : line_bytes_(config.memory.line_bytes),
      core_(core),
      rows_(rows),
      instructions_(instructions) {}

RequestRecorder::LinkNumber RequestRecorder::add_link(const sc_core::sc_object& initiator,
                                                      const sc_core::sc_object& target) {
  links_.push_back({&initiator, &target, level_name(initiator), level_name(target), {}, {}});
  return links_.size() - 1;
}

void RequestRecorder::begins(LinkNumber number, tlm::tlm_generic_payload& payload, Cycle cycle) {
  if (rows_.early(cycle)) return;
  Link& link = links_[number];
  Open open;
  open.line = payload.get_address() / line_bytes_;
  if (!find_served(link, payload, open)) {
    const Row row = open_row(payload, cycle);
    open.first = true;
    if (row != nullptr) open.rows.push_back(row);
  }
  for (const Row& row : open.rows) row->enter(link.to, cycle);
  if (link.open.insert_or_assign(&payload, std::move(open)).second) link.order.push_back(&payload);
}

/// Whether its requests come from no other link.
bool RequestRecorder::is_first(const Link& link) const {
  return std::none_of(links_.begin(), links_.end(),
                      [&](const Link& above) { return above.target == link.initiator; });
}

/// The requests that wait at the initiator of the link for this line; an interconnect passes on the
/// request itself. False if the initiator asks of its own accord.
bool RequestRecorder::find_served(const Link& below, const tlm::tlm_generic_payload& payload,
                                  Open& open) const {
  bool serves = false;
  for (const Link& above : links_) {
    if (above.target != below.initiator) continue;
    if (const auto same = above.open.find(&payload); same != above.open.end()) {
      open.rows = same->second.rows;
      return true;
    }
    for (const auto* request : above.order) {
      const Open& waiting = above.open.at(request);
      if (waiting.line != open.line) continue;
      serves = true;
      for (const Row& row : waiting.rows) {
        if (!row->done) open.rows.push_back(row);
      }
    }
  }
  return serves;
}

/// nullptr for what is not traced.
RequestRecorder::Row RequestRecorder::open_row(const tlm::tlm_generic_payload& payload,
                                               Cycle cycle) {
  const auto* lanes = payload.get_extension<LaneExtension>();
  if (core_ && (lanes == nullptr || lanes->core != *core_)) return nullptr;
  const bool of_instruction = lanes != nullptr && lanes->lanes.any();
  const Row cause = of_instruction
                        ? instructions_.line_requested(lanes->core, lanes->instruction, cycle)
                        : nullptr;
  if (cause == nullptr && rows_.over(cycle)) return nullptr;
  Row row = rows_.open(RowKind::Request, cycle);
  row->access = access_of(payload);
  row->address = payload.get_address();
  if (lanes == nullptr) return row;
  if (!of_instruction) row->access = "fetch";
  row->core = lanes->core;
  row->slot = lanes->slot;
  row->lanes = lanes->lanes;
  row->cause = cause;
  if (cause != nullptr) row->code = cause->code;
  return row;
}

void RequestRecorder::answered(LinkNumber number, tlm::tlm_generic_payload& payload, Cycle cycle) {
  if (rows_.early(cycle)) return;
  Link& link = links_[number];
  const auto found = link.open.find(&payload);
  if (found == link.open.end()) {
    if (is_first(link)) rows_.leave_out(cycle);
    return;
  }
  const Open open = std::move(found->second);
  link.open.erase(found);
  link.order.erase(std::find(link.order.begin(), link.order.end(), &payload));
  const auto* lanes = payload.get_extension<LaneExtension>();
  for (const Row& row : open.rows) {
    if (row->done) continue;
    if (!open.first) {
      row->enter(link.from, cycle);
      continue;
    }
    if (lanes != nullptr && !lanes->hit) {
      row->missed = row->lanes;
      if (row->cause != nullptr && !row->cause->done) row->cause->missed |= row->lanes;
    }
    rows_.close(*row, cycle);
  }
}

void RequestRecorder::launch_ends() {
  for (Link& link : links_) {
    link.open.clear();
    link.order.clear();
  }
}

}  // namespace lanefold
