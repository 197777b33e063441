// SPDX-License-Identifier: Apache-2.0
// Runs small kernels on vectors of any element type on the functional machine.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"

namespace lanefold {

class BuiltinRunner {
 public:
  explicit BuiltinRunner(const std::string& source)
      : program_(load_program(compile_opencl(source, "builtins.cl").elf, "builtins.cl")),
        machine_(make_functional_machine(MachineConfig{})) {}

  /// One work-item per element of `out`, in groups of 64; `out` and the inputs are the arguments.
  template <class Out, class... In>
  void run(const std::string& kernel, std::vector<Out>& out, const std::vector<In>&... inputs) {
    run_items(kernel, out.size(), out, inputs...);
  }

  template <class Out, class... In>
  void run_items(const std::string& kernel, std::size_t items, std::vector<Out>& out,
                 const std::vector<In>&... inputs) {
    const std::vector<Buffer> buffers = {make(out), make(inputs)...};
    launch(kernel, items, buffers);
    take(buffers[0], out);
    for (const Buffer& buffer : buffers) machine_->release(buffer);
  }

  /// The same, and all vectors are read back.
  template <class... T>
  void run_back(const std::string& kernel, std::size_t items, std::vector<T>&... data) {
    const std::vector<Buffer> buffers = {make(data)...};
    launch(kernel, items, buffers);
    std::size_t next = 0;
    (take(buffers[next++], data), ...);
    for (const Buffer& buffer : buffers) machine_->release(buffer);
  }

 private:
  template <class T>
  Buffer make(const std::vector<T>& data) {
    const Buffer buffer = machine_->allocate(data.size() * sizeof(T));
    machine_->write(buffer, 0, data.data(), data.size() * sizeof(T));
    return buffer;
  }
  template <class T>
  void take(const Buffer& buffer, std::vector<T>& data) {
    machine_->read(buffer, 0, data.data(), data.size() * sizeof(T));
  }
  void launch(const std::string& kernel, std::size_t items, const std::vector<Buffer>& buffers) {
    NDRange range;
    range.global[0] = static_cast<std::uint32_t>(items);
    range.local[0] = 64;
    machine_->launch(*program_, kernel, range, {buffers.begin(), buffers.end()});
  }

  std::shared_ptr<const Program> program_;
  std::unique_ptr<Machine> machine_;
};

}  // namespace lanefold
