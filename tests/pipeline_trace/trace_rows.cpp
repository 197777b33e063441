// SPDX-License-Identifier: Apache-2.0
// Readers of Kanata 0004 and of Chrome's trace events.
#include "tests/pipeline_trace/trace_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "base/text.h"

namespace lanefold {
namespace {

void require(bool holds, const std::string& line) {
  if (!holds) throw std::runtime_error("not a trace: " + line);
}

/// "core 0 slice 1 mask 0xff; Sb: waits"
void read_details(const std::string& text, ReadRow& row) {
  const std::vector<std::string> words = split(text.substr(0, text.find(';')), ' ');
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) row.details[words[i]] = words[i + 1];
  if (row.details.count("core") != 0) row.core = std::stoi(row.details["core"]);
  row.details.erase("core");
}

class KanataReader {
 public:
  ReadTrace read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    require(line == "Kanata\t0004", line);
    while (std::getline(lines, line)) read_line(line);
    require(std::all_of(ended_.begin(), ended_.end(), [](bool ended) { return ended; }), "end");
    return sorted();
  }

 private:
  void read_line(const std::string& line) {
    const std::vector<std::string> words = split(line, '\t');
    const std::string& kind = words.at(0);
    if (kind == "C=" || kind == "C") {
      require((kind == "C=") == !started_, line);
      started_ = true;
      cycle_ += std::stoull(words.at(1));
      return;
    }
    require(started_, line);
    const std::size_t id = std::stoull(words.at(1));
    if (kind == "I") {
      require(id == rows_.size(), line);
      rows_.emplace_back().begin = cycle_;
      ended_.push_back(false);
      return;
    }
    require(id < rows_.size() && !ended_[id], line);
    ReadRow& row = rows_[id];
    if (kind == "L") {
      if (words.at(2) == "0") row.label = words.at(3);
      if (words.at(2) == "1") read_details(words.at(3), row);
    } else if (kind == "S") {
      if (!row.stages.empty()) row.stages.back().end = cycle_;
      row.stages.push_back({words.at(3), cycle_, 0});
    } else if (kind == "R") {
      require(std::stoull(words.at(2)) == retired_++, line);
      row.complete = words.at(3) == "0";
      row.end = row.stages.back().end = cycle_;
      ended_[id] = true;
    } else {
      require(kind == "W" && std::stoull(words.at(2)) < id && words.at(3) == "0", line);
      causes_.emplace_back(id, std::stoull(words.at(2)));
    }
  }

  /// Without the launches.
  ReadTrace sorted() {
    ReadTrace trace;
    std::vector<std::size_t> place(rows_.size());
    for (std::size_t id = 0; id < rows_.size(); ++id) {
      place[id] = trace.rows.size();
      if (rows_[id].stages.at(0).name == "Launch") {
        trace.launches.push_back(rows_[id].label);
      } else {
        trace.rows.push_back(rows_[id]);
      }
    }
    for (const auto& [consumer, producer] : causes_) {
      trace.causes.emplace_back(place[consumer], place[producer]);
    }
    return trace;
  }

  bool started_ = false;
  std::uint64_t cycle_ = 0;
  std::uint64_t retired_ = 0;
  std::vector<ReadRow> rows_;
  std::vector<bool> ended_;
  std::vector<std::pair<std::size_t, std::size_t>> causes_;
};

ReadTrace read_chrome(const std::string& text) {
  ReadTrace trace;
  std::map<std::pair<int, int>, std::size_t> latest;  // row of each track
  std::map<int, std::string> processes;
  const nlohmann::json file = nlohmann::json::parse(text);
  for (const auto& event : file.at("traceEvents")) {
    const int process = event.at("pid");
    if (event.at("ph") == "M") {
      if (event.at("name") == "process_name") processes[process] = event.at("args").at("name");
      if (event.at("name") == "process_sort_index") {
        trace.order[event.at("args").at("sort_index")] = processes.at(process);
      }
      continue;
    }
    const std::string name = event.at("name");
    const std::uint64_t begin = event.at("ts");
    if (event.at("ph") == "C") {
      require(processes.count(process) != 0, event.dump());
      trace.counters[processes[process]][name][begin] = event.at("args").at("value");
      continue;
    }
    const std::uint64_t end = begin + event.at("dur").get<std::uint64_t>();
    const std::pair<int, int> track{process, event.at("tid")};
    require(event.at("ph") == "X" && processes.count(process) != 0, event.dump());
    if (event.at("cat") == "launch") {
      trace.launches.push_back(name);
    } else if (event.at("cat") == "stage") {
      ReadRow& row = trace.rows.at(latest.at(track));
      require(row.begin <= begin && end <= row.end, event.dump());
      row.stages.push_back({name, begin, end});
    } else {
      const auto before = latest.find(track);  // slices of a track are disjoint
      require(before == latest.end() || trace.rows[before->second].end <= begin, event.dump());
      ReadRow row;
      row.label = name;
      if (starts_with(processes[process], "core "))
        row.core = std::stoi(processes[process].substr(5));
      row.begin = begin;
      row.end = end;
      if (event.contains("args")) row.details = event.at("args");
      row.complete = row.details.count("end") == 0;
      latest[track] = trace.rows.size();
      trace.rows.push_back(row);
    }
  }
  return trace;
}

}  // namespace

bool ReadRow::is_request() const {
  for (const char* access : {"fetch 0x", "read 0x", "write 0x", "atomic 0x"}) {
    if (starts_with(label, access)) return true;
  }
  return false;
}

std::uint64_t ReadRow::mask() const {
  const auto found = details.find("mask");
  return found == details.end() ? 0 : std::stoull(found->second, nullptr, 16);
}

std::string ReadRow::text() const {
  std::string text = std::to_string(begin) + "-" + std::to_string(end) + " core " +
                     std::to_string(core) + " " + label;
  for (const auto& [key, value] : details) text += ", " + key + " " + value;
  for (const ReadStage& stage : stages) {
    text += "; " + stage.name + " " + std::to_string(stage.begin) + "-" + std::to_string(stage.end);
  }
  return text;
}

std::vector<ReadRow> ReadTrace::instructions() const {
  std::vector<ReadRow> chosen;
  for (const ReadRow& row : rows) {
    if (!row.is_request()) chosen.push_back(row);
  }
  return chosen;
}

std::vector<ReadRow> ReadTrace::requests() const {
  std::vector<ReadRow> chosen;
  for (const ReadRow& row : rows) {
    if (row.is_request()) chosen.push_back(row);
  }
  return chosen;
}

ReadTrace read_trace(PipelineTraceFormat format, const std::string& text) {
  return format == PipelineTraceFormat::Kanata ? KanataReader().read(text) : read_chrome(text);
}

}  // namespace lanefold
