// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 5.6.1 to 5.6.6: programs from source and binaries, build, compile, link.
#include <string>
#include <utility>
#include <vector>

#include "functions.h"
#include "lanefold/error.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

using Notify = void(CL_CALLBACK*)(cl_program, void*);

cl_program CL_API_CALL create_with_source(cl_context context, cl_uint count, const char** strings,
                                          const std::size_t* lengths, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    auto of_context = object_of<Context>(context);
    require(count != 0 && strings != nullptr, CL_INVALID_VALUE);
    std::string source;
    for (cl_uint i = 0; i < count; ++i) {
      require(strings[i] != nullptr, CL_INVALID_VALUE);
      const bool counted = lengths != nullptr && lengths[i] != 0;
      source += counted ? std::string(strings[i], lengths[i]) : std::string(strings[i]);
    }
    return objects<ProgramObject>().publish(
        std::make_unique<ProgramObject>(std::move(of_context), std::move(source)));
  });
}

void check_devices(cl_uint count, const cl_device_id* devices) {
  require((count != 0) == (devices != nullptr), CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; ++i) require_device(devices[i]);
}

/// For each device the same binary, or at least the same handle twice is of no use.
cl_program CL_API_CALL create_with_binary(cl_context context, cl_uint count,
                                          const cl_device_id* devices, const std::size_t* lengths,
                                          const unsigned char** binaries, cl_int* statuses,
                                          cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    auto of_context = object_of<Context>(context);
    require(count != 0 && devices != nullptr, CL_INVALID_VALUE);
    check_devices(count, devices);
    require(lengths != nullptr && binaries != nullptr, CL_INVALID_VALUE);
    const auto tell = [&](cl_int status) {
      for (cl_uint i = 0; statuses != nullptr && i < count; ++i) statuses[i] = status;
    };
    tell(CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; ++i) {
      require(lengths[i] != 0 && binaries[i] != nullptr, CL_INVALID_VALUE);
    }
    tell(CL_INVALID_BINARY);
    const auto* first = reinterpret_cast<const std::byte*>(binaries[0]);
    auto program = std::make_unique<ProgramObject>(
        std::move(of_context), ProgramObject::Binary(first, first + lengths[0]));
    tell(CL_SUCCESS);
    return objects<ProgramObject>().publish(std::move(program));
  });
}

/// The device has no kernels of its own.
cl_program CL_API_CALL create_with_built_in_kernels(cl_context context, cl_uint count,
                                                    const cl_device_id* devices, const char* names,
                                                    cl_int* errcode_ret) {
  return guarded(errcode_ret, [&]() -> cl_program {
    object_of<Context>(context);
    require(count != 0 && devices != nullptr, CL_INVALID_VALUE);
    check_devices(count, devices);
    static_cast<void>(names);
    throw ApiError(CL_INVALID_VALUE);
  });
}

cl_int CL_API_CALL retain_program(cl_program program) {
  return guarded([&] { objects<ProgramObject>().retain(program); });
}

cl_int CL_API_CALL release_program(cl_program program) {
  return guarded([&] { objects<ProgramObject>().release(program); });
}

/// Tells the application that the build has ended, however it did. The handle stays valid until
/// the call has returned.
void notify_end(Notify notify, cl_program handle, void* user_data) {
  if (notify == nullptr) return;
  runtime().callbacks.post(
      [=, program = object_of<ProgramObject>(handle)] { notify(program.get(), user_data); });
}

std::string text_of(const char* options) { return options == nullptr ? "" : options; }

cl_int CL_API_CALL build_program(cl_program handle, cl_uint count, const cl_device_id* devices,
                                 const char* options, Notify notify, void* user_data) {
  return guarded([&] {
    const auto program = object_of<ProgramObject>(handle);
    check_devices(count, devices);
    require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
    require(program->kernels == 0, CL_INVALID_OPERATION);
    const cl_int code = guarded([&] { program->build(text_of(options)); });
    if (code == CL_SUCCESS || code == CL_BUILD_PROGRAM_FAILURE) {
      notify_end(notify, handle, user_data);
    }
    require(code == CL_SUCCESS, code);
  });
}

