// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.6: source text or a binary, and what was built from it.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "context.h"
#include "handles.h"
#include "lanefold/compiler.h"
#include "lanefold/program.h"

namespace lanefold::icd {

/// Thread-safe. The methods that build throw ApiError with the code of the failure; the log tells
/// the rest.
class ProgramObject : public _cl_program {
 public:
  using Handle = cl_program;
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;
  using Binary = std::vector<std::byte>;

  /// What clGetProgramBuildInfo and clGetProgramInfo tell of the last build.
  struct Built {
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
    /// Whether clGetKernelArgInfo may answer: built from source with -cl-kernel-arg-info.
    bool argument_info = false;
    Binary binary;                              ///< an executable, object or library as ELF
    std::shared_ptr<const Program> executable;  ///< of an executable
  };

  ProgramObject(std::shared_ptr<Context> of_context, std::string source)
      : context(std::move(of_context)), source_(std::move(source)) {}
  /// From a binary that clGetProgramInfo gave; throws ApiError(CL_INVALID_BINARY).
  ProgramObject(std::shared_ptr<Context> of_context, Binary binary);
  /// Linked from objects and libraries; never throws for what is wrong with them.
  ProgramObject(std::shared_ptr<Context> of_context, const std::vector<Built>& objects,
                const std::string& options);

  const std::shared_ptr<Context> context;
  /// Kernel objects that exist: while there are any, the program cannot be built again.
  std::atomic<cl_uint> kernels{0};

  /// Empty for a program from binaries.
  std::string source() const { return source_.value_or(""); }
  bool has_source() const { return source_.has_value(); }
  /// The last build: a record that never changes.
  std::shared_ptr<const Built> built() const;
  /// Throws ApiError(CL_INVALID_PROGRAM_EXECUTABLE) if it is not built.
  std::shared_ptr<const Program> executable() const;

  void build(const std::string& options);
  void compile(const std::string& options, const std::vector<SourceHeader>& headers);

 private:
  CompileOptions options_of(const std::string& text, cl_int otherwise);
  Built compiled(const CompileOptions& options, bool to_object) const;
  void keep(Built built);

  const std::optional<std::string> source_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Built> built_ = std::make_shared<Built>();
};

}  // namespace lanefold::icd
