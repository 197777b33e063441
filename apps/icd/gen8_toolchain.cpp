// SPDX-License-Identifier: Apache-2.0
// Programs of Gen8's EU, by Intel's offline compiler, which makes whole programs only: an object is
// a program, too, and is linked alone.
#include "compiler/tools.h"
#include "decisions/zebin/zebin.h"
#include "lanefold/error.h"
#include "toolchain.h"

namespace lanefold::icd {
namespace {

class Gen8Toolchain final : public Toolchain {
 public:
  explicit Gen8Toolchain(Gen8Width width) : width_(width) {}

  void require_tools() const override { find_ocloc(); }
  CompiledProgram compile(const std::string& source, const std::string& file_name,
                          const CompileOptions& options, bool /*to_object*/) const override {
    return compile_gen8(source, file_name, options, {width_, false});
  }
  CompiledProgram link(const std::vector<Binary>& objects, const CompileOptions& /*options*/,
                       bool library) const override {
    if (library || objects.size() != 1) {
      throw Error(ErrorKind::Compiler,
                  "code of Gen8 is linked from one object, to a program: Intel's offline compiler "
                  "makes whole programs (core.isa=riscv links several, and libraries)");
    }
    return {objects.front(), "", false};
  }
  cl_program_binary_type type_of(const Binary& binary) const override {
    return gen8::is_zebin(binary) ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_NONE;
  }
  std::shared_ptr<const Program> load(const Binary& binary,
                                      const std::string& file_name) const override {
    return load_gen8_program(binary, file_name);
  }

 private:
  Gen8Width width_;
};

}  // namespace

std::unique_ptr<const Toolchain> make_gen8_toolchain(Gen8Width width) {
  return std::make_unique<Gen8Toolchain>(width);
}

}  // namespace lanefold::icd