std::vector<SourceHeader> headers_of(cl_uint count, const cl_program* handles, const char** names) {
  require((count != 0) == (handles != nullptr), CL_INVALID_VALUE);
  require((count != 0) == (names != nullptr), CL_INVALID_VALUE);
  std::vector<SourceHeader> headers;
  for (cl_uint i = 0; i < count; ++i) {
    const auto header = object_of<ProgramObject>(handles[i]);
    require(header->has_source() && names[i] != nullptr, CL_INVALID_VALUE);
    headers.push_back({names[i], header->source()});
  }
  return headers;
}

cl_int CL_API_CALL compile_program(cl_program handle, cl_uint count, const cl_device_id* devices,
                                   const char* options, cl_uint header_count,
                                   const cl_program* headers, const char** header_names,
                                   Notify notify, void* user_data) {
  return guarded([&] {
    const auto program = object_of<ProgramObject>(handle);
    check_devices(count, devices);
    require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
    const std::vector<SourceHeader> all = headers_of(header_count, headers, header_names);
    require(program->kernels == 0 && program->has_source(), CL_INVALID_OPERATION);
    const cl_int code = guarded([&] { program->compile(text_of(options), all); });
    if (code == CL_SUCCESS || code == CL_COMPILE_PROGRAM_FAILURE) {
      notify_end(notify, handle, user_data);
    }
    require(code == CL_SUCCESS, code);
  });
}

std::vector<ProgramObject::Built> objects_of(const std::shared_ptr<Context>& context, cl_uint count,
                                             const cl_program* handles) {
  require(count != 0 && handles != nullptr, CL_INVALID_VALUE);
  std::vector<ProgramObject::Built> all;
  for (cl_uint i = 0; i < count; ++i) {
    const auto program = object_of<ProgramObject>(handles[i]);
    require(program->context == context, CL_INVALID_PROGRAM);
    all.push_back(*program->built());
    const cl_program_binary_type type = all.back().type;
    require(
        type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || type == CL_PROGRAM_BINARY_TYPE_LIBRARY,
        CL_INVALID_OPERATION);
  }
  return all;
}

void check_link(const char* options) {
  CompileOptions link;
  link.user_options = split_build_options(text_of(options));
  try {
    check_link_options(link);
  } catch (const Error&) {
    throw ApiError(CL_INVALID_LINKER_OPTIONS);
  }
}

/// A program that could not be linked exists all the same, to hold the log.
cl_program CL_API_CALL link_program(cl_context handle, cl_uint count, const cl_device_id* devices,
                                    const char* options, cl_uint program_count,
                                    const cl_program* programs, Notify notify, void* user_data,
                                    cl_int* errcode_ret) {
  cl_program linked = nullptr;
  const cl_int code = guarded([&] {
    const auto context = object_of<Context>(handle);
    check_devices(count, devices);
    require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
    const auto inputs = objects_of(context, program_count, programs);
    check_link(options);
    const auto program = objects<ProgramObject>().adopt(
        std::make_unique<ProgramObject>(context, inputs, text_of(options)));
    linked = objects<ProgramObject>().hold(program);
    notify_end(notify, linked, user_data);
    require(program->built()->status == CL_BUILD_SUCCESS, CL_LINK_PROGRAM_FAILURE);
  });
  if (errcode_ret != nullptr) *errcode_ret = code;
  return linked;
}

}  // namespace

void add_program_functions(cl_icd_dispatch& table) {
  table.clCreateProgramWithSource = create_with_source;
  table.clCreateProgramWithBinary = create_with_binary;
  table.clCreateProgramWithBuiltInKernels = create_with_built_in_kernels;
  table.clRetainProgram = retain_program;
  table.clReleaseProgram = release_program;
  table.clBuildProgram = build_program;
  table.clCompileProgram = compile_program;
  table.clLinkProgram = link_program;
}

}  // namespace lanefold::icd
