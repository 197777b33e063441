// SPDX-License-Identifier: Apache-2.0
// Launches of kernels of Gen8's EU.
#include "machine/eu/eu_launcher.h"

#include <iterator>
#include <string>

#include "lanefold/error.h"
#include "machine/device/buffer_device.h"
#include "machine/device/run_and_print.h"
#include "machine/eu/eu_print.h"
#include "machine/eu/launch_memory.h"

namespace lanefold::gen8 {

/// Its data stays in memory for the launches to come.
EuProgram& EuLauncher::program_in_memory(const std::shared_ptr<const Zebin>& zebin) {
  if (const auto found = programs_.find(zebin); found != programs_.end()) return found->second;
  drop_released();
  return programs_.try_emplace(zebin, *zebin, buffers_).first->second;
}

void EuLauncher::drop_released() {
  for (auto program = programs_.begin(); program != programs_.end();) {
    program = program->first.expired() ? programs_.erase(program) : std::next(program);
  }
}

void EuLauncher::launch(const Program& program, std::string_view kernel_name, const NDRange& range,
                        const std::vector<ArgumentValue>& arguments, LaunchStatistics& statistics,
                        const Run& run) {
  const KernelInfo& info = program.kernel(std::string(kernel_name));
  const auto number = static_cast<std::size_t>(&info - program.kernels().data());
  EuProgram& loaded = program_in_memory(program.zebin());
  const ZebinKernel& kernel = loaded.kernel(number);
  EuLaunch launch =
      prepare_launch(kernel, loaded.code(number), range, arguments, memory_, config_, threads_);
  launch.warnings = &warnings_;
  warnings_.begin_launch();
  statistics = record_of(info.name, range, config_);
  statistics.warp_width = kernel.simd_size;
  const LaunchMemory launch_memory(launch, buffers_);
  run_and_print(launch, launch_memory.printf_buffer(), statistics, run);
}

void EuLauncher::run_and_print(const EuLaunch& launch, const Buffer& printf_buffer,
                               LaunchStatistics& statistics, const Run& run) {
  if (printf_buffer.size == 0) return run(launch, statistics);
  std::vector<std::byte> header(kPrintfHeaderBytes);
  header[0] = std::byte{kPrintfHeaderBytes};
  buffers_.write(printf_buffer, header);
  lanefold::run_and_print([&] { run(launch, statistics); },
                          [&] { print_records(memory_, printf_buffer, print_); });
  if (is_full(memory_, printf_buffer)) {
    warnings_.report(full_printf_buffer(launch.kernel->info.name, printf_buffer.size));
  }
}

}  // namespace lanefold::gen8
