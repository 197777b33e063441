// SPDX-License-Identifier: Apache-2.0
// A row of a pipeline trace: one instruction, or one request for a line, from its begin to its end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cycle.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// From its begin to that of the next stage, or to the end of the row. The texts outlive the trace.
struct RowStage {
  std::string_view name;
  Cycle begin = 0;
  std::string_view why = {};  ///< what it waits for, if it does
};

/// What is known of the instruction at a pc.
struct CodeText {
  std::uint32_t pc = 0;
  std::string assembler;
  std::string source;  ///< "file.cl:12", or empty
};

enum class RowKind : std::uint8_t { Instruction, Request };

/// Cycles count from the begin of the first launch.
struct PipelineRow {
  RowKind kind = RowKind::Instruction;
  Cycle begin = 0;
  Cycle end = 0;
  bool done = false;      ///< its end is known
  bool complete = false;  ///< false if its launch failed before
  std::vector<RowStage> stages;
  std::optional<unsigned> core;    ///< that it serves
  unsigned slot = 0;               ///< hardware thread
  const CodeText* code = nullptr;  ///< of the instruction, or of the one that it serves

  LaneMask lanes;                ///< that execute it, or that the request serves
  LaneMask missed;               ///< of them, those that waited for a line the first cache had not
  LaneMask left_behind;          ///< wait in the memory divergence table meanwhile
  LaneMask stays;                ///< of a load: lanes that it leaves behind
  LaneMask joins;                ///< of a load: lanes, left behind there, that go on with it
  std::string_view access = {};  ///< of a request: fetch, read, write or atomic
  std::uint64_t address = 0;     ///< of a request

  /// The load that its stall waits for, or the instruction that the request serves.
  std::shared_ptr<PipelineRow> cause;
  std::optional<std::uint64_t> number;  ///< in the file, when it is written

  /// Stages that take no time are left out.
  void enter(std::string_view name, Cycle cycle, std::string_view why = {});
  /// As a line: "lw a5, 0(a4)", or "read 0x10000040".
  std::string label() const;
};

/// One fact, for people to read.
struct RowDetail {
  std::string_view key;
  std::string value;
};
std::vector<RowDetail> details_of(const PipelineRow& row);

}  // namespace lanefold
