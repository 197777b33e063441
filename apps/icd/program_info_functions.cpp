// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.6.7: what can be asked of programs.
#include <cstring>
#include <string>
#include <vector>

#include "functions.h"
#include "info.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

std::string kernel_names(const Program& program) {
  std::string names;
  for (const KernelInfo& kernel : program.kernels()) {
    names += (names.empty() ? "" : ";") + kernel.name;
  }
  return names;
}

/// The application gives an array of places, one for each device; an empty place is left out.
void tell_binaries(const ProgramObject& program, const InfoSink& sink) {
  const std::shared_ptr<const ProgramObject::Built> built = program.built();
  const std::vector<std::byte>& binary = built->binary;
  unsigned char* place = nullptr;
  sink.check(sizeof place);
  if (sink.place() != nullptr) std::memcpy(&place, sink.place(), sizeof place);
  sink.value(place);
  if (place != nullptr && !binary.empty()) std::memcpy(place, binary.data(), binary.size());
}

cl_int CL_API_CALL get_program_info(cl_program handle, cl_program_info name, std::size_t size,
                                    void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto program = object_of<ProgramObject>(handle);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_PROGRAM_REFERENCE_COUNT:
        return sink.value(objects<ProgramObject>().references(handle));
      case CL_PROGRAM_CONTEXT:
        return sink.value<cl_context>(program->context.get());
      case CL_PROGRAM_NUM_DEVICES:
        return sink.value<cl_uint>(1);
      case CL_PROGRAM_DEVICES:
        return sink.value(the_device());
      case CL_PROGRAM_SOURCE:
        return sink.text(program->source());
      case CL_PROGRAM_BINARY_SIZES:
        return sink.value<std::size_t>(program->built()->binary.size());
      case CL_PROGRAM_BINARIES:
        return tell_binaries(*program, sink);
      case CL_PROGRAM_NUM_KERNELS:
        return sink.value<std::size_t>(program->executable()->kernels().size());
      case CL_PROGRAM_IL:  // no program was made from one
        return sink.list(std::vector<unsigned char>());
      case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
      case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
        return sink.flag(false);
      case CL_PROGRAM_KERNEL_NAMES:
        return sink.text(kernel_names(*program->executable()));
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL get_build_info(cl_program handle, cl_device_id device,
                                  cl_program_build_info name, std::size_t size, void* value,
                                  std::size_t* size_ret) {
  return guarded([&] {
    const auto program = object_of<ProgramObject>(handle);
    require_device(device);
    const std::shared_ptr<const ProgramObject::Built> built = program->built();
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_PROGRAM_BUILD_STATUS:
        return sink.value(built->status);
      case CL_PROGRAM_BUILD_OPTIONS:
        return sink.text(built->options);
      case CL_PROGRAM_BUILD_LOG:
        return sink.text(built->log);
      case CL_PROGRAM_BINARY_TYPE:
        return sink.value(built->type);
      case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return sink.value<std::size_t>(0);
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

}  // namespace

void add_program_info_functions(cl_icd_dispatch& table) {
  table.clGetProgramInfo = get_program_info;
  table.clGetProgramBuildInfo = get_build_info;
}

}  // namespace lanefold::icd
