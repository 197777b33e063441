// SPDX-License-Identifier: Apache-2.0
// Loading the module with the other platform, and running there.
#include "reference_run.h"

#include <dlfcn.h>

#include <filesystem>
#include <memory>

#include "apps/opencl_device/reference_device.h"
#include "base/text.h"
#include "beside_program.h"
#include "files.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// The module stays: platforms have threads of their own.
MakeReferenceDevice* load_module() {
  const std::string file = reference_file();
  void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = module == nullptr ? nullptr : dlsym(module, kMakeReferenceDevice);
  if (function == nullptr) {
    throw Error(ErrorKind::File, std::string("--against: ") + dlerror());
  }
  return reinterpret_cast<MakeReferenceDevice*>(function);
}

}  // namespace

ReferenceContents run_on_reference(const Program& program, const ProgramOptions& options,
                                   std::uint32_t largest_group) {
  if (std::filesystem::path(options.target).extension() != ".cl") {
    throw Error(ErrorKind::Usage, "--against is for FILE.cl: another platform compiles the source");
  }
  const std::unique_ptr<ReferenceDevice> device(load_module()(options.against.c_str()));
  device->build(read_text(options.target), join(options.build_options, " "));
  return {device->name(), buffers_after(*device, program, options, largest_group)};
}

}  // namespace lanefold
