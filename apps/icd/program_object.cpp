// SPDX-License-Identifier: Apache-2.0
// Source text or a binary, and what was built from it.
#include "program_object.h"

#include <algorithm>

#include "api_error.h"
#include "lanefold/error.h"
#include "runtime.h"

namespace lanefold::icd {
namespace {

constexpr const char* kSourceName = "source.cl";

const Toolchain& toolchain() { return runtime().device->toolchain(); }

/// Throws ApiError(otherwise) if the compiler is not installed.
void require_tools(cl_int otherwise) {
  try {
    toolchain().require_tools();
  } catch (const Error&) {
    throw ApiError(otherwise);
  }
}

ProgramObject::Built failed(const std::string& options, const std::string& log) {
  ProgramObject::Built built;
  built.status = CL_BUILD_ERROR;
  built.options = options;
  built.log = log;
  return built;
}

bool contains(const std::vector<std::string>& options, const char* option) {
  return std::find(options.begin(), options.end(), option) != options.end();
}

/// The log names the kernels that are left out.
void load_executable(ProgramObject::Built& built) {
  built.executable = toolchain().load(built.binary, kSourceName);
  for (const std::string& warning : built.executable->warnings()) {
    built.log += "warning: " + warning + "\n";
  }
}

ProgramObject::Built linked(const std::vector<ProgramObject::Binary>& objects,
                            const CompileOptions& options) {
  const bool library = contains(options.user_options, "-create-library");
  CompiledProgram result = toolchain().link(objects, options, library);
  ProgramObject::Built built;
  built.status = CL_BUILD_SUCCESS;
  built.log = std::move(result.log);
  built.binary = std::move(result.elf);
  built.type = library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  if (!library) load_executable(built);
  return built;
}

}  // namespace

ProgramObject::ProgramObject(std::shared_ptr<Context> of_context, Binary binary)
    : context(std::move(of_context)) {
  Built built;
  built.type = toolchain().type_of(binary);
  require(built.type != CL_PROGRAM_BINARY_TYPE_NONE, CL_INVALID_BINARY);
  if (built.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    try {
      toolchain().load(binary, kSourceName);
    } catch (const Error&) {
      throw ApiError(CL_INVALID_BINARY);
    }
  }
  built.binary = std::move(binary);
  keep(std::move(built));
}

ProgramObject::ProgramObject(std::shared_ptr<Context> of_context, const std::vector<Built>& objects,
                             const std::string& options)
    : context(std::move(of_context)) {
  CompileOptions link;
  link.user_options = split_build_options(options);
  std::vector<Binary> binaries;
  binaries.reserve(objects.size());
  for (const Built& object : objects) binaries.push_back(object.binary);
  try {
    Built built = linked(binaries, link);
    built.options = options;
    built.argument_info = std::all_of(objects.begin(), objects.end(),
                                      [](const Built& object) { return object.argument_info; });
    keep(std::move(built));
  } catch (const Error& error) {
    keep(failed(options, error.what()));
  }
}

std::shared_ptr<const ProgramObject::Built> ProgramObject::built() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return built_;
}

std::shared_ptr<const Program> ProgramObject::executable() const {
  const std::shared_ptr<const Built> last = built();
  require(last->executable != nullptr, CL_INVALID_PROGRAM_EXECUTABLE);
  return last->executable;
}

void ProgramObject::keep(Built built) {
  auto kept = std::make_shared<const Built>(std::move(built));
  const std::lock_guard<std::mutex> lock(mutex_);
  built_ = std::move(kept);
}

ProgramObject::Built ProgramObject::compiled(const CompileOptions& options, bool to_object) const {
  CompiledProgram result = toolchain().compile(*source_, kSourceName, options, to_object);
  Built built;
  built.status = CL_BUILD_SUCCESS;
  built.log = std::move(result.log);
  built.binary = std::move(result.elf);
  built.type =
      to_object ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  built.argument_info = contains(options.user_options, "-cl-kernel-arg-info");
  if (!to_object) {
    load_executable(built);
    runtime().device->keep_source(built.binary, *source_);
  }
  return built;
}

/// The log of a refused option says what would be valid.
CompileOptions ProgramObject::options_of(const std::string& text, cl_int otherwise) {
  CompileOptions options;
  options.user_options = split_build_options(text);
  try {
    check_build_options(options);
  } catch (const Error& error) {
    keep(failed(text, error.what()));
    throw ApiError(otherwise);
  }
  return options;
}

void ProgramObject::build(const std::string& text) {
  const CompileOptions options = options_of(text, CL_INVALID_BUILD_OPTIONS);
  Built built = *this->built();
  try {
    if (has_source()) {
      require_tools(CL_COMPILER_NOT_AVAILABLE);
      built = compiled(options, false);
    } else {
      require(toolchain().type_of(built.binary) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
              CL_INVALID_OPERATION);
      built.log.clear();
      load_executable(built);
      built.status = CL_BUILD_SUCCESS;
    }
  } catch (const Error& error) {
    keep(failed(text, error.what()));
    throw ApiError(CL_BUILD_PROGRAM_FAILURE);
  }
  built.options = text;
  keep(std::move(built));
}

void ProgramObject::compile(const std::string& text, const std::vector<SourceHeader>& headers) {
  CompileOptions options = options_of(text, CL_INVALID_COMPILER_OPTIONS);
  options.headers = headers;
  require_tools(CL_COMPILER_NOT_AVAILABLE);
  try {
    Built built = compiled(options, true);
    built.options = text;
    keep(std::move(built));
  } catch (const Error& error) {
    keep(failed(text, error.what()));
    throw ApiError(CL_COMPILE_PROGRAM_FAILURE);
  }
}

}  // namespace lanefold::icd
