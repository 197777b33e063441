// SPDX-License-Identifier: Apache-2.0
// Rows as Kanata.
#include "observers/pipeline_trace/kanata_writer.h"

#include <fmt/format.h>

#include <iterator>

namespace lanefold {
namespace {

/// Launches, and requests that serve no core.
constexpr unsigned kNoThread = 9999;

/// What the viewer shows beside the row, and when the mouse is over it.
std::string texts(const PipelineRow& row, std::uint64_t number) {
  std::string text = fmt::format("L\t{}\t0\t{}\nL\t{}\t1\t", number, row.label(), number);
  if (row.core) text += fmt::format("core {}", *row.core);
  for (const RowDetail& detail : details_of(row)) {
    text += fmt::format(" {} {}", detail.key, detail.value);
  }
  for (const RowStage& stage : row.stages) {
    if (!stage.why.empty()) text += fmt::format("; {}: {}", stage.name, stage.why);
  }
  return text + "\n";
}

}  // namespace

KanataWriter::KanataWriter(unsigned threads_of_core, TextSink::Sink sink)
    : threads_of_core_(threads_of_core), sink_(std::move(sink)) {
  sink_.text() += "Kanata\t0004\n";
}

void KanataWriter::launch_begins(unsigned number, const std::string& kernel, Cycle begin) {
  write_until(kNever);
  const std::uint64_t id = rows_++;
  push(begin, id,
       fmt::format("I\t{0}\t{0}\t{1}\nL\t{0}\t0\tlaunch {2}: {3}\nS\t{0}\t0\tLaunch\n", id,
                   kNoThread, number, kernel));
  push_end(begin + 1, id, true);
}

void KanataWriter::launch_ends(Cycle /*end*/) { write_until(kNever); }

void KanataWriter::row(PipelineRow& row) {
  write_until(row.begin);
  const std::uint64_t id = rows_++;
  row.number = id;
  const unsigned thread = row.core ? *row.core * threads_of_core_ + row.slot : kNoThread;
  std::string text = fmt::format("I\t{0}\t{0}\t{1}\n", id, thread) + texts(row, id);
  if (row.cause != nullptr && row.cause->number) {
    text += fmt::format("W\t{}\t{}\t0\n", id, *row.cause->number);
  }
  push(row.begin, id, std::move(text));
  for (const RowStage& stage : row.stages) {
    push(stage.begin, id, fmt::format("S\t{}\t0\t{}\n", id, stage.name));
  }
  push_end(row.end, id, row.complete);
}

void KanataWriter::close() {
  write_until(kNever);
  sink_.pass_on(0);
}

void KanataWriter::push(Cycle cycle, std::uint64_t row, std::string text) {
  events_.push({cycle, pushed_++, row, false, false, std::move(text)});
}

void KanataWriter::push_end(Cycle cycle, std::uint64_t row, bool complete) {
  events_.push({cycle, pushed_++, row, true, complete});
}

/// Before `cycle`: no row that is yet to come has anything to say of that time.
void KanataWriter::write_until(Cycle cycle) {
  while (!events_.empty() && events_.top().cycle < cycle) {
    write(events_.top());
    events_.pop();
  }
}

void KanataWriter::write(const Event& event) {
  const auto out = std::back_inserter(sink_.text());
  if (!started_) {
    fmt::format_to(out, "C=\t{}\n", event.cycle);
  } else if (event.cycle != now_) {
    fmt::format_to(out, "C\t{}\n", event.cycle - now_);
  }
  started_ = true;
  now_ = event.cycle;
  if (event.ends) {
    fmt::format_to(out, "R\t{}\t{}\t{}\n", event.row, retired_++, event.complete ? 0 : 1);
  } else {
    sink_.text() += event.text;
  }
  sink_.pass_on();
}

}  // namespace lanefold
