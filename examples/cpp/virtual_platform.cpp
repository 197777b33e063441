// SPDX-License-Identifier: Apache-2.0
// A small virtual platform: a CPU, a bus, a memory, and two GPUs of different machines that share
// it. The CPU writes input, launches a kernel on the first GPU, computes on the result, and
// launches another kernel on the second.
#include <lanefold/compiler.h>
#include <lanefold/config.h>
#include <lanefold/gpu.h>

#include <iostream>

#include "platform_parts.h"

namespace {

using Register = lanefold::CommandRegister;
using Code = lanefold::CommandCode;

constexpr std::uint32_t kItems = 512;
constexpr std::uint64_t kRegisters = 0xf000'0000;     // of the first GPU on the bus
constexpr std::uint64_t kPartOfGpu = 0x10'0000'0000;  // each GPU's part of memory begins there
constexpr const char* kKernels =
    "__kernel void scale(__global int* x, int by) { x[get_global_id(0)] *= by; }\n"
    "__kernel void smooth(__global const int* x, __global int* y) {\n"
    "  int i = get_global_id(0), n = get_global_size(0);\n"
    "  y[i] = (x[i > 0 ? i - 1 : 0] + 2 * x[i] + x[i < n - 1 ? i + 1 : n - 1]) / 4;\n"
    "}\n";

/// What the CPU knows of one GPU.
class Driver {
 public:
  Driver(example::Cpu& cpu, unsigned gpu, const sc_core::sc_signal<bool>& interrupt)
      : cpu_(cpu), gpu_(gpu), interrupt_(interrupt) {
    set(Register::InterruptEnable, 1);
  }
  /// The address of a GPU's byte for the CPU.
  std::uint64_t on_bus(std::uint32_t address) const { return (gpu_ + 1) * kPartOfGpu + address; }

  std::uint32_t allocate(std::uint32_t bytes) {
    set(Register::Source, 0);
    set(Register::Bytes, bytes);
    ring(Code::Allocate);
    return get(Register::Result);
  }
  void load(const std::vector<std::byte>& elf) {
    const std::uint32_t there = allocate(static_cast<std::uint32_t>(elf.size()));
    cpu_.write(on_bus(there), elf.data(), elf.size());
    set(Register::Source, there);
    set(Register::Bytes, static_cast<std::uint32_t>(elf.size()));
    ring(Code::Load);
    set(Register::Program, get(Register::Result));
    arguments_ = allocate(64);
  }
  /// Returns the kernel's cycles when it has interrupted.
  std::uint32_t launch(std::uint32_t kernel, const std::vector<std::uint32_t>& arguments) {
    cpu_.write(on_bus(arguments_), arguments.data(), arguments.size() * 4);
    set(Register::Arguments, arguments_);
    set(Register::Kernel, kernel);
    set(Register::Dimensions, 1);
    const std::array<std::uint32_t, 9> range{kItems, 1, 1, 64, 1, 1, 0, 0, 0};
    cpu_.write(registers() + static_cast<std::uint32_t>(Register::GlobalSize), range.data(),
               sizeof range);
    ring(Code::Launch);
    wait(interrupt_.posedge_event());
    set(Register::Interrupt, 1);
    if (get(Register::Status) != 2) SC_REPORT_ERROR("cpu", "a kernel has failed");
    return get(Register::CyclesLow);
  }

 private:
  std::uint64_t registers() const { return kRegisters + gpu_ * 0x1000; }
  void set(Register name, std::uint32_t word) { cpu_.set(registers(), name, word); }
  std::uint32_t get(Register name) { return cpu_.get(registers(), name); }
  void ring(Code code) { set(Register::Command, static_cast<std::uint32_t>(code)); }

  example::Cpu& cpu_;
  unsigned gpu_;
  const sc_core::sc_signal<bool>& interrupt_;
  std::uint32_t arguments_ = 0;
};

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  lanefold::Gpu first("first", lanefold::load_machine("ivb-eu"), lanefold::GpuMemory::Blocking);
  lanefold::Gpu second("second", lanefold::load_machine("mv5-wpu"), lanefold::GpuMemory::Blocking);
  sc_core::sc_signal<bool> interrupts[2];
  example::Dram dram("dram", sc_core::sc_time(60, sc_core::SC_NS));
  example::Bus bus("bus");
  bool right = false;

  example::Cpu cpu("cpu", [&](example::Cpu& cpu) {
    const std::vector<std::byte> elf = lanefold::compile_opencl(kKernels, "kernels.cl").elf;
    std::vector<std::int32_t> numbers(kItems), smooth(kItems);
    for (std::uint32_t i = 0; i < kItems; ++i) numbers[i] = static_cast<std::int32_t>(i);

    Driver scaler(cpu, 0, interrupts[0]), smoother(cpu, 1, interrupts[1]);
    scaler.load(elf);
    const std::uint32_t x = scaler.allocate(kItems * 4);
    cpu.write(scaler.on_bus(x), numbers.data(), kItems * 4);
    const sc_core::sc_time begin = sc_core::sc_time_stamp();
    const std::uint32_t cycles = scaler.launch(0, {x, 3});
    const auto passed = (sc_core::sc_time_stamp() - begin) / first.clock_period();
    cpu.read(scaler.on_bus(x), numbers.data(), kItems * 4);
    for (std::int32_t& number : numbers) ++number;

    smoother.load(elf);
    const std::uint32_t y = smoother.allocate(kItems * 4), z = smoother.allocate(kItems * 4);
    cpu.write(smoother.on_bus(y), numbers.data(), kItems * 4);
    const std::uint32_t more = smoother.launch(1, {y, z});
    cpu.read(smoother.on_bus(z), smooth.data(), kItems * 4);

    right = true;
    for (std::uint32_t i = 1; i + 1 < kItems; ++i) {
      right = right && smooth[i] == 3 * static_cast<std::int32_t>(i) + 1;
    }
    std::cout << "scale took " << cycles << " cycles on the first GPU, of " << passed
              << " from doorbell to interrupt; smooth " << more << " on the second; results "
              << (right ? "right" : "wrong") << '\n';
    right = right && passed >= cycles && passed < cycles + 1000;
  });

  bus.add_initiator(0);
  cpu.socket.bind(bus.in);
  for (lanefold::Gpu* gpu : {&first, &second}) {
    const std::uint64_t number = gpu == &first ? 0 : 1;
    for (auto& socket : gpu->memory) {
      bus.add_initiator((number + 1) * kPartOfGpu);
      socket.bind(bus.in);
    }
    bus.add_window(kRegisters + number * 0x1000, 0x1000);
    bus.out.bind(gpu->command);
    gpu->interrupt.bind(interrupts[number]);
  }
  bus.out.bind(dram.socket);
  sc_core::sc_start();
  return right ? 0 : 1;
}
