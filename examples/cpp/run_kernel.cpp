// SPDX-License-Identifier: Apache-2.0
// Runs a kernel in a SystemC program of one's own, and prints how long it took.
#include <lanefold/compiler.h>
#include <lanefold/config.h>
#include <lanefold/gpu.h>
#include <lanefold/program.h>

#include <iostream>

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const char* source =
      "__kernel void square(__global int* x) {"
      "  int i = get_global_id(0); x[i] = i * i; }";
  lanefold::Gpu gpu("gpu", lanefold::load_machine("ivb-eu"));
  const auto program =
      lanefold::load_program(lanefold::compile_opencl(source, "square.cl").elf, "square.cl");
  const lanefold::Buffer x = gpu.host().allocate(1024 * sizeof(int));
  gpu.host().launch(*program, "square", {1, {1024, 1, 1}, {64, 1, 1}}, {lanefold::argument(x)});
  int last = 0;
  gpu.host().read(x, 1023 * sizeof last, &last, sizeof last);
  std::cout << "1023 squared is " << last << ", after " << gpu.host().launches().back().cycles
            << " cycles\n";
  return last == 1023 * 1023 ? 0 : 1;
}
