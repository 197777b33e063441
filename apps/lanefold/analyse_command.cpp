// SPDX-License-Identifier: Apache-2.0
// `lanefold analyse` and `lanefold audit-uniform`: which instructions do the same in all lanes, as
// the analysis says, and as runs show.
#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "analysis_report.h"
#include "argument_spec.h"
#include "audit_report.h"
#include "base/nearest_name.h"
#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "gen8_listing.h"
#include "lanefold/forwarding_device.h"
#include "machine/device/launch_checks.h"
#include "simulation.h"

namespace lanefold {
namespace {

using GroupSize = std::array<std::uint32_t, 3>;

struct KernelShape {
  const KernelInfo* kernel = nullptr;
  GroupSize local{1, 1, 1};
};

/// Notes which kernels are launched, with what groups.
class ShapeRecorder final : public ForwardingDevice {
 public:
  explicit ShapeRecorder(Device& device) : ForwardingDevice(device) {}

  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    const KernelInfo* info = &program.kernel(std::string(kernel));
    const bool known = std::any_of(shapes_.begin(), shapes_.end(), [&](const KernelShape& shape) {
      return shape.kernel == info && shape.local == range.local;
    });
    if (!known) shapes_.push_back({info, range.local});
    ForwardingDevice::launch(program, kernel, range, arguments);
  }

  const std::vector<KernelShape>& shapes() const { return shapes_; }

 private:
  std::vector<KernelShape> shapes_;
};

/// Shapes of the launches of a workload, which knows them only when it runs.
std::vector<KernelShape> launched_shapes(const LoadedProgram& loaded, const MachineConfig& config,
                                         const AnalyseOptions& options) {
  if (!options.local.empty()) {
    throw Error(ErrorKind::Usage, "the workload " + loaded.name +
                                      " has groups of its own; --local is for FILE.cl and "
                                      "FILE.elf");
  }
  const auto machine = make_functional_machine(config);
  machine->on_print([](std::string_view) {});
  ShapeRecorder recorder(*machine);
  loaded.workload->run(recorder, *loaded.program, request_of(options.program));
  return recorder.shapes();
}

/// Shapes for a user's own kernels: what a launch without --local would choose.
std::vector<KernelShape> usual_shapes(const LoadedProgram& loaded, const std::string& local,
                                      const std::string& only, const MachineConfig& config) {
  if (loaded.program->kernels().empty()) {
    throw Error(ErrorKind::Launch, loaded.name + " has no kernel");
  }
  constexpr std::uint32_t kUsualGroupSize = 64;
  std::vector<KernelShape> shapes;
  for (const KernelInfo& kernel : loaded.program->kernels()) {
    GroupSize size{kUsualGroupSize, 1, 1};
    if (kernel.required_work_group_size[0] != 0) size = kernel.required_work_group_size;
    if (!local.empty()) {
      size = {1, 1, 1};
      const std::vector<std::uint32_t> given = parse_extent("--local", local, 1);
      std::copy(given.begin(), given.end(), size.begin());
    }
    NDRange range;
    range.dimensions = 3;
    range.global = range.local = size;
    if (only.empty() || only == kernel.name) check_range(kernel, range, config);
    shapes.push_back({&kernel, size});
  }
  return shapes;
}

std::vector<KernelShape> chosen(std::vector<KernelShape> shapes, const LoadedProgram& loaded,
                                const std::string& name) {
  if (name.empty()) return shapes;
  std::vector<std::string> names(shapes.size());
  std::transform(shapes.begin(), shapes.end(), names.begin(),
                 [](const KernelShape& shape) { return shape.kernel->name; });
  shapes.erase(std::remove_if(shapes.begin(), shapes.end(),
                              [&](const KernelShape& s) { return s.kernel->name != name; }),
               shapes.end());
  if (shapes.empty()) {
    throw Error(ErrorKind::Launch,
                loaded.name + " has no kernel " + in_quotes(name) + suggestion(name, names));
  }
  return shapes;
}

void require_riscv(const MachineConfig& config) {
  if (config.core.isa == InstructionSet::Riscv) return;
  throw Error(ErrorKind::Usage, "what lanes do alike is known of core.isa=riscv only, not of gen8");
}

/// What Intel's compiler has decided, and for workloads, what became of it in a run.
void list_gen8(const LoadedProgram& loaded, const MachineConfig& config,
               const AnalyseOptions& options) {
  if (!options.local.empty()) {
    throw Error(ErrorKind::Usage,
                "--local is for core.isa=riscv: code of gen8 does not ask for it");
  }
  const std::vector<ListedKernel> kernels = listed_kernels(*loaded.program, options.kernel);
  if (options.summary) return print_to(stdout, gen8_summary(kernels));
  ActiveChannels counted;
  const ActiveChannels* run = nullptr;
  std::optional<Outcome> outcome;
  if (loaded.workload != nullptr) {
    const auto machine = make_functional_machine(config, counted);
    outcome =
        run_on(*machine, loaded, config, options.machine, options.program, loaded.name, stderr);
    run = &counted;
  }
  if (options.json) {
    print_to(stdout, gen8_listing_json(kernels, run));
  } else {
    for (const ListedKernel& kernel : kernels) print_to(stdout, gen8_listing(kernel, run) + "\n");
    print_to(stdout, gen8_summary(kernels));
  }
  if (outcome) require_verified(*outcome);
}

}  // namespace

void analyse_command(const AnalyseOptions& options) {
  const auto [config, notes] = machine_of(options.machine);
  tell(notes);
  const LoadedProgram loaded = load(options.program, config.core.isa);
  if (config.core.isa == InstructionSet::Gen8) return list_gen8(loaded, config, options);
  const bool is_workload = loaded.workload != nullptr;
  std::vector<AnalysedKernel> kernels;
  for (const KernelShape& shape :
       chosen(is_workload ? launched_shapes(loaded, config, options)
                          : usual_shapes(loaded, options.local, options.kernel, config),
              loaded, options.kernel)) {
    const ProgramImage& image = loaded.program->image();
    const auto index = static_cast<std::size_t>(shape.kernel - image.kernels.data());
    kernels.push_back(
        {&image, shape.kernel->name, shape.local, config.core.warp_width,
         KernelUniformity(image, image.entries[index], launch_shape(shape.local, config))});
  }
  if (options.json) {
    print_to(stdout, analysis_json(kernels));
    return;
  }
  if (!options.summary) {
    for (const AnalysedKernel& kernel : kernels) {
      print_to(stdout, analysis_listing(kernel) + "\n");
    }
  }
  print_to(stdout, analysis_summary(kernels));
}

void audit_command(const AnalyseOptions& options) {
  const auto [config, notes] = machine_of(options.machine);
  tell(notes);
  require_riscv(config);
  const LoadedProgram loaded = load(options.program, config.core.isa);
  UniformityAudit audit(shape_on(config, true));
  WatchingObserver observer(audit);
  const auto machine = make_functional_machine(config, observer);
  const Outcome outcome =
      run_on(*machine, loaded, config, options.machine, options.program, loaded.name, stderr);
  const AuditResult result = audit.result();
  print_to(stdout, options.json ? audit_json(loaded.name, result) : audit_text(result));
  require_verified(outcome);
}

}  // namespace lanefold
