// SPDX-License-Identifier: Apache-2.0
// `lanefold bench --scale`: whether what the simulator takes for a unit of work depends on how much
// of something else there is.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "cpu_time.h"
#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/pipeline_trace.h"
#include "simulation.h"

namespace lanefold {
namespace {

constexpr unsigned kTurns = 3;

/// CPU seconds of a unit of work.
using Cost = std::function<double()>;

struct ScalePoint {
  std::string value;
  Cost cost;
  double least = std::numeric_limits<double>::infinity();  ///< of all turns
};

/// Something that there may be more of.
struct ScaleAxis {
  std::string name;
  std::string unit;
  /// Of the cost, from the first point to any other. Busy hosts vary by half.
  double most_growth;
  std::vector<ScalePoint> points;
};

/// A kernel that streams, another that does nothing.
constexpr const char* kSource =
    "kernel void stream(global const float* a, global float* b) {\n"
    "  const uint i = get_global_id(0);\n"
    "  b[i] = a[i] * 2.0f + 1.0f;\n"
    "}\n"
    "kernel void nothing(global float* a) {}\n";
constexpr std::uint32_t kItems = 1 << 18;
constexpr std::uint32_t kGroup = 64;

class Scales {
 public:
  explicit Scales(MachineConfig machine)
      : machine_(std::move(machine)),
        program_(load_program(compile_opencl(kSource, "scale.cl").elf, "scale.cl")) {}

  /// Valid as long as this object.
  std::vector<ScaleAxis> axes() const {
    std::vector<ScaleAxis> axes;
    axes.push_back({"cores", "warp instruction", 4, {}});
    for (const unsigned cores : {4, 16, 64, 256}) add_stream(axes.back(), "cores", cores);
    axes.push_back({"warps", "warp instruction", 3, {}});
    for (const unsigned warps : {2, 4, 8, 16, 32}) add_stream(axes.back(), "core.warps", warps);
    axes.push_back({"width", "lane instruction", 1.5, {}});
    for (const unsigned width : {8, 16, 32, 64}) {
      add_stream(axes.back(), "core.warp_width", width, true);
    }
    axes.push_back({"launches", "launch", 1.5, {}});
    for (const unsigned count : {100, 1000, 10'000}) {
      add(axes.back(), std::to_string(count), [this, count] { return launches(count); });
    }
    axes.push_back({"buffers of MiB", "launch", 25, {}});
    for (const std::uint32_t mebibytes : {1, 64, 512}) {
      add(axes.back(), std::to_string(mebibytes),
          [this, mebibytes] { return launches(100, mebibytes << 20); });
    }
    axes.push_back({"trace", "warp instruction", 1.5, {}});
    for (const bool traced : {false, true}) {
      add(axes.back(), traced ? "late window" : "none", [this, traced] { return trace(traced); });
    }
    return axes;
  }

 private:
  static void add(ScaleAxis& axis, std::string value, Cost cost) {
    axis.points.push_back({std::move(value), std::move(cost)});
  }

  /// Left out if there is no such machine.
  void add_stream(ScaleAxis& axis, const char* key, unsigned value, bool by_lane = false) const {
    MachineConfig config = machine_;
    try {
      apply_setting(config, fmt::format("{}={}", key, value));
      validate(config);
    } catch (const Error&) {
      return;
    }
    add(axis, std::to_string(value),
        [this, config, by_lane] { return stream(*make_timed_machine(config), by_lane); });
  }

  double stream(Machine& machine, bool by_lane) const {
    const Buffer from = machine.allocate(sizeof(float) * kItems);
    const Buffer to = machine.allocate(sizeof(float) * kItems);
    const double start = cpu_seconds();
    machine.launch(*program_, "stream", range(kItems), {from, to});
    const LaunchStatistics& launch = machine.launches().back();
    return (cpu_seconds() - start) /
           static_cast<double>(by_lane ? launch.lane_instructions : launch.warp_instructions);
  }

  /// One small work-group each, beside a buffer that nobody touches.
  double launches(unsigned count, std::uint32_t untouched = 0) const {
    MachineConfig config = machine_;
    config.memory.bytes = std::max<std::uint32_t>(config.memory.bytes, untouched + (64 << 20));
    const std::unique_ptr<Machine> machine = make_timed_machine(config);
    const Buffer buffer = machine->allocate(4096);
    const double start = cpu_seconds();
    for (unsigned i = 0; i < count; ++i) {
      const Buffer large = untouched == 0 ? Buffer{} : machine->allocate(untouched);
      machine->launch(*program_, "nothing", range(kGroup), {buffer});
      machine->take_launches();
      if (untouched != 0) machine->release(large);
    }
    return (cpu_seconds() - start) / count;
  }

  double trace(bool traced) const {
    if (!traced) return stream(*make_timed_machine(machine_), false);
    PipelineTraceRequest request;
    request.window.from = std::numeric_limits<std::uint64_t>::max() - 1;
    return stream(*make_traced_machine(machine_, request, [](std::string_view /*text*/) {}), false);
  }

  static NDRange range(std::uint32_t items) {
    NDRange range;
    range.dimensions = 1;
    range.global = {items, 1, 1};
    range.local = {kGroup, 1, 1};
    return range;
  }

  const MachineConfig machine_;
  const std::shared_ptr<const Program> program_;
};

/// In turns, so that what else the host does meets all points.
void measure(ScaleAxis& axis) {
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    for (ScalePoint& point : axis.points) point.least = std::min(point.least, point.cost());
  }
}

double growth(const ScaleAxis& axis, const ScalePoint& point) {
  return point.least / axis.points.front().least;
}

}  // namespace

void bench_scale_command(const BenchOptions& options) {
  if (!options.workloads.empty()) {
    throw Error(ErrorKind::Usage, "--scale has kernels of its own: leave out the workloads");
  }
  const ConfiguredMachine configured = machine_of(options.machine);
  tell(configured.notes);
  TextTable table({"more", "value", "ns for a", "ns", "growth", "allowed"});
  std::string beyond;
  const Scales scales(configured.config);
  for (ScaleAxis& axis : scales.axes()) {
    measure(axis);
    for (const ScalePoint& point : axis.points) {
      table.row({axis.name, point.value, axis.unit, fmt::format("{:.0f}", point.least * 1e9),
                 fmt::format("{:.2f}", growth(axis, point)), fmt::format("{}", axis.most_growth)});
      if (growth(axis, point) <= axis.most_growth || !beyond.empty()) continue;
      beyond = fmt::format("a {} takes {:.1f} times as long with {} = {} as with {}; allowed: {}",
                           axis.unit, growth(axis, point), axis.name, point.value,
                           axis.points.front().value, axis.most_growth);
    }
  }
  print_to(stdout, table.text());
  if (options.check && !beyond.empty()) throw Error(ErrorKind::Verification, beyond);
}

}  // namespace lanefold
