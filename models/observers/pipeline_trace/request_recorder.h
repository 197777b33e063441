// SPDX-License-Identifier: Apache-2.0
// Makes rows of the requests that pass the links between cores and the levels of memory.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "blocks/memory_link/line_request.h"
#include "lanefold/machine_config.h"
#include "observers/pipeline_trace/instruction_recorder.h"

namespace lanefold {

/// A row is the way of one request of a core, from level to level and back: a level that asks the
/// next one for a line does so for the requests that it has for this line. What a level asks of its
/// own accord, to write a line back for instance, is a row of its own, unless one core is traced.
class RequestRecorder {
 public:
  using LinkNumber = std::size_t;

  RequestRecorder(const MachineConfig& config, std::optional<unsigned> core, RowQueue& rows,
                  InstructionRecorder& instructions);

  /// A link between two modules.
  LinkNumber add_link(const sc_core::sc_object& initiator, const sc_core::sc_object& target);
  /// A request begins on the link, and is answered, in a cycle.
  void begins(LinkNumber link, tlm::tlm_generic_payload& payload, Cycle cycle);
  void answered(LinkNumber link, tlm::tlm_generic_payload& payload, Cycle cycle);

  void launch_ends();

 private:
  using Row = RowQueue::Row;
  struct Open {
    std::uint64_t line = 0;
    bool first = false;     ///< its row begins with it, and ends
    std::vector<Row> rows;  ///< none if what it serves is not traced
  };
  struct Link {
    const sc_core::sc_object* initiator;
    const sc_core::sc_object* target;
    std::string from;  ///< names of the levels
    std::string to;
    std::unordered_map<const tlm::tlm_generic_payload*, Open> open;
    std::vector<const tlm::tlm_generic_payload*> order;  ///< of those that are open, by begin
  };

  Row open_row(const tlm::tlm_generic_payload& payload, Cycle cycle);
  bool is_first(const Link& link) const;
  bool find_served(const Link& below, const tlm::tlm_generic_payload& payload, Open& open) const;

  std::uint32_t line_bytes_;
  std::optional<unsigned> core_;
  RowQueue& rows_;
  InstructionRecorder& instructions_;
  std::deque<Link> links_;
};

}  // namespace lanefold
