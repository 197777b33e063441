// SPDX-License-Identifier: Apache-2.0
// A program with an sc_main of its own runs a kernel on a machine, whose time is apart from the
// program's.
#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"

namespace {

constexpr const char* kDouble =
    "__kernel void twice(__global int* x) { x[get_global_id(0)] *= 2; }";

std::uint64_t cycles_of_kernel = 0;

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  sc_core::sc_clock clock("clock", 1, sc_core::SC_NS);
  sc_core::sc_start(10, sc_core::SC_NS);
  const auto machine = lanefold::make_timed_machine(lanefold::MachineConfig());
  const auto program =
      lanefold::load_program(lanefold::compile_opencl(kDouble, "twice.cl").elf, "twice.cl");
  std::vector<int> values(64, 21);
  const lanefold::Buffer buffer = machine->allocate(values.size() * sizeof(int));
  machine->write(buffer, 0, values.data(), buffer.size);
  machine->launch(*program, "twice", {1, {64, 1, 1}, {16, 1, 1}}, {lanefold::argument(buffer)});
  machine->read(buffer, 0, values.data(), buffer.size);
  cycles_of_kernel = machine->launches().at(0).cycles;
  sc_core::sc_start(10, sc_core::SC_NS);
  return values == std::vector<int>(64, 42) ? 7 : 1;
}

TEST(OwnScMain, RunsAKernel) {
  const char* arguments[] = {"program"};
  EXPECT_EQ(sc_core::sc_elab_and_sim(1, const_cast<char**>(arguments)), 7);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(20, sc_core::SC_NS));
  EXPECT_GT(cycles_of_kernel, 0U);
}
